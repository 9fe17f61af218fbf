"""Entities whose names look like one misspelt or unmerged person: proposed to the author, never united by rule.

Only names are looked at, in their forms: Western names with titles, given and family name, Chinese courtesy names with and
without the surname, and names that differ in one letter. Where several people could be meant, nobody is suspected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz.distance import OSA

from episodic.dedup.western_names import Western, agree, western
from episodic.model.graph import Alias, Entity
from episodic.model.surnames import surname_of

LIMIT = 20
"""So many pairs of a work are proposed at most, those with the most mentions first."""
PERSON = "Person"
_SHORTEST = 5
"""Latin names shorter than this differ in one letter by chance (Jack, Zack)."""
_LONG = 10
"""Latin names from here on may differ in two letters."""
_RARE = 10
"""A misspelling stands in the text at most once for so many times of the right one."""
_TELLING = 3
"""Of two who are both mentioned less often than this nothing is said."""
_FAMILY = 4
"""Of more bearers of one family name nothing is said."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Two entities, by id, and the names that make them look like one; the more often named one first."""

    first: str
    second: str
    names: tuple[Alias, Alias]
    weight: int
    bare: bool = False
    """One of the two is only ever called by one word that many can bear, titles aside: Bill, Captain Tom."""


Together = Callable[[str, str], bool]
"""Whether two entities, by id, are kept apart: told of as two in one sentence, or by a judgement or the author."""
Far = Callable[[str, str], bool]
"""Whether two entities, by id, are never told of near each other."""


def suspected(
    entities: Iterable[Entity], apart: Together, *, far: Far = lambda _first, _second: False
) -> tuple[Suspicion, ...]:
    """At most LIMIT pairs, best founded first; each pair once. Ties go by telling order.

    Who is only ever called by one word is suspected to be nobody told of far away: a Bill of chapter 20 is not the Bill Barley of
    chapter 46.
    """
    known = list(entities)
    people = [one for one in known if one.type == PERSON]
    found: dict[tuple[str, str], Suspicion] = {}
    for one in (*_western_pairs(people), *_courtesy_pairs(people), *_misspelt(known)):
        found.setdefault((one.first, one.second), one)
    ranked = sorted(found.values(), key=lambda one: (-one.weight, one.names[0].first.told, one.names[1].first.told))
    kept: list[Suspicion] = []
    for one in ranked:
        if len(kept) < LIMIT and not (one.bare and far(one.first, one.second)) and not apart(one.first, one.second):
            kept.append(one)
    return tuple(kept)


def _pair(one: Entity, other: Entity, names: tuple[Alias, Alias], trust: int) -> Suspicion:
    """The suspicion of *one* and *other*; what is mentioned more often weighs more, *trust* counts before that."""
    weight = trust * 1000 + min(999, 10 * min(one.mentions, other.mentions) + min(9, max(one.mentions, other.mentions)))
    bare = _is_bare(one) or _is_bare(other)
    if (-other.mentions, other.first.told) < (-one.mentions, one.first.told):
        return Suspicion(other.uuid, one.uuid, (names[1], names[0]), weight, bare)
    return Suspicion(one.uuid, other.uuid, names, weight, bare)


def _is_bare(one: Entity) -> bool:
    """Whether somebody is only ever called by one Latin word, titles aside."""
    names = [western(alias.key) for alias in one.aliases]
    return one.type == PERSON and all(name is not None and not name.given for name in names)


def _western_pairs(people: Sequence[Entity]) -> Iterator[Suspicion]:
    """Bearers of one family name of whom nothing says that they are several, and a given name that only one can mean."""
    families: dict[str, dict[str, tuple[Entity, list[tuple[Western, Alias]]]]] = {}
    given: dict[str, list[tuple[Entity, Alias]]] = {}
    for one in people:
        for alias in one.aliases:
            name = western(alias.key)
            if name is None:
                continue
            families.setdefault(name.family, {}).setdefault(one.uuid, (one, []))[1].append((name, alias))
            if name.given:
                given.setdefault(name.given, []).append((one, alias))
    for bearers in families.values():
        if 1 < len(bearers) <= _FAMILY:
            yield from _of_family(list(bearers.values()))
    for family, bearers in families.items():
        fuller = {one.uuid: (one, alias) for one, alias in given.get(family, ())}
        alone = [(one, names) for one, names in bearers.values() if all(not name.given for name, _ in names)]
        if len(bearers) != 1 or len(alone) != 1 or len(fuller) != 1:
            continue
        (one, names), ((other, alias),) = alone[0], fuller.values()
        bare = [found for name, found in names if not name.titled]
        if bare and one.uuid != other.uuid and max(one.mentions, other.mentions) >= _TELLING:
            yield _pair(one, other, (bare[0], alias), 2)


