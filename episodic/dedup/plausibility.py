"""Rules that exclude known entities which a node cannot be, so that identity questions need not list them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from episodic.dedup.cluster import Cluster
from episodic.dedup.designations import (
    are_writings,
    head_noun,
    is_indefinite,
    is_personal,
    may_be_anybody,
    same_head,
    shares_head,
    without_addition,
)
from episodic.dedup.name_affinity import NameParts, affinity, name_parts, same_given
from episodic.dedup.nodes import PlacedNode, is_pronoun
from episodic.dedup.western_names import LifeStage, parse_western_name, stage_of_life
from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.model.settings import LIVING
from episodic.text.descriptive_names import is_description, names_owner, without_article
from episodic.text.first_person import Sex
from episodic.text.scripts import is_ideographic

_THING = "Item"
_SIMILAR = 70.0
"""The minimum affinity of two names that may mean one entity. The minimum affinity _SIMILAR does not apply to two
people with surnames, nor to things described alike, such as "the old boat" and "a boat".
"""
_MISSPELT = 85.0
"""The minimum affinity of two Western names with different family names that may be spellings of one name."""
NEAR_CHAPTERS = 3
"""A node can mean a known person or creature without a similar name only shortly after its last mention. The last
mention must be at most NEAR_CHAPTERS chapters ago.
"""


def is_similar(node: PlacedNode, known: Cluster, chapter: int) -> bool:
    """Return whether the node may be the entity *known* according to their names, even if they share no whole name.
    *chapter* is the index of the node's chapter.

    Two people whose names indicate different sexes are never the same. Two people whose surnames are in the same script
    may be the same only if their surnames agree, apart from spelling. The given names of two such people must not
    differ. If only one of the two surnames is Chinese, the two people may be the same. If node and entity are not both
    people with surnames, they may be the same only if their names are similar. A node for a writing that is only
    described, such as "this sad tale", needs no similar name. The node may be any writing that the same chapter has
    mentioned.
    """
    written, others_written = _called(node), _known_as(known)
    names, others = [name_key(name) for name in written], [name_key(name) for name in others_written]
    if node.reading.type not in LIVING:
        if any(_alike_things(one, other) for one in written for other in others_written):
            return True
        described = all(map(is_description, written)) and known.known.last_seen == chapter
        return node.reading.type == _THING and described and are_writings(written, others_written)
    if unlike_sexes(names, others):
        return False
    mine, theirs = _of_family(written), _of_family(others_written)
    if mine and theirs:
        return any(_fit(one, other) for one in mine for other in theirs)
    return any(affinity(one, other) >= _SIMILAR for one in names for other in others)


@lru_cache(maxsize=1 << 16)
def _alike_things(first: str, second: str) -> bool:
    """Return whether two names of things, places, groups or concepts are similar. Names are compared without article,
    and alphabetic descriptions are similar if they have the same head noun.
    """
    one, other = without_article(name_key(first)), without_article(name_key(second))
    described = is_description(first) or is_description(second) or names_owner(first) or names_owner(second)
    han = any(map(is_ideographic, one))
    if described or han:
        contained = han and (one in other or other in one)
        return (contained or same_head(one, other)) and (affinity(one, other) >= _SIMILAR or not han)
    return affinity(one, other) >= _SIMILAR


def is_near(node: PlacedNode, known: Cluster, chapter: int) -> bool:
    """Return whether a node for a person or creature may be the recently mentioned entity *known*, although their names
    are not similar. *chapter* is the index of the node's chapter.

    An indefinite description such as "a tinker" introduces somebody new and means nobody mentioned before. A role or
    relation such as "the doctor" or "my mother" means only somebody who is called by this role or relation. A
    description such as "our visitor" may mean anybody. A proper name such as "Doctor Livesey" may mean somebody who was
    only described in a way that fits anybody, or by the role "doctor". A proper name may also mean somebody of an
    earlier chapter who has another proper name. A narrator without a name may be anybody who has a name, who says "I",
    or who has only descriptions such as "our visitor". Two people with surnames, or with names that indicate different
    sexes, are never the same.
    """
    called, others = _called(node), _known_as(known)
    if node.reading.type not in LIVING or chapter - known.known.last_seen > NEAR_CHAPTERS:
        return False
    if unlike_sexes(map(name_key, called), map(name_key, others)):
        return False
    if _of_family(called) and _of_family(others):
        return False
    named, others_named = (any(map(is_personal, names)) for names in (node.names(), known.names))
    speaks, others_speak = node.is_first_person or node.reading.narrator, any(map(is_pronoun, known.titles))
    if speaks and (others_speak or not named):
        return others_named or others_speak or all(map(may_be_anybody, others))
    if all(map(is_pronoun, others)):
        return False
    if named and others_named:
        return any(index < chapter for index, _ in known.windows)
    if named:
        return all(map(may_be_anybody, others)) or shares_head(others, called)
    return not _is_introduced(node) and (all(map(may_be_anybody, called)) or shares_head(called, others))


def _called(node: PlacedNode) -> list[str]:
    texts = [surface.text for surface in node.reading.surfaces if not is_pronoun(surface.text)]
    return texts or [node.reading.name]


def _known_as(known: Cluster) -> list[str]:
    return [name for name in (*known.names, *known.titles) if not is_pronoun(name)] or [known.first_name]


def _is_introduced(node: PlacedNode) -> bool:
    """Return whether the first mention of a node introduces somebody new, as 那廊下有一个大汉 does."""
    firsts = [(surface.spans[0], surface.text) for surface in node.reading.surfaces]
    opening = min(span for span, _ in firsts)
    return any(is_indefinite(text) and span.start < opening.end for span, text in firsts)


def unlike_people(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether people called *names* and *others* cannot be one person. Two people cannot be one if their names
    indicate different sexes, or if their full names share the surname but not the given name.
    """
    names, others = list(names), list(others)
    if unlike_sexes(map(name_key, names), map(name_key, others)):
        return True
    mine, theirs = ([one for one in _of_family(listed) if one.full] for listed in (names, others))
    pairs = [(one, other) for one in mine for other in theirs if one.han == other.han and one.family == other.family]
    return bool(pairs) and not any(_fit(one, other) for one, other in pairs)


