"""Which surfaces of one English window name the same person, where the window itself leaves no doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from episodic.extraction.ruled.english_lexicon import (
    FEMALE_NAMES,
    FEMALE_TITLES,
    GENERATIONS,
    GIVEN_NAMES,
    MALE_TITLES,
    NEUTRAL_TITLES,
    OPENERS,
    TITLES,
)
from episodic.model.given_names import shortened

_COMMONEST = frozenset("Tom John George Jack William James Mary Charles Thomas Henry Robert Richard Anne Harry".split())
"""Given names that several people of one story bear."""
_CROWNED = frozenset("King Queen Prince Princess Saint Pope Emperor Empress".split())
_WRITTEN_OUT = {
    "dr": "doctor", "prof": "professor", "capt": "captain", "col": "colonel", "lt": "lieutenant", "rev": "reverend",
}  # fmt: skip
_RANKS = NEUTRAL_TITLES - {"Saint", "Cousin"}
"""Titles of men and women alike, who are called by their family name alone, too."""
_CIVIL = frozenset("Mr Mister Mrs Miss Ms Master Madame Mademoiselle Monsieur Lady Sir".split())
_PLAIN = frozenset({"Mr", "Mister", "Master", "Messrs"})


@dataclass(frozen=True, slots=True)
class Person:
    """The parts of one person's surface: its title, if it has one, and the names behind it."""

    key: str
    title: str
    names: tuple[str, ...]

    @property
    def female(self) -> bool:
        """Whether title or given name say that it is a woman."""
        if self.title and (self.title not in NEUTRAL_TITLES or len(self.names) == 1):
            return self.title in FEMALE_TITLES
        return self.names[0] in FEMALE_NAMES

    @property
    def male(self) -> bool:
        """Whether title or given name say that it is a man."""
        if self.title and (self.title not in NEUTRAL_TITLES or len(self.names) == 1):
            return self.title in MALE_TITLES
        return self.names[0] in GIVEN_NAMES and self.names[0] not in FEMALE_NAMES


def person_of(key: str) -> Person:
    """The parts of a surface, by its key."""
    words = key.split(" ")
    if len(words) > 1 and words[0] in TITLES:
        rest = words[1:]
        while len(rest) > 1 and rest[0] in TITLES:
            rest = rest[1:]
        return Person(key, words[0], tuple(rest))
    return Person(key, "", tuple(words))


def title_of(key: str) -> str:
    """The title of a surface, written out and without capitals; an empty string where it has none."""
    title = person_of(key).title.casefold()
    return _WRITTEN_OUT.get(title, title)


def united(keys: Sequence[str], *, women: Mapping[str, bool] | None = None) -> list[list[str]]:
    """The keys in groups of one person each, in the order given.

    *women*: whether a name of one word is a woman's or a man's, as far as the pronouns around it show.
    """
    sexes = women or {}
    people = [person_of(key) for key in keys]
    told_apart = [one for one in people if one.names[-1] in GENERATIONS]
    leader = {one.key: one.key for one in people}

    def root(key: str) -> str:
        while leader[key] != key:
            key = leader[key]
        return key

    def join(one: Person, others: Sequence[Person]) -> None:
        roots = {root(other.key) for other in others}
        if len(roots) == 1 and root(one.key) not in roots:
            leader[root(one.key)] = roots.pop()

    several = [one for one in people if one not in told_apart]
    full = [one for one in several if not one.title and len(one.names) > 1]
    single = [one for one in several if not one.title and len(one.names) == 1]
    titled = [one for one in several if one.title]
    for one in full:
        join(one, [other for other in full if other is not one and _same_full(one, other)])
    for one in titled:
        join(one, [other for other in titled if other is not one and _same_titled(one, other, titled)])
    for one in titled:
        if len(one.names) > 1:
            join(one, [other for other in full if other.names == one.names and not _wife(one)])
    for one in single:
        sex = sexes.get(one.key)
        _place_single(one, full=full, titled=titled, join=join, woman=sex)
    groups: dict[str, list[str]] = {}
    for one in people:
        groups.setdefault(root(one.key), []).append(one.key)
    return list(groups.values())


