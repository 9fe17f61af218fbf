"""Merge suggestions: pairs of entities that may be the same according to their names.

The author of the work accepts or rejects each merge suggestion. The search for merge suggestions compares only names.
The search finds pairs of entities by Western names with titles, given names and family names. The search also finds
pairs by Chinese courtesy names with and without the surname. Finally, the search finds pairs by names that differ in
one or two letters. If a name fits several entities equally well, the search suggests no merge for this name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, NamedTuple

from rapidfuzz.distance import OSA

from episodic.dedup.misspelt_names import MisspeltNames
from episodic.dedup.western_names import WesternName, names_agree, parse_western_name
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Alias, Entity
from episodic.model.shared_dict import SharedDict
from episodic.text.personal_names import surname_of

LIMIT = 20
"""The maximum number of merge suggestions for a work."""
PERSON = "Person"
_SHORTEST = 5
"""The minimum length of a Latin name in the search for misspellings, in characters.

Names shorter than _SHORTEST, such as Jack and Jock, often differ in one letter by chance.
"""
_LONG = 10
"""The minimum length of two Latin names that may differ in two letters and still count as spellings of one name."""
_RARE = 10
"""A correct name must be used at least this many times as often as its misspelling, unless the misspelling is used only
once.
"""
_MIN_MENTIONS = 3
"""In a suggested pair of people, one person must have at least this many mentions. A name that another name misspells
by a changed letter must have at least this many uses.
"""
_FAMILY = 4
"""The maximum number of entities with the same family name for which the search suggests merges."""


@dataclass(frozen=True, slots=True)
class MergeSuggestion:
    """The ids of two entities that may be the same, and the two names that suggest the merge.

    `first` is the id of the entity that is mentioned more often, and `second` the id of the other one.
    """

    first: str
    second: str
    names: tuple[Alias, Alias]
    weight: int
    bare: bool = False
    """True if all names of one of the two entities consist of titles and a single word, such as "Bill" or "Captain
    Tom".
    """


KeptApart = Callable[[str, str], bool]
"""The type of functions that tell whether two entities, given by id, are known to be different.

Two entities are known to be different if one sentence names both entities, or if a judgement or the author says that
they are different.
"""
NeverNear = Callable[[str, str], bool]
"""The type of functions that tell whether two entities, given by id, are never mentioned near each other."""


class MergeSuggester:
    """Finds merge suggestions for the successive versions of a work's entities. After a change, misspelt names are
    looked for again only among the names of new and changed entities.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_bearers", "_pairs")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_bearers"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("_misspelt",)

    def __init__(self) -> None:
        self._misspelt = MisspeltNames(
            lambda alias: alias.count > 0 and _long_enough(alias.key),
            lambda name, alias, kind: _one_misspelt(name, alias, kind=kind),
        )
        self._bearers = SharedDict[NamePart, tuple[str, ...]]()
        self._pairs = SharedDict[NamePart, tuple[MergeSuggestion, ...]]()

    def restored(self, entities: Mapping[str, Entity]) -> None:
        """Restore the entities that the last call of `suggest` was given, because a checkpoint does not store these
        entities with the suggester.
        """
        self._misspelt.restored(entities)

    def suggest(
        self,
        entities: Mapping[str, Entity],
        apart: KeptApart,
        *,
        far: NeverNear = lambda _first, _second: False,
    ) -> tuple[MergeSuggestion, ...]:
        """Return at most LIMIT merge suggestions for *entities*, a mapping from ids to entities, the greatest weight
        first.

        Each pair of entities is suggested at most once, and suggestions with equal weights are in narrative order.

        A person with a short name such as "Bill" is not paired with an entity that is never mentioned near this person.
        A name is short here if it consists only of titles and a single word. For example, a Bill of chapter 20 is not
        paired with the Bill Barley of chapter 46.
        """
        self._update(entities)
        self._misspelt.update(entities)
        misspelt = (_pair(one, other, (name, alias), 1) for one, name, other, alias in self._misspelt.pairs())
        found = [*(one for pairs in self._pairs.values() for one in pairs), *misspelt]
        ranked: dict[tuple[str, str], MergeSuggestion] = {}
        for one in sorted(found, key=lambda one: (-one.weight, one.names[0].first.told, one.names[1].first.told)):
            ranked.setdefault((one.first, one.second), one)
        kept: list[MergeSuggestion] = []
        for one in ranked.values():
            if len(kept) == LIMIT:
                break
            if not (one.bare and far(one.first, one.second)) and not apart(one.first, one.second):
                kept.append(one)
        return tuple(kept)

    def _update(self, entities: Mapping[str, Entity]) -> None:
        """Find again the pairs of people who have a part of a name in common with a new, changed or removed entity."""
        before = self._misspelt.entities
        touched: dict[NamePart, None] = {}
        for uuid in (*missing_keys(before, entities), *changed_keys(before, entities)):
            known = _parts(before[uuid]) if uuid in before else {}
            now = _parts(entities[uuid]) if uuid in entities else {}
            touched.update(known)
            touched.update(now)
            for part in known.keys() - now.keys():
                self._bearers[part] = tuple(one for one in self._bearers[part] if one != uuid)
            for part in now.keys() - known.keys():
                self._bearers[part] = (*self._bearers.get(part, ()), uuid)
        for part in touched:
            people = sorted(
                (entities[uuid] for uuid in self._bearers[part]), key=lambda one: (one.first.told, one.uuid)
            )
            pairs = tuple(_western_pairs(part.text, people) if part.western else _courtesy_pairs(part.text, people))
            if pairs and pairs != self._pairs.get(part):
                self._pairs[part] = pairs
            elif not pairs:
                self._pairs.pop(part, None)
            if not people:
                del self._bearers[part]


