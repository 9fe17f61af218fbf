"""Folded and placed things as the values that are kept: facts with names, statements with their fact, moments with bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from episodic.model.episodes import Language
from episodic.model.graph import Fact, Statement
from episodic.model.ids import identify
from episodic.model.moments import Moment, TimeExpression
from episodic.model.spans import Told
from episodic.pipeline.telling.replayed import ReplayedChapter
from episodic.temporal.chronology import Chronology
from episodic.temporal.chronology_line import Place
from episodic.temporal.exclusion import Answer, Verdict, content_of, exclusive_keys
from episodic.temporal.fold_facts import FoldedFact
from episodic.temporal.placed import PlacedStatement


def fact_of(group_id: str, folded: FoldedFact, names: Mapping[str, tuple[str, str]]) -> Fact:
    """The fact with the names and types of its people filled in; *names* gives both by entity id."""
    subject = names[folded.subject]
    target = names[folded.object] if folded.object is not None else None
    return Fact(
        uuid=folded.uuid,
        group_id=group_id,
        layer=folded.layer,
        subject=folded.subject,
        subject_name=subject[0],
        subject_type=subject[1],
        predicate=folded.predicate.name,
        kind=folded.predicate.kind,
        object=folded.object,
        object_name=target[0] if target else None,
        object_type=target[1] if target else None,
        value=folded.value,
        participants=tuple(replace(one, name=names[one.entity][0]) for one in folded.participants),
        text=folded.text,
        denied=folded.denied,
        scope=folded.scope,
        holder=folded.holder,
        holder_name=names[folded.holder][0] if folded.holder else None,
        tellers=folded.tellers,
        valid_at=folded.valid_at,
        invalid_at=folded.invalid_at,
        ended_by=folded.ended_by,
        told_at=folded.told_at,
        evidence=folded.evidence,
        ends=folded.ends,
        lo=folded.lo,
        hi=folded.hi,
        locked=folded.locked,
    )


def statement_of(group_id: str, one: PlacedStatement, written: str, fact: str | None) -> Statement:
    """The statement as it is kept, with the predicate as written and the fact it belongs to."""
    return Statement(
        uuid=one.uuid,
        group_id=group_id,
        layer=one.layer,
        passage=one.passage,
        evidence=one.evidence,
        text=one.text,
        subject=one.subject,
        predicate=one.predicate.name,
        written_predicate=written,
        object=one.object,
        value=one.value,
        participants=one.participants,
        phase=one.phase,
        scope=one.scope,
        holder=one.holder,
        tellers=one.tellers,
        time=one.time_text,
        fact=fact,
    )


def moments_of(
    group_id: str,
    chapters: Sequence[ReplayedChapter],
    chronology: Chronology,
    statements: Mapping[str, PlacedStatement],
) -> dict[str, Moment]:
    """Every place of the text whose words say something of time, in telling order, with what the chronology makes of it."""
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
) -> Iterator[tuple[str, int, str, TimeExpression, Place]]:
    """Passages and statements with time words that were read: id, offset, words, reading and place."""
    for passage in chapter.passages:
        if passage.time is not None and passage.time_text and passage.time.stated:
            found = passage.value.text.find(passage.time_text)
            start = passage.value.span.start + max(found, 0)
            yield passage.value.uuid, start, passage.time_text, passage.time, chronology.now_of(passage.value.uuid)
    for one in chapter.statements:
        if one.uuid in statements and one.time is not None and one.reading.time and one.time.stated:
            yield one.uuid, one.evidence.start, one.reading.time, one.time, chronology.node_of(one.uuid)


def verdicts_of(chapters: Sequence[ReplayedChapter], statements: Mapping[str, PlacedStatement]) -> list[Verdict]:
    """The judgements on rivals as the fold takes them; pairs of which a statement is gone are left out."""
    found: list[Verdict] = []
    for chapter in chapters:
        for new, known, verdict in chapter.verdicts:
            first, second = statements.get(new), statements.get(known)
            if first is None or second is None or not _counts(first, second, Answer(verdict.value)):
                continue
            found.append(
                Verdict(
                    content_of(first),
                    content_of(second),
                    Answer(verdict.value),
                    Told(chapter.episode.order, first.evidence.start),
                    (second.evidence, first.evidence),
                )
            )
    return found


def _counts(first: PlacedStatement, second: PlacedStatement, answer: Answer) -> bool:
    """Whether a verdict says something new: known cardinality excludes by rule, and only "the same" can be added to it."""
    one, other = content_of(first), content_of(second)
    if one == other:
        return False
    exclusive = set(exclusive_keys(one, first.predicate)) & set(exclusive_keys(other, second.predicate))
    return answer is not Answer.BOTH or not exclusive


def work_language(chapters: Sequence[ReplayedChapter]) -> Language:
    """The language most chapters are written in; of a tie, that of the first."""
    counted = Counter(chapter.episode.language for chapter in chapters)
    return counted.most_common(1)[0][0] if counted else Language.ENGLISH


def people_of(folded: FoldedFact) -> tuple[str, ...]:
    """The ids of everybody whose name stands in the fact."""
    others = (folded.object, folded.holder, *(one.entity for one in folded.participants))
    return (folded.subject, *(who for who in others if who is not None))
