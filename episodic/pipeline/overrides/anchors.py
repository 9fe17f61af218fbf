"""Finds, during a replay, the mentions in the text to which the author's overrides refer (their anchors)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from episodic.model.decisions import MentionAnchor
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.entity_merges import sentence_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class AnchorPlace:
    """A mention in the reading of a chapter: its span in the chapter and its surface form. The other fields are the
    index of the mention's window (part of the chapter) and of its node (the entity that a reader found there).
    """

    span: Span
    surface: str
    window: int
    node: int


def places_in(chapter: ChapterInput) -> list[AnchorPlace]:
    """Return every mention of a chapter's reading, in text order."""
    reading = chapter.reading
    return sorted(
        AnchorPlace(span.shifted(start), surface.text, window, number)
        for window, (start, one) in enumerate(zip(reading.starts, reading.windows, strict=True))
        for number, node in enumerate(one.nodes)
        for surface in node.surfaces
        for span in surface.spans
    )


class MentionCounter:
    """A counter that numbers mentions with equal surface forms in equal sentences, in narrative order, so that an
    override can refer to one of them.

    Only mentions with the given surface forms are counted.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_counts",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, surfaces: Iterable[str]) -> None:
        self._surfaces = frozenset(surfaces)
        self._counts: dict[tuple[str, str], int] = {}

    def copy(self) -> MentionCounter:
        copied = MentionCounter(self._surfaces)
        copied._counts = dict(self._counts)
        return copied

    def find_in(self, chapter: ChapterInput) -> Iterator[tuple[MentionAnchor, tuple[AnchorPlace, ...]]]:
        """Yield each mention in *chapter* that has one of the counter's surface forms. A mention is yielded as its
        anchor (surface form, sentence and number) and its entries (window and node) in the reading of the chapter. The
        method must be called for the chapters in narrative order.

        A mention has several entries in the reading if the reader listed it for several nodes (entities as found in one
        window).
        """
        if not self._surfaces:
            return
        episode = chapter.episode
        same: dict[tuple[Span, str], list[AnchorPlace]] = {}
        for place in places_in(chapter):
            if place.surface in self._surfaces:
                same.setdefault((place.span, place.surface), []).append(place)
        for (span, surface), places in same.items():
            sentence = sentence_of(episode, span)
            number = self._counts.get((surface, sentence), 0)
            self._counts[surface, sentence] = number + 1
            yield MentionAnchor(surface, sentence, number), tuple(places)


@dataclass(slots=True)
class AnchoredItems(Generic[T]):
    """Items attached to mention anchors. An item is, for example, an override. While the chapters are replayed in
    order, at most one mention is found for each anchor. An anchor is a surface form, its sentence, and its number among
    equal mentions.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("found",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("numbered",)

    wanted: dict[MentionAnchor, list[T]]
    numbered: MentionCounter
    found: set[MentionAnchor] = field(default_factory=set[MentionAnchor])

    @classmethod
    def of(cls, things: Iterable[tuple[MentionAnchor, T]]) -> AnchoredItems[T]:
        """Return the items, grouped by their anchors. Several items, such as two overrides, may have the same anchor if
        they are attached to the same mention in the text.
        """
        wanted: dict[MentionAnchor, list[T]] = {}
        for anchor, thing in things:
            wanted.setdefault(anchor, []).append(thing)
        return cls(wanted, MentionCounter(anchor.surface for anchor in wanted))

    def copy(self) -> AnchoredItems[T]:
        return AnchoredItems(self.wanted, self.numbered.copy(), set(self.found))

    def find_in(self, chapter: ChapterInput) -> list[tuple[AnchorPlace, list[T]]]:
        """Return the mentions of the next chapter whose anchors have items, such as overrides, and the items of each of
        these mentions.
        """
        met: list[tuple[AnchorPlace, list[T]]] = []
        for anchor, places in self.numbered.find_in(chapter):
            things = self.wanted.get(anchor)
            if things is not None:
                self.found.add(anchor)
                met.extend((place, things) for place in places)
        return met
