"""An index of pairs of entities whose names may be spellings of one name, kept up to date while entities change.

A variant of a name is the name itself, or the name without one letter after the first. Two names that begin with the
same letter and are at edit distance 1 share at least one variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Alias, Entity
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition

_Variant = tuple[str, str]
_Pair = tuple[str, str]
"""The ids of two entities, in ascending order."""


class MisspeltNames:
    """The pairs of entities of one type with similar names. Two entities form a pair only if their names share a
    variant (a name without one letter) that no third entity has.

    *indexed* is a function that tells whether a name of an entity is compared with other names at all. *similar* is a
    function that tells whether two names of entities of one type may be spellings of one name.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_bearers", "_shared", "_similar_pairs")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_bearers", "_shared", "_similar_pairs"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, indexed: Callable[[Alias], bool], similar: Callable[[Alias, Alias, str], bool]) -> None:
        self._indexed, self._similar = indexed, similar
        self._entities: Mapping[str, Entity] = SharedDict()
        self._bearers = SharedDict[_Variant, tuple[str, ...]]()
        self._shared = SharedDict[_Pair, tuple[_Variant, ...]]()
        """For each pair of entities, the variants of their names that only these two entities share."""
        self._similar_pairs = SharedDict[_Pair, tuple[Alias, Alias]]()
        """For each pair of entities with similar names, these names: first the name of the first entity in narrative
        order.
        """

    @property
    def entities(self) -> Mapping[str, Entity]:
        """Return the entities of the last update, by id."""
        return self._entities

    def update(self, entities: Mapping[str, Entity]) -> None:
        """Update the index to a new version of the work; *entities* maps the ids of its entities to the entities. After
        a change, only the names of new and changed entities are indexed again.
        """
        before, self._entities = self._entities, entities
        stale: set[_Pair] = set()
        for uuid in (*missing_keys(before, entities), *changed_keys(before, entities)):
            known = self._variants(before[uuid]) if uuid in before else set[_Variant]()
            now = self._variants(entities[uuid]) if uuid in entities else set[_Variant]()
            stale.update(_pair(bearers) for one in known & now if len(bearers := self._bearers[one]) == 2)
            for variant in known - now:
                stale |= self._set_bearers(variant, tuple(one for one in self._bearers[variant] if one != uuid))
            for variant in now - known:
                stale |= self._set_bearers(variant, (*self._bearers.get(variant, ()), uuid))
        for pair in stale:
            names = self._similar_names(*self._in_order(pair)) if pair in self._shared else None
            if names is not None:
                self._similar_pairs[pair] = names
            else:
                self._similar_pairs.pop(pair, None)

    def restored(self, entities: Mapping[str, Entity]) -> None:
        """Restore the entities that the last call of `update` was given, because a checkpoint does not store these
        entities with the index.
        """
        self._entities = entities

    def pairs(self) -> Iterator[tuple[Entity, Alias, Entity, Alias]]:
        """Yield each pair of entities with similar names once, as entity, name, entity, name, in narrative order. The
        two yielded names of a pair are the first similar ones in the entities' lists of aliases.
        """
        found = [(*self._in_order(pair), names) for pair, names in self._similar_pairs.items()]
        for one, other, names in sorted(found, key=lambda pair: (_place(pair[0]), _place(pair[1]))):
            yield (one, names[0], other, names[1])

    def _in_order(self, pair: _Pair) -> tuple[Entity, Entity]:
        first, second = sorted((self._entities[uuid] for uuid in pair), key=_place)
        return first, second

    def _similar_names(self, one: Entity, other: Entity) -> tuple[Alias, Alias] | None:
        shared = {variant for _, variant in self._shared[_pair((one.uuid, other.uuid))]}
        for name in filter(self._indexed, one.aliases):
            common = shared & variants_of(name.key)
            for alias in filter(self._indexed, other.aliases):
                if not common.isdisjoint(variants_of(alias.key)) and self._similar(name, alias, one.type):
                    return name, alias
        return None

    def _variants(self, entity: Entity) -> set[_Variant]:
        names = (alias.key for alias in entity.aliases if self._indexed(alias))
        return {(entity.type, variant) for key in names for variant in variants_of(key)}

    def _set_bearers(self, variant: _Variant, bearers: tuple[str, ...]) -> set[_Pair]:
        """Set which entities have the given variant of a name. Return the pairs of entities that gain or lose this
        variant as a variant that only the two of them share.
        """
        before = self._bearers.get(variant, ())
        pairs: set[_Pair] = set()
        if len(before) == 2:
            pair = _pair(before)
            pairs.add(pair)
            left = tuple(one for one in self._shared[pair] if one != variant)
            if left:
                self._shared[pair] = left
            else:
                del self._shared[pair]
        if bearers:
            self._bearers[variant] = bearers
        else:
            del self._bearers[variant]
        if len(bearers) == 2:
            pair = _pair(bearers)
            pairs.add(pair)
            self._shared[pair] = (*self._shared.get(pair, ()), variant)
        return pairs


def _pair(entities: Iterable[str]) -> _Pair:
    first, second = sorted(entities)
    return first, second


def _place(entity: Entity) -> tuple[NarrativePosition, str]:
    return (entity.first.told, entity.uuid)


def variants_of(key: str) -> set[str]:
    """Return the key itself, and all keys that result from deleting one character after the first character."""
    return {key, *(key[:place] + key[place + 1 :] for place in range(1, len(key)))}
