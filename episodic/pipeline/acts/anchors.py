"""Mentions that the author's acts hold on to, found again in chapters as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from episodic.model.asserted import MentionAnchor
from episodic.model.spans import Span
from episodic.pipeline.acts.merging import sentence_of
from episodic.pipeline.asserted import AssertedChapter

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One mention as it was read: where it stands in the chapter, its words, and its window and node there."""

    span: Span
    surface: str
    window: int
    node: int


def places_in(chapter: AssertedChapter) -> list[Place]:
    """Every mention of a chapter's reading, in text order."""
    reading = chapter.reading
    return sorted(
        Place(span.shifted(start), surface.text, window, number)
        for window, (start, one) in enumerate(zip(reading.starts, reading.windows, strict=True))
        for number, node in enumerate(one.nodes)
        for surface in node.surfaces
        for span in surface.spans
    )


class Numbered:
    """Counts equal mentions (one surface, one sentence) in telling order, for some surfaces only."""

    def __init__(self, surfaces: Iterable[str]) -> None:
        self._surfaces = frozenset(surfaces)
        self._counts: dict[tuple[str, str], int] = {}

    def copy(self) -> Numbered:
        """An independent copy."""
        other = Numbered(self._surfaces)
        other._counts = dict(self._counts)
        return other

    def tell(self, chapter: AssertedChapter) -> Iterator[tuple[MentionAnchor, tuple[Place, ...]]]:
        """The anchor of each mention of the next chapter, with the readings of these very words (one, as a rule)."""
        if not self._surfaces:
            return
        episode = chapter.episode
        same: dict[tuple[Span, str], list[Place]] = {}
        for place in places_in(chapter):
            if place.surface in self._surfaces:
                same.setdefault((place.span, place.surface), []).append(place)
        for (span, surface), places in same.items():
            sentence = sentence_of(episode, span)
            number = self._counts.get((surface, sentence), 0)
            self._counts[surface, sentence] = number + 1
            yield MentionAnchor(surface, sentence, number), tuple(places)


@dataclass(slots=True)
class Anchored(Generic[T]):
    """Things that hang on anchors; each is found at most once as the chapters go by."""

    wanted: dict[MentionAnchor, list[T]]
    numbered: Numbered
    found: set[MentionAnchor] = field(default_factory=set[MentionAnchor])

    @classmethod
    def of(cls, things: Iterable[tuple[MentionAnchor, T]]) -> Anchored[T]:
        """Each thing under its anchor; several may share one."""
        wanted: dict[MentionAnchor, list[T]] = {}
        for anchor, thing in things:
            wanted.setdefault(anchor, []).append(thing)
        return cls(wanted, Numbered(anchor.surface for anchor in wanted))

    def copy(self) -> Anchored[T]:
        """An independent copy."""
        return Anchored(self.wanted, self.numbered.copy(), set(self.found))

    def tell(self, chapter: AssertedChapter) -> list[tuple[Place, list[T]]]:
        """Where things of this chapter hang."""
        met: list[tuple[Place, list[T]]] = []
        for anchor, places in self.numbered.tell(chapter):
            things = self.wanted.get(anchor)
            if things is not None:
                self.found.add(anchor)
                met.extend((place, things) for place in places)
        return met
