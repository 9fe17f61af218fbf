"""The author's decisions on who is who, applied chapter by chapter: splits and corrections before a chapter is placed, merges after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.dedup.clusters import Clusters, PlacedNode
from episodic.model.asserted import Act
from episodic.model.predicates import Predicate
from episodic.model.spans import Span
from episodic.pipeline.acts.authored import Authored, Waivers, corrected_predicates
from episodic.pipeline.acts.corrected import Corrected, Corrections
from episodic.pipeline.acts.dividing import Marks, Splits
from episodic.pipeline.acts.merging import Merges
from episodic.pipeline.asserted import AssertedChapter


@dataclass(slots=True)
class Decisions:
    """What the author decided of one work's entities, statements and predicates."""

    merges: Merges
    splits: Splits
    corrections: Corrections
    authored: Authored
    waivers: Waivers
    predicates: tuple[Predicate, ...] = ()
    nothing: bool = False
    """Whether the author decided nothing at all."""

    @classmethod
    def of(cls, acts: Sequence[Act], episodes: Iterable[str]) -> Decisions:
        """Those among *acts*; a merge does not wait for a chapter that is not among *episodes*."""
        predicates = corrected_predicates(acts)
        return cls(
            Merges.of(acts, episodes),
            Splits(acts),
            Corrections.of(acts),
            Authored.of(acts),
            Waivers.of(acts),
            predicates,
            nothing=not acts,
        )

    def copy(self) -> Decisions:
        """An independent copy."""
        return replace(
            self,
            merges=self.merges.copy(),
            splits=self.splits.copy(),
            corrections=self.corrections.copy(),
            authored=self.authored.copy(),
        )

    def lay(self, chapter: AssertedChapter) -> tuple[AssertedChapter, Marks]:
        """The next chapter with its nodes divided as the author says, and what is decided of each."""
        divided, marks = self.splits.divide(chapter)
        return divided, self.corrections.mark(divided, marks)

    def unite(
        self,
        chapter: AssertedChapter,
        numbers: Sequence[Sequence[int]],
        *,
        places: Sequence[tuple[int, str, Span]],
        clusters: Clusters,
    ) -> None:
        """The chapter's nodes were placed under these *numbers*: unite what the author unites."""
        self.corrections.place(numbers)
        self.authored.place(chapter, numbers)
        self.merges.apply(chapter.episode, places, clusters)

    def corrected(self, clusters: Clusters) -> Mapping[int, Corrected]:
        """What the author corrected, by cluster."""
        return self.corrections.by_root(clusters.root)

    def loose(self) -> tuple[Act, ...]:
        """Decisions whose words are no longer in the text, in the order they were made."""
        found = (*self.merges.loose(), *self.splits.loose(), *self.corrections.loose(), *self.authored.loose())
        return tuple(sorted(found, key=lambda act: act.number))


def marked(nodes: Sequence[Sequence[PlacedNode]], marks: Marks) -> tuple[tuple[PlacedNode, ...], ...]:
    """The nodes of each window with what is decided of them."""
    if not marks:
        return tuple(tuple(row) for row in nodes)
    return tuple(
        tuple(
            replace(node, decided=marks[window, number]) if (window, number) in marks else node
            for number, node in enumerate(row)
        )
        for window, row in enumerate(nodes)
    )
