"""The author's merges of entities, applied during a replay, and the entity types that cannot be merged.

Each merge is anchored to one mention of each entity, and applies from a given chapter on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from episodic.dedup.clusters import Clusters
from episodic.model.decisions import MentionAnchor, Override, OverrideKind
from episodic.model.episodes import Episode
from episodic.model.settings import LIVING, WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.affected_chapters import joined, with_text
from episodic.pipeline.text_positions import chapter_sentences
from episodic.text.sentences import sentence_of as sentence_among

_NON_BEINGS = frozenset({"Place", "Organization", "Item", "Ability"})
"""The entity types that no person or creature can have. The type Concept is left out, because a title that was read as
a concept may be a person's title.
"""

Places = Callable[[], Sequence[tuple[int, str, Span]]]
"""A function that returns the mentions of a chapter: cluster number, surface form, and span in the chapter."""


def exclude_each_other(first: str, second: str) -> bool:
    """Return whether no entity can have the types *first* and *second* at the same time. A person or creature is never
    a place, organisation, item or ability; no other types exclude each other.

    A custom type is treated like the shipped type of the same name. If no shipped type has the name of a custom type,
    an entity with the custom type can also have any other type.
    """
    found = [WorkSettings().entity_type(one) for one in (first, second)]
    kinds = {one.name for one in found if one is not None}
    return bool(kinds.intersection(LIVING) and kinds & _NON_BEINGS)


@dataclass(slots=True)
class _PendingMerge:
    """The state of a merge during a replay.

    `found` contains the cluster numbers of the two mentions to which the merge is attached (its anchors). `found`
    contains None for an anchor that has not been found yet. `left` contains one number for each of the two anchors. The
    number says how many other mentions the replay must still skip before it reaches the anchor, the mention that the
    author chose. Only mentions with the same surface form and sentence are counted. `told` is true if the chapter from
    which the merge applies has been replayed or is not in the work.
    """

    act: Override
    found: list[int | None]
    left: list[int]
    told: bool
    done: bool = False

    def affected(self, told: Sequence[ChapterInput]) -> range:
        """Return a range of indexes of *told* that contains the chapter in which the merge takes effect."""
        needed = [with_text((anchor.sentence,), told) for anchor in self.act.anchors]
        if not self.told:
            needed.append(_chapters_with(self.act.told_from, told))
        return range(max(one.start for one in needed), max(one.stop for one in needed)) if all(needed) else range(0)

    def copy(self) -> _PendingMerge:
        return _PendingMerge(self.act, list(self.found), list(self.left), self.told, self.done)


@dataclass(slots=True)
class Merges:
    """All merges of a work. Each merge is applied once, after the two mentions to which it is attached and the chapter
    from which it applies have been replayed.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("progress",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    pending: list[_PendingMerge] = field(default_factory=list[_PendingMerge])

    @classmethod
    def of(cls, acts: Iterable[Override], episodes: Iterable[str]) -> Merges:
        """Return the merges among the overrides *acts*.

        If the chapter from which a merge applies is not among *episodes*, the merge does not wait for this chapter.
        Such a merge applies as soon as the two mentions to which it is attached have been replayed.
        """
        present = set(episodes)
        return cls(
            [
                _PendingMerge(act, [None, None], [one.number for one in act.anchors], act.told_from not in present)
                for act in acts
                if act.kind is OverrideKind.MERGE and len(act.anchors) == 2
            ]
        )

    @property
    def progress(self) -> list[tuple[tuple[int | None, ...], tuple[int, ...], bool, bool]]:
        """The state of each merge in the replay, as the fields `found`, `left`, `told` and `done` of its
        `_PendingMerge`.
        """
        return [(tuple(one.found), tuple(one.left), one.told, one.done) for one in self.pending]

    @progress.setter
    def progress(self, progress: Sequence[tuple[tuple[int | None, ...], tuple[int, ...], bool, bool]]) -> None:
        for merge, (found, left, told, done) in zip(self.pending, progress, strict=True):
            merge.found, merge.left, merge.told, merge.done = list(found), list(left), told, done

    def copy(self) -> Merges:
        return Merges([one.copy() for one in self.pending])

    def affected(self, told: Sequence[ChapterInput]) -> range:
        """Return a range of indexes of *told*, the chapters of a work from the beginning. Outside the range, no merge
        takes effect.
        """
        return joined(*(one.affected(told) for one in self.pending))

    def match(self, episode: Episode, places: Places) -> None:
        """Find the mentions to which merges are attached in a chapter that was replayed before. Its merges are not
        applied again.
        """
        for _ in self._ready_after(episode, places):
            pass

    def apply(self, episode: Episode, places: Sequence[tuple[int, str, Span]], clusters: Clusters) -> bool:
        """Find the mentions in this chapter to which merges are attached, and apply the merges that are ready. A merge
        is ready if its two mentions have been found and its chapter `told_from` has been replayed. A merge has no
        effect if the author divided the same two entities by a later override.

        Return whether a merge has united two different entities in this chapter.
        """
        united = False
        for act, first, second in self._ready_after(episode, lambda: places):
            parted = clusters.apart(first, second)
            if parted is not None and parted > act.number:
                continue
            united = united or clusters.root(first) != clusters.root(second)
            clusters.unite(first, second)
        return united

    def _ready_after(self, episode: Episode, places: Places) -> Iterator[tuple[Override, int, int]]:
        """Yield the merges that become ready in a chapter, each with the cluster numbers of its two mentions."""
        for merge in self.pending:
            if merge.done:
                continue
            merge.told = merge.told or merge.act.told_from == episode.uuid
            for position, anchor in enumerate(merge.act.anchors):
                if merge.found[position] is None and anchor.sentence in episode.text:
                    self._look(merge, position, anchor, episode, places())
            first, second = merge.found
            if first is not None and second is not None and merge.told:
                merge.done = True
                yield merge.act, first, second

    @staticmethod
    def _look(
        merge: _PendingMerge,
        position: int,
        anchor: MentionAnchor,
        episode: Episode,
        places: Sequence[tuple[int, str, Span]],
    ) -> None:
        for number, surface, span in places:
            if surface != anchor.surface or sentence_of(episode, span) != anchor.sentence:
                continue
            if merge.left[position] == 0:
                merge.found[position] = number
                return
            merge.left[position] -= 1

    def unmatched(self) -> tuple[Override, ...]:
        """Return the merges that were not applied, because a mention to which they are attached or the chapter from
        which they apply was not replayed.
        """
        return tuple(one.act for one in self.pending if not one.done)


def _chapters_with(uuid: str | None, told: Sequence[ChapterInput]) -> range:
    number = next((number for number, one in enumerate(told) if one.episode.uuid == uuid), None)
    return range(0) if number is None else range(number, number + 1)


def sentence_of(episode: Episode, span: Span) -> str:
    """Return the text of the sentence that contains *span*, without surrounding white space."""
    return sentence_among(chapter_sentences(episode.text, episode.language), span).of(episode.text).strip()
