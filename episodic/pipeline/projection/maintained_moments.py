"""The moments of a work's time expressions, kept as the same objects in the next graph if their days did not change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from episodic.model.ids import identify
from episodic.model.moments import Moment, TimeExpression
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.day_bounds import DayBounds
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.placed import PlacedStatement


class TimedText(NamedTuple):
    """A parsed time expression: the passage or statement to which it belongs, its text, and the order key of its
    chapter. `start` is the offset of the time expression of a passage, or the offset of the quote of a statement.
    """

    owner: str
    start: int
    words: str
    expression: TimeExpression
    of_passage: bool
    order: int

    def place(self, chronology: Chronology) -> TimePosition:
        """Return the position of the time expression in the chronology."""
        return chronology.now_of(self.owner) if self.of_passage else chronology.position_of(self.owner)


class MaintainedMoments:
    """The moments of the time expressions of a work's last graph."""

    KEPT: ClassVar[tuple[str, ...]] = ("_timed", "_made")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._timed: list[tuple[ReplayedChapter, tuple[TimedText, ...]]] = []
        """The chapters from which the last graph was derived, each with its parsed time expressions."""
        self._made: dict[str, tuple[TimedText, DayBounds, bool, Moment]] = {}

    def of(
        self,
        chapters: Sequence[ReplayedChapter],
        chronology: Chronology,
        statements: Mapping[str, PlacedStatement],
    ) -> dict[str, Moment]:
        """Return the moments of the passages and statements whose time expression was parsed and does not mean an
        unknown time. A moment has the earliest and the latest possible day. The result has no moments for time
        expressions that set a new current moment inside a passage. The keys of the result are the ids of the passages
        and statements, in the order of the chapters.
        """
        set_aside = chronology.set_aside
        found: dict[str, Moment] = {}
        made: dict[str, tuple[TimedText, DayBounds, bool, Moment]] = {}
        for chapter, texts in self._timed_in(chapters):
            for timed in texts:
                if not timed.of_passage and timed.owner not in statements:
                    continue
                bounds, ignored = chronology.bounds(timed.place(chronology)), timed.owner in set_aside
                known = self._made.get(timed.owner)
                if known is None or known[0] != timed or known[1] != bounds or known[2] != ignored:
                    known = (timed, bounds, ignored, self._moment(timed, chapter, chronology, ignored=ignored))
                made[timed.owner] = known
                found[known[3].uuid] = known[3]
        self._made = made
        return found

    def _timed_in(self, chapters: Sequence[ReplayedChapter]) -> list[tuple[ReplayedChapter, tuple[TimedText, ...]]]:
        self._timed = [
            known if known is not None and known[0] is one else (one, tuple(_timed_texts(one)))
            for known, one in zip_longest(self._timed[: len(chapters)], chapters)
        ]
        return self._timed

    def _moment(self, timed: TimedText, chapter: ReplayedChapter, chronology: Chronology, *, ignored: bool) -> Moment:
        bounds = chronology.bounds(timed.place(chronology))
        return Moment(
            uuid=identify("moment", self._group_id, timed.owner),
            group_id=self._group_id,
            episode=chapter.episode.uuid,
            start=timed.start,
            text=timed.words,
            expression=timed.expression,
            earliest=bounds.earliest,
            latest=bounds.latest,
            label=chronology.label(bounds, chapter.episode.language),
            set_aside=ignored,
            order=timed.order,
        )


def _timed_texts(chapter: ReplayedChapter) -> Iterator[TimedText]:
    """Yield the time expressions of the passages and then of the statements of a chapter. Expressions that were not
    parsed or whose time is unknown are left out.
    """
    order = chapter.episode.order
    for passage in chapter.passages:
        if passage.time is not None and passage.time_text and passage.time.stated:
            start = passage.value.span.start if passage.time_start is None else passage.time_start
            yield TimedText(passage.value.uuid, start, passage.time_text, passage.time, of_passage=True, order=order)
    for one in chapter.statements:
        if one.time is not None and one.reading.core.time and one.time.stated:
            yield TimedText(
                one.uuid, one.evidence.start, one.reading.core.time, one.time, of_passage=False, order=order
            )
