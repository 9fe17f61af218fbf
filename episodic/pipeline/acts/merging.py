"""The author's merges: which may be made, and how they are found again in the text by their words and applied where the reader
learns of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from episodic.dedup.clusters import Clusters
from episodic.model.asserted import Act, ActKind, MentionAnchor
from episodic.model.episodes import Episode
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.placing import chapter_sentences
from episodic.text.sentences import sentence_of as sentence_among

_BEINGS = frozenset({"Person", "Creature"})
_NO_BEINGS = frozenset({"Place", "Organization", "Item", "Ability"})
"""A concept is in neither: a title that was read as one may be somebody's."""


def exclude_each_other(first: str, second: str) -> bool:
    """Whether nothing is of both types: somebody is no place, organisation, item or ability.

    A type of the caller's goes by the shipped type of its name; one that has no such name excludes nothing.
    """
    found = [WorkSettings().entity_type(one) for one in (first, second)]
    kinds = {one.name for one in found if one is not None}
    return bool(kinds & _BEINGS and kinds & _NO_BEINGS)


@dataclass(slots=True)
class _Pending:
    """One merge on its way: which of its two anchors were found, and whether its chapter was told."""

    act: Act
    found: list[int | None]
    left: list[int]
    told: bool
    done: bool = False

    def copy(self) -> _Pending:
        return _Pending(self.act, list(self.found), list(self.left), self.told, self.done)


@dataclass(slots=True)
class Merges:
    """All merges of a work. Each is applied once, as soon as both its mentions and its chapter have been told."""

    pending: list[_Pending] = field(default_factory=list[_Pending])

    @classmethod
    def of(cls, acts: Iterable[Act], episodes: Iterable[str]) -> Merges:
        """The merges among *acts*; a chapter that is not among *episodes* is not waited for."""
        present = set(episodes)
        return cls(
            [
                _Pending(act, [None, None], [one.number for one in act.anchors], act.told_from not in present)
                for act in acts
                if act.kind is ActKind.MERGE and len(act.anchors) == 2
            ]
        )

    def copy(self) -> Merges:
        """An independent copy."""
        return Merges([one.copy() for one in self.pending])

    def apply(self, episode: Episode, places: Sequence[tuple[int, str, Span]], clusters: Clusters) -> bool:
        """Look for anchors in this chapter's mentions and unite what can be united; whether anything was."""
        united = False
        for one in self.pending:
            if one.done:
                continue
            one.told = one.told or one.act.told_from == episode.uuid
            for position, anchor in enumerate(one.act.anchors):
                if one.found[position] is None:
                    self._look(one, position, anchor, episode, places)
            first, second = one.found
            if first is not None and second is not None and one.told:
                one.done = True
                parted = clusters.apart(first, second)
                if parted is not None and parted > one.act.number:
                    continue
                united = united or clusters.root(first) != clusters.root(second)
                clusters.unite(first, second)
        return united

    @staticmethod
    def _look(
        one: _Pending, position: int, anchor: MentionAnchor, episode: Episode, places: Sequence[tuple[int, str, Span]]
    ) -> None:
        for number, surface, span in places:
            if surface != anchor.surface or sentence_of(episode, span) != anchor.sentence:
                continue
            if one.left[position] == 0:
                one.found[position] = number
                return
            one.left[position] -= 1

    def loose(self) -> tuple[Act, ...]:
        """Merges whose words are no longer in the text."""
        return tuple(one.act for one in self.pending if not one.done)


def sentence_of(episode: Episode, span: Span) -> str:
    """The sentence that holds *span*, as written, without the white space around it."""
    return sentence_among(chapter_sentences(episode.text, episode.language), span).of(episode.text).strip()
