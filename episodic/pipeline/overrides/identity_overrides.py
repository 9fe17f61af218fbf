"""Applies the author's merges, splits and entity corrections to each chapter while the chapters are replayed.

Splits and corrections are applied before the identities of a chapter's entities are resolved. Merges are applied after
the identities are resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import PlacedNode
from episodic.model.decisions import Override, OverrideKind
from episodic.model.predicates import Predicate
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.affected_chapters import joined, with_text
from episodic.pipeline.overrides.entity_corrections import Corrections, EntityCorrection
from episodic.pipeline.overrides.entity_merges import Merges, Places
from episodic.pipeline.overrides.entity_splits import NodeDecisions, Splits
from episodic.pipeline.overrides.statement_overrides import StatementOverrides, Waivers, corrected_predicates

Numbers = Callable[[ChapterInput], Sequence[Sequence[int]]]
"""A function that returns, for each window of a chapter, the cluster numbers (numbers of entities) of its nodes. The
nodes of the given chapter are divided by the author's splits.
"""
_WITHOUT_EFFECT = frozenset({OverrideKind.WAIVE, OverrideKind.SETTLE})
"""The kinds of overrides that change nothing in a replay."""


@dataclass(slots=True)
class AppliedOverrides:
    """The overrides of a work, grouped by kind, each with its state after the chapters replayed so far."""

    KEPT: ClassVar[tuple[str, ...]] = ()
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("merges", "splits", "corrections", "authored")

    merges: Merges
    splits: Splits
    corrections: Corrections
    authored: StatementOverrides
    waivers: Waivers
    predicates: tuple[Predicate, ...] = ()
    acts: tuple[Override, ...] = ()
    """The overrides that can change a replay, from oldest to newest."""
    episodes: frozenset[str] = frozenset()
    """The ids of the work's chapters from which one of these overrides applies."""

    @classmethod
    def of(cls, acts: Sequence[Override], episodes: Iterable[str]) -> AppliedOverrides:
        """Return the overrides grouped by kind. *episodes* are the ids of the work's chapters."""
        present = frozenset(episodes)
        return cls(
            Merges.of(acts, present),
            Splits(acts),
            Corrections.of(acts),
            StatementOverrides.of(acts),
            Waivers.of(acts),
            corrected_predicates(acts),
            tuple(one for one in acts if one.kind not in _WITHOUT_EFFECT),
            frozenset(one.told_from for one in acts if one.told_from is not None) & present,
        )

    @property
    def nothing(self) -> bool:
        """Return whether the author made no overrides that can change a replay."""
        return not self.acts

    def affected(self, told: Sequence[ChapterInput]) -> range:
        """Return a range of indexes of *told*, the chapters of a work from the beginning. In the chapters outside the
        range, none of these overrides takes effect. An override can change their results nevertheless, because the
        replay of a chapter depends on all chapters before it.
        """
        if self.predicates:
            return range(len(told))
        texts = self.splits.texts | self.corrections.texts | self.authored.texts
        return joined(with_text(texts, told), self.merges.affected(told))

    def copy(self) -> AppliedOverrides:
        return replace(
            self,
            merges=self.merges.copy(),
            splits=self.splits.copy(),
            corrections=self.corrections.copy(),
            authored=self.authored.copy(),
        )

    def continuing(self, known: AppliedOverrides) -> AppliedOverrides | None:
        """Return a copy of *known* with the waivers of these overrides. Return None if the other overrides are not the
        same.
        """
        if (self.acts, self.episodes) != (known.acts, known.episodes):
            return None
        return replace(known.copy(), waivers=self.waivers)

    def prepare(self, chapter: ChapterInput) -> tuple[ChapterInput, NodeDecisions]:
        """Return the next chapter with the nodes (entities) of its reading divided by the author's splits, and the
        author's decisions about these nodes.
        """
        divided, marks = self.splits.divide(chapter)
        return divided, self.corrections.mark(divided, marks)

    def apply(
        self,
        chapter: ChapterInput,
        numbers: Sequence[Sequence[int]],
        *,
        places: Sequence[tuple[int, str, Span]],
        clusters: Clusters,
    ) -> None:
        """Apply corrections and merges to a chapter, and find the entities that the author's statements name. *numbers*
        contains the cluster number (number of the entity) of each node of the chapter's reading.
        """
        self.corrections.place(numbers)
        self.authored.place(chapter, numbers)
        self.merges.apply(chapter.episode, places, clusters)

    def match(self, chapter: ChapterInput, numbers: Numbers, places: Places) -> None:
        """Find the text to which these overrides refer in the next chapter, which was replayed before, without applying
        the overrides again.
        """
        divided, _ = self.prepare(chapter)
        if self.corrections.anchored.occur_in(chapter.episode) or self.authored.people.occur_in(chapter.episode):
            rows = numbers(divided)
            self.corrections.place(rows)
            self.authored.place(divided, rows)
        self.authored.match(chapter)
        self.merges.match(chapter.episode, places)

    def corrected(self, clusters: Clusters) -> Mapping[int, EntityCorrection]:
        return self.corrections.by_root(clusters.root)

    def unmatched(self) -> tuple[Override, ...]:
        """Return the merges, splits, corrections of entities and overrides of statements that were not applied, in the
        order in which the author made them. An override is usually not applied because the text to which it refers is
        no longer in the work.
        """
        found = (
            *self.merges.unmatched(),
            *self.splits.unmatched(),
            *self.corrections.unmatched(),
            *self.authored.unmatched(),
        )
        return tuple(sorted(found, key=lambda act: act.number))


def with_decisions(nodes: Sequence[Sequence[PlacedNode]], marks: NodeDecisions) -> tuple[tuple[PlacedNode, ...], ...]:
    """Return the nodes (entities as read) of each window, with the author's decisions *marks* attached to the nodes."""
    if not marks:
        return tuple(tuple(row) for row in nodes)
    return tuple(
        tuple(
            replace(node, decided=marks[window, number]) if (window, number) in marks else node
            for number, node in enumerate(row)
        )
        for window, row in enumerate(nodes)
    )