def _place_single(
    one: Person,
    *,
    full: Sequence[Person],
    titled: Sequence[Person],
    join: Callable[[Person, Sequence[Person]], None],
    woman: bool | None,
) -> None:
    """Unite a name of one word with the full or titled form it stands for, if there is one bearer only."""
    name = one.names[0]
    first = [other for other in full if other.names[0] == name]
    last = [other for other in full if other.names[-1] == name]
    with_title = [other for other in titled if other.names[-1] == name and other.title not in _CROWNED]
    whole = [other for other in with_title if len(other.names) == 1]
    styled = [other for other in titled if len(other.names) > 1 and other.names[0] == name and not _wife(other)]
    if styled and not first and not last and not with_title:
        join(one, styled)
    elif first and not last:
        join(one, [other for other in first if name not in _COMMONEST])
    elif last and not first and not with_title and not (name in GIVEN_NAMES and last[0].names[0] in OPENERS):
        if woman is True or not any(other.female for other in last):
            join(one, last)
    elif not first and not last and whole and len(whole) == len(with_title) and _bears(name, whole, woman):
        join(one, whole)
    elif not first and not last and not whole and woman is not True and all(_may_be_man(other) for other in with_title):
        join(one, with_title)


def _bears(name: str, whole: Sequence[Person], woman: bool | None) -> bool:
    """Whether a bare name may stand for these titled forms of it: men by surname, a girl by her given name.

    A husband is called by his wife's name (Mr. Camilla), too: a woman's name is none of his.
    """
    female = woman if woman is not None else name in FEMALE_NAMES
    if len(whole) == 1 and whole[0].title == "Miss":
        return female
    if len(whole) == 1 and whole[0].title in _RANKS:
        return True
    return not female and all(
        other.title in MALE_TITLES or other.title in ("Dr", "Doctor", "Professor") for other in whole
    )


def _may_be_man(one: Person) -> bool:
    """Detective Ray Molina, who is called Molina; not Mrs. Joe Gargery."""
    return (one.title in MALE_TITLES or one.title in _RANKS) and one.title not in _CROWNED


def _same_full(one: Person, other: Person) -> bool:
    """Long John Silver and John Silver; Tom Alan Ray and Tom Ray; Ben Gunn and Benjamin Gunn."""
    longer, shorter = (one, other) if len(one.names) > len(other.names) else (other, one)
    if len(longer.names) == len(shorter.names):
        given = one.names[0].casefold(), other.names[0].casefold()
        return one.names[1:] == other.names[1:] and shortened(*given)
    if longer.names[-len(shorter.names) :] == shorter.names or longer.names[: len(shorter.names)] == shorter.names:
        return True
    return longer.names[0] == shorter.names[0] and longer.names[-1] == shorter.names[-1]


def _same_titled(one: Person, other: Person, titled: Sequence[Person]) -> bool:
    """Mrs. Joe and Mrs. Joe Gargery; Mr. Trelawney and Squire Trelawney where nobody else bears the name.

    Mr. Charles Wilcox is called so because Mr. Wilcox is somebody else.
    """
    if one.title == other.title:
        longer, shorter = (one, other) if len(one.names) > len(other.names) else (other, one)
        if len(longer.names) == len(shorter.names):
            return False
        if one.title in _CIVIL and longer.names[: len(shorter.names)] != shorter.names:
            return False
        rivals = {
            third.names
            for third in titled
            if third.title == one.title
            and len(third.names) > len(shorter.names)
            and (
                third.names[: len(shorter.names)] == shorter.names
                or third.names[-len(shorter.names) :] == shorter.names
            )
        }
        return rivals == {longer.names}
    if one.names != other.names or len(one.names) != 1:
        return False
    bearers = {third.title for third in titled if third.names[-1] == one.names[-1]}
    return (
        bearers == {one.title, other.title}
        and bool({one.title, other.title} & _PLAIN)
        and all(title in MALE_TITLES or title in ("Dr", "Doctor", "Professor") for title in bearers)
        and "Master" not in bearers
    )


def _wife(one: Person) -> bool:
    """Mrs. Joe Gargery is not Joe Gargery."""
    return one.title in ("Mrs", "Madame", "Lady") and one.names[0] not in FEMALE_NAMES
