"""Rules that exclude known entities which a node cannot be, so that identity questions need not list them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from episodic.dedup.cluster import Cluster
from episodic.dedup.merge_suggestions import PERSON
from episodic.dedup.name_affinity import NameParts, affinity, name_parts, same_given
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.western_names import parse_western_name
from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.text.descriptive_names import is_description

_BEINGS = frozenset({PERSON, "Creature"})
_THING = "Item"
_SIMILAR = 70.0
"""The minimum affinity of the names of two things, places or concepts that may be the same entity."""
_MISSPELT = 85.0
"""The minimum similarity of two full names that may be spellings of one name."""
NEAR_CHAPTERS = 3
"""A node whose name shares no part with a person's names may be this person only if the person was mentioned at most
this number of chapters ago.
"""


def is_plausible(node: PlacedNode, known: Cluster, chapter: int) -> bool:
    """Return whether the node, which shares no name with the cluster *known*, may be the same entity. *chapter* is the
    index of the node's chapter.

    Two people with surnames may be the same person only if a surname is the same and the given names do not differ. A
    person without a surname (for example, with a nickname or a description as name) may be any person of the same sex
    who has a similar name or was mentioned recently. Things and places may be the same only if their names are similar.
    As an exception, a thing that has only descriptions as names may be any thing of the same chapter, because a paper
    is called "the letter" in one scene and "his sad tale" in the next.
    """
    written, others_written = node.names() or (node.reading.name,), tuple(known.names) or (known.first_name,)
    names, others = [name_key(name) for name in written], [name_key(name) for name in others_written]
    if node.reading.type not in _BEINGS:
        if node.reading.type == _THING and known.known.last_seen == chapter and all(map(is_description, written)):
            return True
        return any(affinity(one, other) >= _SIMILAR for one in names for other in others)
    if unlike_sexes((*names, *node.title_keys()), (*others, *map(name_key, known.titles))):
        return False
    mine, theirs = _of_family(written), _of_family(others_written)
    if mine and theirs:
        return any(_fit(one, other) for one in mine for other in theirs)
    if any(affinity(one, other) >= _SIMILAR for one in names for other in others):
        return True
    return chapter - known.known.last_seen <= NEAR_CHAPTERS


def unlike_people(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether two people with these names cannot be the same: their titles indicate different sexes, or
    their full names share the surname but not the given name.
    """
    names, others = list(names), list(others)
    if unlike_sexes(map(name_key, names), map(name_key, others)):
        return True
    mine, theirs = ([one for one in _of_family(listed) if one.full] for listed in (names, others))
    pairs = [(one, other) for one in mine for other in theirs if one.han == other.han and one.family == other.family]
    return bool(pairs) and not any(_fit(one, other) for one, other in pairs)


def unlike_sexes(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether the titles among two lists of name keys indicate different sexes."""
    one = frozenset[str]().union(*map(_sex, names))
    other = frozenset[str]().union(*map(_sex, others))
    return len(one) == 1 and len(other) == 1 and one != other


def _of_family(names: Iterable[str]) -> list[NameParts]:
    """Return the parts of the names that have a family name."""
    return [parts for name in names if (parts := _parts_of_proper_name(name)) is not None and parts.family]


@lru_cache(maxsize=1 << 16)
def _parts_of_proper_name(name: str) -> NameParts | None:
    return None if is_description(name) else name_parts(name_key(name))


def _fit(one: NameParts, other: NameParts) -> bool:
    """Return whether two names with family names may belong to one person."""
    if one.han != other.han:
        return True
    if one.family != other.family:
        return not one.han and affinity(_given_and_family(one), _given_and_family(other)) >= _MISSPELT
    if not one.given or not other.given:
        return True
    if one.han:
        return len(one.given) != len(other.given) or bool(one.rare & other.rare)
    return same_given(one.given, other.given)


def _given_and_family(name: NameParts) -> str:
    return f"{name.given} {name.family}".strip()


@cache
def _sex(key: str) -> frozenset[str]:
    """Return the sexes that the titles of a name indicate: a set with at most one of "woman" and "man"."""
    western = parse_western_name(key)
    if western is not None and (western.woman or western.man):
        return frozenset({"woman"} if western.woman else {"man"})
    last = key.rsplit(maxsplit=1)[-1] if key.isascii() and key.split() else ""
    for sex, name in (("woman", "female_forms"), ("man", "male_forms")):
        forms = lexicon.words(name)
        if last in forms or (not last and any(key.endswith(form) for form in forms)):
            return frozenset({sex})
    return frozenset()