def _pair(one: Entity, other: Entity, names: tuple[Alias, Alias], trust: int) -> MergeSuggestion:
    """Return a suggestion to merge two entities because of *names*, one name of each. The weight of the suggestion
    depends first on *trust*, and then on the numbers of mentions of the two entities. *trust* says how surely such
    names mean one entity, from 1 (least sure, a possible misspelling) to 4 (surest). If both entities bear the same
    name, the suggestion has two different names of them instead (see `_different_names`).
    """
    if names[0].key == names[1].key:
        names = _different_names(one, other, names)
    weight = trust * 1000 + min(999, 10 * min(one.mentions, other.mentions) + min(9, max(one.mentions, other.mentions)))
    bare = _is_bare(one) or _is_bare(other)
    if (-other.mentions, other.first.told) < (-one.mentions, one.first.told):
        return MergeSuggestion(other.uuid, one.uuid, (names[1], names[0]), weight, bare)
    return MergeSuggestion(one.uuid, other.uuid, names, weight, bare)


def _different_names(one: Entity, other: Entity, names: tuple[Alias, Alias]) -> tuple[Alias, Alias]:
    """Return a name of each entity that the other does not have, of several the two that are most alike ("Tobias Wick"
    and "Tobias Wicke"). For an entity without such a name, return its name of *names*.
    """
    shared = {alias.key for alias in one.aliases} & {alias.key for alias in other.aliases}
    own = [
        [alias for alias in each.aliases if alias.count and alias.key not in shared] or [name]
        for each, name in zip((one, other), names, strict=True)
    ]
    return min(
        ((first, second) for first in own[0] for second in own[1]),
        key=lambda pair: OSA.normalized_distance(pair[0].key, pair[1].key),
    )


def _is_bare(one: Entity) -> bool:
    names = [parse_western_name(alias.key) for alias in one.aliases]
    return one.type == PERSON and all(name is not None and not name.given for name in names)


class NamePart(NamedTuple):
    """A part that the names of two people may have in common. The part is a family name or a given name of a Western
    name, or the last two characters of a Chinese name.
    """

    western: bool
    text: str


def _parts(entity: Entity) -> dict[NamePart, None]:
    parts: dict[NamePart, None] = {}
    for alias in entity.aliases if entity.type == PERSON else ():
        name = parse_western_name(alias.key)
        if name is not None:
            parts.update(dict.fromkeys(NamePart(western=True, text=one) for one in (name.family, name.given) if one))
        if len(alias.key) in {2, 3, 4} and _han(alias.key):
            parts[NamePart(western=False, text=alias.key[-2:])] = None
    return parts


