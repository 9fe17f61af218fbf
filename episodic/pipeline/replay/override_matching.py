"""Finds the text to which the author's overrides refer in chapters that were replayed before, so that these chapters
need not be replayed again under other overrides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.identity_overrides import AppliedOverrides
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter


def match_chapters(
    decisions: AppliedOverrides, completed: Sequence[ChapterInput], chapters: Sequence[ReplayedChapter]
) -> None:
    """Bring *decisions*, overrides with their state after the chapters before, into the state after *chapters*, which
    were replayed from *completed*. The replay of these chapters must have the same results under *decisions*.
    """
    for chapter, told in zip(completed, chapters, strict=True):
        known = _KnownChapter(told)
        decisions.match(chapter, known.numbers, known.places)


@dataclass(frozen=True, slots=True)
class _KnownChapter:
    """A replayed chapter, which is loaded only if an override refers to its text."""

    told: ReplayedChapter

    def numbers(self, divided: ChapterInput) -> list[list[int]]:
        """Return, for each window of the chapter, the cluster numbers of its nodes."""
        numbers = (number for number, _ in self.told.nodes)
        return [[next(numbers) for _ in window.nodes] for window in divided.reading.windows]

    def places(self) -> Sequence[tuple[int, str, Span]]:
        return self.told.places


def rematched(
    decisions: AppliedOverrides,
    known: AppliedOverrides,
    completed: Sequence[ChapterInput],
    chapters: Sequence[ReplayedChapter],
) -> AppliedOverrides:
    """Return *decisions*, overrides without a state, with their state after all *chapters*, which were replayed from
    *completed* under the overrides *known*.
    """
    continuing = decisions.continuing(known)
    if continuing is not None:
        return continuing
    found = decisions.copy()
    found.authored.take_counts(known.authored)
    match_chapters(found, completed, chapters)
    return found
