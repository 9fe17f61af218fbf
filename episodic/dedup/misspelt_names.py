"""An index of pairs of entities whose names may be spellings of one name, kept up to date while entities change.

A variant of a name is the name itself, or the name without one letter after the first. Two names that begin with the
same letter and are at edit distance 1 share at least one variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Alias, Entity
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition

_Variant = tuple[str, str]
_Pair = frozenset[str]


class MisspeltNames:
    """The pairs of entities of one type with similar names. Two entities form a pair only if no third entity has the
    variant that their names share.

    *indexed* is a function that tells whether a name of an entity is compared with other names at all. *similar* is a
    function that tells whether two names of entities of one type may be spellings of one name.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_entities", "_bearers")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_bearers"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, indexed: Callable[[Alias], bool], similar: Callable[[Alias, Alias, str], bool]) -> None:
        self._indexed, self._similar = indexed, similar
        self._entities: Mapping[str, Entity] = SharedDict()
        self._bearers = SharedDict[_Variant, tuple[str, ...]]()
        self._shared: dict[_Pair, set[_Variant]] = {}
        self._found: dict[_Pair, tuple[Entity, Entity, tuple[Alias, Alias] | None]] = {}

    @property
    def entities(self) -> Mapping[str, Entity]:
        """Return the entities of the last update, by id."""
        return self._entities

    def update(self, entities: Mapping[str, Entity]) -> None:
        """Take over *entities*, the entities of the new version by id. After a change, only the names of new and
        changed entities are indexed again.
        """
        before, self._entities = self._entities, entities
        for uuid in (*missing_keys(before, entities), *changed_keys(before, entities)):
            known = self._variants(before[uuid]) if uuid in before else set[_Variant]()
            now = self._variants(entities[uuid]) if uuid in entities else set[_Variant]()
            for variant in known - now:
                self._set_bearers(variant, tuple(one for one in self._bearers[variant] if one != uuid))
            for variant in now - known:
                self._set_bearers(variant, (*self._bearers.get(variant, ()), uuid))

    def restored(self) -> None:
        """Rebuild `_shared`, which a checkpoint does not contain, from `_bearers`."""
        for variant, bearers in self._bearers.items():
            if len(bearers) == 2:
                self._shared.setdefault(frozenset(bearers), set()).add(variant)

    def pairs(self) -> Iterator[tuple[Entity, Alias, Entity, Alias]]:
        """Yield each pair of entities with similar names once, as entity, name, entity, name, in narrative order. The
        two yielded names of a pair are the first similar ones in the entities' lists of aliases.
        """
        found = [(one, other, names) for pair in self._shared for one, other, names in [self._compared(pair)] if names]
        for one, other, names in sorted(found, key=lambda pair: (_place(pair[0]), _place(pair[1]))):
            yield (one, names[0], other, names[1])

    def _compared(self, pair: _Pair) -> tuple[Entity, Entity, tuple[Alias, Alias] | None]:
        first, second = sorted((self._entities[uuid] for uuid in pair), key=_place)
        known = self._found.get(pair)
        if known is None or known[0] is not first or known[1] is not second:
            known = self._found[pair] = (first, second, self._similar_names(first, second))
        return known

    def _similar_names(self, one: Entity, other: Entity) -> tuple[Alias, Alias] | None:
        shared = {variant for _, variant in self._shared[frozenset((one.uuid, other.uuid))]}
        for name in filter(self._indexed, one.aliases):
            common = shared & variants_of(name.key)
            for alias in filter(self._indexed, other.aliases):
                if not common.isdisjoint(variants_of(alias.key)) and self._similar(name, alias, one.type):
                    return name, alias
        return None

    def _variants(self, entity: Entity) -> set[_Variant]:
        names = (alias.key for alias in entity.aliases if self._indexed(alias))
        return {(entity.type, variant) for key in names for variant in variants_of(key)}

    def _set_bearers(self, variant: _Variant, bearers: tuple[str, ...]) -> None:
        before = self._bearers.get(variant, ())
        if len(before) == 2:
            pair = frozenset(before)
            self._shared[pair].discard(variant)
            if not self._shared[pair]:
                del self._shared[pair]
            self._found.pop(pair, None)
        if bearers:
            self._bearers[variant] = bearers
        else:
            del self._bearers[variant]
        if len(bearers) == 2:
            self._shared.setdefault(frozenset(bearers), set()).add(variant)
            self._found.pop(frozenset(bearers), None)


def _place(entity: Entity) -> tuple[NarrativePosition, str]:
    return (entity.first.told, entity.uuid)


def variants_of(key: str) -> set[str]:
    """Return the key itself, and all keys that result from deleting one character after the first character."""
    return {key, *(key[:place] + key[place + 1 :] for place in range(1, len(key)))}
