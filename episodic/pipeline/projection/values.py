"""Converts replayed statements to the statements that stores keep, and a judge's verdicts to input of the fold, which
derives facts. A verdict says whether two statements mean the same, can both be true, or exclude each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from episodic.model.episodes import UNDETERMINED, Language
from episodic.model.graph import Statement
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.exclusion import JudgedPair, content_of, exclusive_keys
from episodic.temporal.placed import PlacedStatement
from episodic.temporal.questions import Verdict


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


def statements_later(
    group_id: str, placed: SharedDict[str, PlacedStatement], facts: Mapping[str, str]
) -> LazyEntries[str, Statement]:
    """Return the statements as stores keep them, by id. Each statement is converted to the stored form only when it is
    used. Later changes of *placed* have no effect.
    """
    there = placed.copy()
    return LazyEntries(there, lambda uuid: statement_of(group_id, there[uuid], facts.get(uuid)))


def verdicts_of(chapters: Sequence[ReplayedChapter], statements: Mapping[str, PlacedStatement]) -> list[JudgedPair]:
    """Return the judge's verdicts on pairs of rival statements (whether both can be true) as input for the fold, which
    derives facts.
    """
    return [pair for chapter in chapters for pair in judged_pairs(chapter.episode.order, chapter.verdicts, statements)]


def judged_pairs(
    order: int, verdicts: Iterable[tuple[str, str, Verdict]], statements: Mapping[str, PlacedStatement]
) -> Iterator[JudgedPair]:
    """Yield the judge's verdicts of one chapter on pairs of statements (whether both can be true) as input for the
    fold, which derives facts. *order* is the order key of the chapter to which the verdicts belong.

    A verdict on two statements is left out if one of the two statements no longer exists. A verdict is also left out if
    it cannot change the derived facts (see `_adds_information`).
    """
    for new, known, verdict in verdicts:
        first, second = statements.get(new), statements.get(known)
        if first is not None and second is not None and _adds_information(first, second, verdict):
            yield JudgedPair(
                content_of(first),
                content_of(second),
                verdict,
                NarrativePosition(order, first.evidence.start),
                (second.evidence, first.evidence),
            )


def _adds_information(first: PlacedStatement, second: PlacedStatement, answer: Verdict) -> bool:
    """Return whether a judge's verdict about two statements can change the facts that are derived from statements. A
    verdict about statements with equal content has no effect. The verdict BOTH (both can be true at once) has no effect
    if the cardinality of the predicate allows only one of the two contents, because the cardinality then decides.
    """
    one, other = content_of(first), content_of(second)
    if one == other:
        return False
    exclusive = set(exclusive_keys(one, first.predicate)) & set(exclusive_keys(other, second.predicate))
    return answer is not Verdict.BOTH or not exclusive


def work_language(chapters: Sequence[ReplayedChapter] | Sequence[ChapterInput]) -> Language:
    """Return the most frequent language of the chapters, or UNDETERMINED without chapters. If several languages are
    equally frequent, the language that comes first is returned.
    """
    counted = Counter(chapter.episode.language for chapter in chapters)
    return counted.most_common(1)[0][0] if counted else UNDETERMINED