def _of_family(bearers: Sequence[tuple[Entity, list[tuple[Western, Alias]]]]) -> Iterator[Suspicion]:
    """Every lesser bearer with the one who is named most, if it agrees with all of them, or agrees with only one other."""
    agreeing = {
        frozenset((one.uuid, other.uuid))
        for (one, names), (other, others) in combinations(bearers, 2)
        if agree([name for name, _ in names], [name for name, _ in others])
    }
    for (one, names), (other, others) in combinations(bearers, 2):
        if frozenset((one.uuid, other.uuid)) not in agreeing:
            continue
        thirds = [third.uuid for third, _ in bearers if third.uuid not in {one.uuid, other.uuid}]
        both = [
            third
            for third in thirds
            if (frozenset((one.uuid, third)) in agreeing) != (frozenset((other.uuid, third)) in agreeing)
        ]
        greater = [
            third.uuid
            for third, _ in bearers
            if third.mentions > max(one.mentions, other.mentions) and third.uuid in thirds
        ]
        if max(one.mentions, other.mentions) < _TELLING:
            continue
        if not both and not any(frozenset((one.uuid, third)) in agreeing for third in greater):
            yield _pair(one, other, (names[0][1], others[0][1]), 3)


def _courtesy_pairs(people: Sequence[Entity]) -> Iterator[Suspicion]:
    """A Chinese name of two characters and the same with a surname before it, each borne by one entity only."""
    short: dict[str, list[tuple[Entity, Alias]]] = {}
    full: dict[str, list[tuple[Entity, Alias]]] = {}
    for one in people:
        for alias in one.aliases:
            if not _han(alias.key):
                continue
            if len(alias.key) == 2:
                short.setdefault(alias.key, []).append((one, alias))
            elif len(alias.key) in {3, 4}:
                full.setdefault(alias.key[-2:], []).append((one, alias))
    for tail, bearers in short.items():
        fuller = {one.uuid: (one, alias) for one, alias in full.get(tail, ())}
        if len(bearers) != 1 or len(fuller) != 1:
            continue
        (one, name), ((other, alias),) = bearers[0], fuller.values()
        if one.uuid == other.uuid or max(one.mentions, other.mentions) < _TELLING:
            continue
        surname = alias.key[:-2]
        others = [key.key for key in one.aliases if key.key != tail and _han(key.key)]
        if any(key.startswith(surname) for key in others):
            yield _pair(one, other, (name, alias), 4)
        elif not others:
            yield _pair(one, other, (name, alias), 2)


def _misspelt(entities: Sequence[Entity]) -> Iterator[Suspicion]:
    """Names that differ in one letter (two in long ones), the one rare, the other common, and no third like them."""
    near: dict[tuple[str, str], list[tuple[Entity, Alias]]] = {}
    for one in entities:
        for alias in one.aliases:
            if alias.count and _long_enough(alias.key):
                for left_out in _left_out(alias.key):
                    near.setdefault((one.type, left_out), []).append((one, alias))
    for bearers in near.values():
        different = {one.uuid for one, _ in bearers}
        if len(different) != 2:
            continue
        for (one, name), (other, alias) in combinations(bearers, 2):
            if one.uuid != other.uuid and _one_misspelt(name, alias, kind=one.type):
                yield _pair(one, other, (name, alias), 1)


def _one_misspelt(name: Alias, other: Alias, *, kind: str) -> bool:
    rare, common = sorted((name, other), key=lambda one: one.count)
    first, second = rare.key, common.key
    if first == second or first[0] != second[0] or len(first.split()) != len(second.split()):
        return False
    if _han(first) and len(first) != len(second):
        return first[-1] == second[-1] and min(len(first), len(second)) >= 3
    if common.count < _TELLING or rare.count > max(1, common.count // _RARE):
        return False
    if _han(first):
        return OSA.distance(first, second) == 1 and _mostly_alike(first, second, kind=kind)
    if _family(first) is not None and _family(first) == _family(second):
        return False
    if {first.removesuffix("s"), second.removesuffix("s")} & {first, second} and first.rstrip("s") == second.rstrip(
        "s"
    ):
        return False
    allowed = 2 if min(len(first), len(second)) >= _LONG else 1
    return OSA.distance(first, second) <= allowed


def _mostly_alike(first: str, second: str, *, kind: str) -> bool:
    """Whether Chinese names of one length that differ in one character share more than a surname or a word such as 城 or 宫."""
    if kind == PERSON:
        surname = surname_of(first)
        return surname != surname_of(second) or len(first) - len(surname) > 1
    return first[-1] == second[-1] and len(first) > 3


def _family(key: str) -> str | None:
    name = western(key)
    return None if name is None else name.family


def _long_enough(key: str) -> bool:
    if _han(key):
        return len(key) >= 3
    return len(key) >= _SHORTEST and all(letter.isalpha() or letter in " .'-" for letter in key)


def _left_out(key: str) -> set[str]:
    """The key with each one character left out, and itself: two names at distance 1 share one of these."""
    return {key, *(key[:place] + key[place + 1 :] for place in range(1, len(key)))}


def _han(key: str) -> bool:
    return bool(key) and all("\u3400" <= letter <= "\u9fff" for letter in key)
