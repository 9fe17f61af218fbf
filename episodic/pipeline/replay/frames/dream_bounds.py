"""Moves statements that only share a passage with a dream out of the dream.

A dream often begins and ends in the middle of a paragraph. However, a reader gives each passage only one frame, such as
dream or main line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement


@dataclass(frozen=True, slots=True)
class _Dream:
    """The neighbouring passages of one dream, the part of their text that is dreamt, and the main-line passage beside
    them. `mixed` is true if the reader gave any statement of the dream the scope "dream".
    """

    passages: frozenset[int]
    dreamt: Span
    beside: int
    mixed: bool


def outside_dreams(
    sources: Sequence[StatementSource],
    framed: Sequence[FramedPassage],
    text: str,
    find: Callable[[str], Predicate | None],
) -> list[StatementSource]:
    """Return the statements of a chapter. A statement that is in a passage of a dream, but is not part of the dream, is
    moved to a main-line passage. The statement is moved to the last main-line passage before the dream, or else to the
    first main-line passage of the chapter. For example, a statement that stands before or after the dream in the same
    passage is moved.

    A dream begins at words such as "he dreamed that", which can also stand in the passage before the dream. Without
    such words, a dream begins at its first statement of the scope "dream". A dream ends at the first words such as "he
    awoke" after its last statement of the scope "dream", or else directly after that statement. A statement of an
    unchangeable fact, such as a kinship, can count as true outside the dream. It counts so if the reader gave other
    statements of the dream the scope "dream". *find* returns the predicate with a given name.
    """
    dreams = {number: dream for dream in _dreams(sources, framed, text) for number in dream.passages}
    made: list[StatementSource] = []
    for spanned, numbers, names in sources:
        dream = dreams.get(spanned.passage)
        if dream is not None and not _is_dreamt(spanned, dream, find(spanned.reading.core.predicate)):
            made.append((replace(spanned, passage=dream.beside), numbers, names))
        else:
            made.append((spanned, numbers, names))
    return made


def _is_dreamt(spanned: SpannedStatement, dream: _Dream, known: Predicate | None) -> bool:
    scope = spanned.reading.core.scope
    if scope is StatementScope.DREAM:
        return True
    fixed = known is not None and known.kind is PredicateKind.FIXED and scope is StatementScope.WORLD
    within = spanned.span.start < dream.dreamt.end and dream.dreamt.start < spanned.span.end
    return within and not (fixed and dream.mixed)


def _dreams(sources: Sequence[StatementSource], framed: Sequence[FramedPassage], text: str) -> list[_Dream]:
    main = [one.index for one in framed if one.frame is FrameKind.MAIN]
    found: list[_Dream] = []
    for (frame, _), members in groupby(framed, key=lambda one: (one.frame, one.run)):
        passages = list(members)
        if frame is not FrameKind.DREAM or not main:
            continue
        indexes = frozenset(one.index for one in passages)
        spans = [
            one.span
            for one, _, _ in sources
            if one.passage in indexes and one.reading.core.scope is StatementScope.DREAM
        ]
        before = [one for one in main if one < passages[0].index]
        beside = max(before) if before else min(main)
        opened = "" if not passages[0].index else framed[passages[0].index - 1].span.of(text)
        found.append(_Dream(indexes, _dreamt(passages, opened, spans, text), beside, mixed=bool(spans)))
    return found


def _dreamt(passages: Sequence[FramedPassage], before: str, spans: Sequence[Span], text: str) -> Span:
    """Return the span of the text that is dreamt in *passages*, the passages of a dream. *before* is the text of the
    passage before the dream, and *spans* are the spans of the dream's statements of the scope "dream".
    """
    whole = Span(passages[0].span.start, passages[-1].span.end)
    first = min((one.start for one in spans), default=passages[0].span.end)
    last = max((one.end for one in spans), default=whole.start)
    openings = lexicon.pattern("dream_openings")
    start = first if spans else whole.start
    if openings.search(before):
        start = whole.start
    elif (opening := openings.search(text, whole.start, first)) is not None:
        start = opening.start()
    ending = lexicon.pattern("dream_ends").search(text, max(last, start), whole.end)
    end = ending.start() if ending is not None else last if spans else whole.end
    return Span(start, max(start, end))
