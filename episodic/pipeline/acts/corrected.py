"""The author's corrections of entities: their names, aliases and types, held by the first mention of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.dedup.clusters import UNDECIDED, Decided
from episodic.model.asserted import Act, ActKind, Correction
from episodic.model.names import name_key
from episodic.pipeline.acts.anchors import Anchored
from episodic.pipeline.acts.dividing import Marks
from episodic.pipeline.asserted import AssertedChapter

OF_ENTITIES = frozenset({Correction.NAME, Correction.ALIAS, Correction.NOT_ALIAS, Correction.TYPE})


@dataclass(frozen=True, slots=True)
class Corrected:
    """What an entity is by the author's word: its main name and type (None: as told), names added, and keys of names denied."""

    name: str | None = None
    type: str | None = None
    added: tuple[str, ...] = ()
    denied: frozenset[str] = frozenset()

    def after(self, act: Act) -> Corrected:
        """With one correction more."""
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


AS_TOLD = Corrected()


@dataclass(slots=True)
class Corrections:
    """All corrections of entities of a work, found as its chapters are told."""

    acts: tuple[Act, ...]
    anchored: Anchored[Act]
    placed: list[tuple[Act, int]] = field(default_factory=list[tuple[Act, int]])
    _here: list[tuple[Act, int, int]] = field(default_factory=list[tuple[Act, int, int]])

    @classmethod
    def of(cls, acts: Iterable[Act]) -> Corrections:
        """The corrections among *acts* that are about an entity."""
        mine = tuple(
            one for one in acts if one.kind is ActKind.CORRECT and one.correction in OF_ENTITIES and one.anchors
        )
        return cls(mine, Anchored[Act].of((one.anchors[0], one) for one in mine))

    def copy(self) -> Corrections:
        """An independent copy."""
        return Corrections(self.acts, self.anchored.copy(), list(self.placed), list(self._here))

    def mark(self, chapter: AssertedChapter, marks: Marks) -> Marks:
        """*marks* with what is corrected of the next chapter's nodes."""
        self._here = []
        marked = dict(marks)
        for place, acts in self.anchored.tell(chapter):
            where = (place.window, place.node)
            marked[where] = _decided(marked.get(where, UNDECIDED), acts)
            self._here.extend((act, *where) for act in acts)
        return marked

    def place(self, numbers: Sequence[Sequence[int]]) -> None:
        """The nodes of the chapter marked last went to these clusters."""
        self.placed.extend((act, numbers[window][node]) for act, window, node in self._here)
        self._here = []

    def by_root(self, root: Callable[[int], int]) -> Mapping[int, Corrected]:
        """What the clusters are by the author's word, later corrections over earlier ones."""
        found: dict[int, Corrected] = {}
        for act, number in sorted(self.placed, key=lambda one: one[0].number):
            found[root(number)] = found.get(root(number), AS_TOLD).after(act)
        return found

    def loose(self) -> tuple[Act, ...]:
        """Corrections whose entity's first mention is not in the text any more."""
        return tuple(act for act in self.acts if act.anchors[0] not in self.anchored.found)


def _decided(known: Decided, acts: Sequence[Act]) -> Decided:
    """*known* with corrections, in the order they were made."""
    told = Corrected(None, known.type, known.added, frozenset(name_key(name) for name in known.denied))
    for act in sorted(acts, key=lambda one: one.number):
        told = told.after(act)
    return replace(known, type=told.type, added=told.added, denied=tuple(sorted(told.denied)))
