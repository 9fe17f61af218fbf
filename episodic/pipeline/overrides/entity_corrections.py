"""The author's corrections of entity names, aliases and types, applied during a replay.

Each correction is anchored to the entity's first mention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from episodic.dedup.nodes import NO_OVERRIDES, NodeOverrides
from episodic.model.decisions import Correction, Override, OverrideKind
from episodic.model.name_keys import name_key
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.anchors import AnchoredItems
from episodic.pipeline.overrides.entity_splits import NodeDecisions

OF_ENTITIES = frozenset({Correction.NAME, Correction.ALIAS, Correction.NOT_ALIAS, Correction.TYPE})


@dataclass(frozen=True, slots=True)
class EntityCorrection:
    """The author's corrections of an entity. A field with the value None is not corrected.

    `denied` contains the name keys of removed names.
    """

    name: str | None = None
    type: str | None = None
    added: tuple[str, ...] = ()
    denied: frozenset[str] = frozenset()

    def after(self, act: Override) -> EntityCorrection:
        """Return the corrections of the entity with another override applied."""
        key = name_key(act.text)
        without = tuple(name for name in self.added if name_key(name) != key)
        match act.correction:
            case Correction.NAME:
                return replace(self, name=act.text, added=(*without, act.text), denied=self.denied - {key})
            case Correction.ALIAS:
                return replace(self, added=(*without, act.text), denied=self.denied - {key})
            case Correction.NOT_ALIAS:
                name = None if self.name is not None and name_key(self.name) == key else self.name
                return replace(self, name=name, added=without, denied=self.denied | {key})
            case Correction.TYPE:
                return replace(self, type=act.text)
            case _:
                return self


NO_CORRECTION = EntityCorrection()


@dataclass(slots=True)
class Corrections:
    """All entity corrections of a work. While chapters are replayed, each correction is matched to a cluster (the
    mentions of one entity). The matched cluster contains the mention to which the correction is attached.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("placed_numbers",)
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("anchored",)

    acts: tuple[Override, ...]
    anchored: AnchoredItems[Override]
    placed: list[tuple[Override, int]] = field(default_factory=list[tuple[Override, int]])
    _here: list[tuple[Override, int, int]] = field(default_factory=list[tuple[Override, int, int]])

    @classmethod
    def of(cls, acts: Iterable[Override]) -> Corrections:
        """Return the entity corrections among the overrides *acts*."""
        corrections = tuple(
            one for one in acts if one.kind is OverrideKind.CORRECT and one.correction in OF_ENTITIES and one.anchors
        )
        return cls(corrections, AnchoredItems[Override].of((one.anchors[0], one) for one in corrections))

    def copy(self) -> Corrections:
        return Corrections(self.acts, self.anchored.copy(), list(self.placed), list(self._here))

    @property
    def texts(self) -> frozenset[str]:
        """The texts of which a chapter must contain one, so that a correction can take effect in it."""
        return self.anchored.texts

    @property
    def placed_numbers(self) -> list[tuple[int, int]]:
        """For each correction whose entity was found in the text, the number of its override and the number of the
        entity's cluster of mentions.
        """
        return [(act.number, cluster) for act, cluster in self.placed]

    @placed_numbers.setter
    def placed_numbers(self, numbers: Iterable[tuple[int, int]]) -> None:
        by_number = {one.number: one for one in self.acts}
        self.placed = [(by_number[number], cluster) for number, cluster in numbers]

    def mark(self, chapter: ChapterInput, marks: NodeDecisions) -> NodeDecisions:
        """Return a copy of *marks*, to which the corrections attached to mentions in *chapter* are added. *marks* are
        the author's decisions about nodes (entities as the reader found them).
        """
        self._here = []
        marked = dict(marks)
        for place, acts in self.anchored.find_in(chapter):
            where = (place.window, place.node)
            marked[where] = _with_corrections(marked.get(where, NO_OVERRIDES), acts)
            self._here.extend((act, *where) for act in acts)
        return marked

    def place(self, numbers: Sequence[Sequence[int]]) -> None:
        """For each node with a correction that the last call of `mark` found, record the cluster (entity) of the node.

        *numbers* contains, for each window of the chapter, the cluster numbers (numbers of entities) of the window's
        nodes.
        """
        self.placed.extend((act, numbers[window][node]) for act, window, node in self._here)
        self._here = []

    def by_root(self, root: Callable[[int], int]) -> Mapping[int, EntityCorrection]:
        """Return the corrections of each entity, by the number that all clusters of the entity share. Later corrections
        override earlier corrections.
        """
        found: dict[int, EntityCorrection] = {}
        for act, number in sorted(self.placed, key=lambda one: one[0].number):
            found[root(number)] = found.get(root(number), NO_CORRECTION).after(act)
        return found

    def unmatched(self) -> tuple[Override, ...]:
        """Return the corrections that are attached to a mention which is no longer in the text."""
        return tuple(act for act in self.acts if not self.anchored.has_found(act.anchors[0]))


def _with_corrections(known: NodeOverrides, acts: Sequence[Override]) -> NodeOverrides:
    """Apply the corrections *acts*, in the order in which the author made them, to *known* (the author's overrides of a
    node), and return the result.
    """
    told = EntityCorrection(None, known.type, known.added, frozenset(name_key(name) for name in known.denied))
    for act in sorted(acts, key=lambda one: one.number):
        told = told.after(act)
    return replace(known, type=told.type, added=told.added, denied=tuple(sorted(told.denied)))
