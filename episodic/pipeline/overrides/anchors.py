"""Finds, during a replay, the mentions in the text to which the author's overrides refer (their anchors)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from episodic.model.decisions import MentionAnchor
from episodic.model.episodes import Episode
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


def sought_in(chapter: ChapterInput, surfaces: Collection[str]) -> Iterator[tuple[str, str, tuple[AnchorPlace, ...]]]:
    """Yield each mention of a chapter's reading that has one of the given surface forms, in text order. A mention is
    yielded as its surface form, its sentence and its entries (window and node) in the reading.

    A mention has several entries in the reading if the reader listed it for several nodes (entities as found in one
    window).
    """
    same: dict[tuple[Span, str], list[AnchorPlace]] = {}
    for place in places_in(chapter):
        if place.surface in surfaces:
            same.setdefault((place.span, place.surface), []).append(place)
    for (span, surface), places in same.items():
        yield surface, sentence_of(chapter.episode, span), tuple(places)


class MentionCounter:
    """A counter that numbers mentions with equal surface forms in equal sentences, in narrative order, so that an
    override can refer to one of them.

    Only mentions with the given surface forms are counted.
    """

    def __init__(self, surfaces: Iterable[str]) -> None:
        self._surfaces = frozenset(surfaces)
        self._counts: dict[tuple[str, str], int] = {}

    def find_in(self, chapter: ChapterInput) -> Iterator[tuple[MentionAnchor, tuple[AnchorPlace, ...]]]:
        """Yield each mention in *chapter* that has one of the counter's surface forms. A mention is yielded as its
        anchor (surface form, sentence and number) and its entries (window and node) in the reading of the chapter. The
        method must be called for the chapters in narrative order.
        """
        for surface, sentence, places in sought_in(chapter, self._surfaces):
            number = self._counts.get((surface, sentence), 0)
            self._counts[surface, sentence] = number + 1
            yield MentionAnchor(surface, sentence, number), places


@dataclass(slots=True)
class AnchoredItems(Generic[T]):
    """Items attached to mention anchors. An item is, for example, an override. While the chapters are replayed in
    order, at most one mention is found for each anchor. An anchor is a surface form, its sentence, and its number among
    equal mentions.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("counts",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    wanted: Mapping[MentionAnchor, Sequence[T]]
    counts: dict[tuple[str, str], int]
    """The number of mentions so far, for each surface form and sentence of an anchor in `wanted`."""

    @classmethod
    def of(cls, things: Iterable[tuple[MentionAnchor, T]]) -> AnchoredItems[T]:
        """Return the items, grouped by their anchors. Several items, such as two overrides, may have the same anchor if
        they are attached to the same mention in the text.
        """
        wanted: dict[MentionAnchor, list[T]] = {}
        for anchor, thing in things:
            wanted.setdefault(anchor, []).append(thing)
        return cls(wanted, {(anchor.surface, anchor.sentence): 0 for anchor in wanted})

    def copy(self) -> AnchoredItems[T]:
        return AnchoredItems(self.wanted, dict(self.counts))

    @property
    def texts(self) -> frozenset[str]:
        """The sentences of the anchors."""
        return frozenset(sentence for _, sentence in self.counts)

    def occur_in(self, episode: Episode) -> bool:
        """Return whether the text of a chapter contains the sentence of an anchor."""
        return any(sentence in episode.text for _, sentence in self.counts)

    def find_in(self, chapter: ChapterInput) -> list[tuple[AnchorPlace, Sequence[T]]]:
        """Return the mentions of the next chapter whose anchors have items, such as overrides, and the items of each of
        these mentions.
        """
        if not self.occur_in(chapter.episode):
            return []
        met: list[tuple[AnchorPlace, Sequence[T]]] = []
        for surface, sentence, places in sought_in(chapter, {surface for surface, _ in self.counts}):
            number = self.counts.get((surface, sentence))
            if number is not None:
                self.counts[surface, sentence] = number + 1
                things = self.wanted.get(MentionAnchor(surface, sentence, number), ())
                met.extend((place, things) for place in places if things)
        return met

    def has_found(self, anchor: MentionAnchor) -> bool:
        """Return whether the chapters so far contain the mention to which *anchor* refers."""
        return self.counts[anchor.surface, anchor.sentence] > anchor.number