def may_be_namesakes(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether two people may be namesakes. Namesakes share only a first name, only one of them has a family
    name, and their titles indicate different stages of life. For example, "Miss Cathy" may be the daughter of a
    Catherine who is called "Mrs Heathcliff".
    """
    one, other = ({_bare_key(name) for name in listed if is_personal(name)} for listed in (names, others))
    shared = [name_parts(key) for key in one & other]
    if not shared or any(name.full or name.han for name in shared):
        return False
    first = frozenset[str]().union(*(name.rare for name in shared))
    family_of = [{name_parts(key).family for key in listed} - first - {""} for listed in (one, other)]
    full = {name.family for name in map(name_parts, one | other) if name.full}
    if bool(family_of[0]) == bool(family_of[1]) or not first.isdisjoint(full):
        return False
    stages = [{stage_of_life(key) for key in listed} for listed in (one, other)]
    return any(
        LifeStage.GROWN in mine and LifeStage.YOUNG in theirs and LifeStage.GROWN not in theirs
        for mine, theirs in (stages, stages[::-1])
    )


def _bare_key(name: str) -> str:
    return without_article(without_addition(name_key(name)))


def unlike_sexes(names: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether two lists of name keys indicate different sexes by their titles, given names or nouns."""
    one = frozenset[str]().union(*map(_sex, names))
    other = frozenset[str]().union(*map(_sex, others))
    return len(one) == 1 and len(other) == 1 and one != other


def _of_family(names: Iterable[str]) -> list[NameParts]:
    return [parts for name in names if (parts := _parts_of_proper_name(name)) is not None and parts.family]


@lru_cache(maxsize=1 << 16)
def _parts_of_proper_name(name: str) -> NameParts | None:
    return None if is_description(name) else name_parts(name_key(name))


def _fit(one: NameParts, other: NameParts) -> bool:
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


def sex_of(names: Iterable[str]) -> Sex | None:
    """Return the sex that the titles, given names or nouns in a person's names indicate, or None if they indicate none
    or both.
    """
    found = {sex for name in names for sex in _sex(name_key(name))}
    return "woman" if found == {"woman"} else "man" if found == {"man"} else None


@cache
def _female_given_names() -> frozenset[str]:
    return frozenset(name.lower() for name in lexicon.words("female_given_names"))


@cache
def _sex(key: str) -> frozenset[str]:
    western = parse_western_name(key)
    if western is not None and (western.woman or western.man):
        return frozenset({"woman"} if western.woman else {"man"})
    last = head_noun(key) if key.isascii() else ""
    if last in _female_given_names():
        return frozenset({"woman"})
    for sex, name in (("woman", "female_forms"), ("man", "male_forms")):
        forms = lexicon.words(name)
        if last in forms or (not last and any(key.endswith(form) for form in forms)):
            return frozenset({sex})
    return frozenset()
