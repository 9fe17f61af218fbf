"""The conversion of derived facts, statements and moments to the values that stores keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.graph import Fact, Statement
from episodic.model.ids import identify
from episodic.model.moments import Moment, TimeExpression
from episodic.model.spans import NarrativePosition
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.exclusion import JudgedPair, content_of, exclusive_keys
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.placed import PlacedStatement
from episodic.temporal.questions import Verdict


def fact_of(folded: FoldedFact, names: Mapping[str, tuple[str, str]]) -> Fact:
    """Return the fact with the names and types of its entities. *names* maps entity ids to names and types."""
    core = folded.core
    subject = names[core.subject]
    target = (None, None) if core.object is None else names[core.object]
    return replace(
        core,
        subject_name=subject[0],
        subject_type=subject[1],
        object_name=target[0],
        object_type=target[1],
        participants=tuple(replace(one, name=names[one.entity][0]) for one in core.participants),
        holder_name=names[core.holder][0] if core.holder else None,
    )


def statement_of(group_id: str, placed: PlacedStatement, fact: str | None) -> Statement:
    """Return the statement as stores keep it, with the id of the fact to which the statement belongs."""
    return Statement(
        uuid=placed.uuid,
        group_id=group_id,
        layer=placed.layer,
        passage=placed.passage,
        evidence=placed.evidence,
        core=placed.core,
        subject=placed.subject,
        predicate=placed.predicate.name,
        object=placed.object,
        participants=placed.participants,
        holder=placed.holder,
        tellers=placed.tellers,
        fact=fact,
    )


def moments_of(
    group_id: str,
    chapters: Sequence[ReplayedChapter],
    chronology: Chronology,
    statements: Mapping[str, PlacedStatement],
) -> dict[str, Moment]:
    """Return a moment for every time expression of the text, in narrative order, with the bounds of the moment."""
    set_aside = chronology.set_aside
    found: dict[str, Moment] = {}
    for chapter in chapters:
        language = chapter.episode.language
        for owner, start, words, expression, place in _timed(chapter, chronology, statements):
            bounds = chronology.bounds(place)
            uuid = identify("moment", group_id, owner)
            found[uuid] = Moment(
                uuid=uuid,
                group_id=group_id,
                episode=chapter.episode.uuid,
                start=start,
                text=words,
                expression=expression,
                earliest=bounds.earliest,
                latest=bounds.latest,
                label=chronology.label(bounds, language),
                set_aside=owner in set_aside,
                order=chapter.episode.order,
            )
    return found


def _timed(
    chapter: ReplayedChapter, chronology: Chronology, statements: Mapping[str, PlacedStatement]
) -> Iterator[tuple[str, int, str, TimeExpression, TimePosition]]:
    """Yield the parsed time expressions of passages and statements.

    Each item has the id of the passage or statement, the offset, the text, the parsed expression, and the position in
    the chronology.
    """
    for passage in chapter.passages:
        if passage.time is not None and passage.time_text and passage.time.stated:
            start = passage.value.span.start if passage.time_start is None else passage.time_start
            yield passage.value.uuid, start, passage.time_text, passage.time, chronology.now_of(passage.value.uuid)
    for one in chapter.statements:
        if one.uuid in statements and one.time is not None and one.reading.core.time and one.time.stated:
            yield one.uuid, one.evidence.start, one.reading.core.time, one.time, chronology.position_of(one.uuid)


def verdicts_of(chapters: Sequence[ReplayedChapter], statements: Mapping[str, PlacedStatement]) -> list[JudgedPair]:
    """Return the verdicts on pairs of rival statements as input of the fold.

    A pair is left out if one of its statements no longer exists, or if the verdict adds no information.
    """
    found: list[JudgedPair] = []
    for chapter in chapters:
        for new, known, verdict in chapter.verdicts:
            first, second = statements.get(new), statements.get(known)
            if first is None or second is None or not _adds_information(first, second, verdict):
                continue
            found.append(
                JudgedPair(
                    content_of(first),
                    content_of(second),
                    verdict,
                    NarrativePosition(chapter.episode.order, first.evidence.start),
                    (second.evidence, first.evidence),
                )
            )
    return found


def _adds_information(first: PlacedStatement, second: PlacedStatement, answer: Verdict) -> bool:
    """Return whether a verdict adds information about two statements.

    A verdict about equal contents adds no information. The verdict "both" adds no information if the cardinality of the
    predicate allows only one of the two contents.
    """
    one, other = content_of(first), content_of(second)
    if one == other:
        return False
    exclusive = set(exclusive_keys(one, first.predicate)) & set(exclusive_keys(other, second.predicate))
    return answer is not Verdict.BOTH or not exclusive


def work_language(chapters: Sequence[ReplayedChapter]) -> Language:
    """Return the language of most chapters. If two languages are equally frequent, return the language of the first
    chapter.
    """
    counted = Counter(chapter.episode.language for chapter in chapters)
    return counted.most_common(1)[0][0] if counted else UNDETERMINED


def entity_ids_of(folded: FoldedFact) -> tuple[str, ...]:
    """Return the ids of all entities whose names occur in the fact."""
    others = (folded.core.object, folded.core.holder, *(one.entity for one in folded.core.participants))
    return (folded.core.subject, *(who for who in others if who is not None))