def _western_pairs(family: str, people: Sequence[Entity]) -> Iterator[MergeSuggestion]:
    """Yield the suggestions for people with a Western name that has the part *family*.

    A suggestion may pair two people with the same family name whose names do not contradict each other. A suggestion
    may also pair a person known only by a given name with the only person whose full name has this given name.
    """
    named: dict[str, tuple[Entity, list[tuple[WesternName, Alias]]]] = {}
    fuller: dict[str, tuple[Entity, Alias]] = {}
    for one in people:
        for alias in one.aliases:
            name = parse_western_name(alias.key)
            if name is not None and name.family == family:
                named.setdefault(one.uuid, (one, []))[1].append((name, alias))
            if name is not None and name.given == family:
                fuller[one.uuid] = (one, alias)
    if 1 < len(named) <= _FAMILY:
        yield from _of_family(list(named.values()))
    alone = [(one, names) for one, names in named.values() if all(not name.given for name, _ in names)]
    if len(named) != 1 or len(alone) != 1 or len(fuller) != 1:
        return
    (one, names), ((other, alias),) = alone[0], fuller.values()
    bare = [found for name, found in names if not name.titled]
    if bare and one.uuid != other.uuid and max(one.mentions, other.mentions) >= _MIN_MENTIONS:
        yield _pair(one, other, (bare[0], alias), 2)


def _of_family(bearers: Sequence[tuple[Entity, list[tuple[WesternName, Alias]]]]) -> Iterator[MergeSuggestion]:
    """Yield merge suggestions for pairs of people who share a family name and whose other names do not contradict each
    other. A pair is left out if a third person may be the same person as one of the two.
    """
    agreeing = {
        frozenset((one.uuid, other.uuid))
        for (one, names), (other, others) in combinations(bearers, 2)
        if names_agree([name for name, _ in names], [name for name, _ in others])
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
        if max(one.mentions, other.mentions) < _MIN_MENTIONS:
            continue
        if not both and not any(frozenset((one.uuid, third)) in agreeing for third in greater):
            yield _pair(one, other, (names[0][1], others[0][1]), 3)


def _courtesy_pairs(tail: str, people: Sequence[Entity]) -> Iterator[MergeSuggestion]:
    """Yield a pair if exactly one person is called by the two Chinese characters *tail* (云长). Exactly one other
    person must be called by a surname and *tail* (关云长). One of the two people must be mentioned at least
    _MIN_MENTIONS times. The person who is called by *tail* alone may also have other Chinese names. In this case, one
    of these Chinese names must begin with the surname of the other person.
    """
    named = [(one, alias) for one in people for alias in one.aliases if _han(alias.key) and alias.key[-2:] == tail]
    bearers = [(one, alias) for one, alias in named if len(alias.key) == 2]
    fuller = {one.uuid: (one, alias) for one, alias in named if len(alias.key) in {3, 4}}
    if len(bearers) != 1 or len(fuller) != 1:
        return
    (one, name), ((other, alias),) = bearers[0], fuller.values()
    if one.uuid == other.uuid or max(one.mentions, other.mentions) < _MIN_MENTIONS:
        return
    surname = alias.key[:-2]
    others = [key.key for key in one.aliases if key.key != tail and _han(key.key)]
    if any(key.startswith(surname) for key in others):
        yield _pair(one, other, (name, alias), 4)
    elif not others:
        yield _pair(one, other, (name, alias), 2)


def _one_misspelt(name: Alias, other: Alias, *, kind: str) -> bool:
    rare, common = sorted((name, other), key=lambda one: one.count)
    first, second = rare.key, common.key
    if first == second or first[0] != second[0] or len(first.split()) != len(second.split()):
        return False
    if _han(first) and len(first) != len(second):
        return first[-1] == second[-1] and min(len(first), len(second)) >= 3
    if common.count < _MIN_MENTIONS or rare.count > max(1, common.count // _RARE):
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
    """Return whether two Chinese names of equal length that differ in one character are mostly alike. Names that are
    mostly alike share more than a surname or a word such as 城 or 宫.
    """
    if kind == PERSON:
        surname = surname_of(first)
        return surname != surname_of(second) or len(first) - len(surname) > 1
    return first[-1] == second[-1] and len(first) > 3


def _family(key: str) -> str | None:
    name = parse_western_name(key)
    return None if name is None else name.family


def _long_enough(key: str) -> bool:
    if _han(key):
        return len(key) >= 3
    return len(key) >= _SHORTEST and all(letter.isalpha() or letter in " .'-" for letter in key)


def _han(key: str) -> bool:
    return bool(key) and all("\u3400" <= letter <= "\u9fff" for letter in key)
