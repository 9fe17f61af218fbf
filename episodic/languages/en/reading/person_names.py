"""Grouping of the personal names in an English window (a part of a chapter) by person, with rules for titles, given
names and surnames.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from episodic.languages.en.reading.word_lists import (
    FEMALE_GIVEN_NAMES,
    FEMALE_TITLES,
    GENERATION_SUFFIXES,
    GIVEN_NAMES,
    MALE_TITLES,
    NEUTRAL_TITLES,
    SENTENCE_OPENERS,
    TITLES,
)
from episodic.text.personal_names import same_given_name

_COMMONEST = frozenset("Tom John George Jack William James Mary Charles Thomas Henry Robert Richard Anne Harry".split())
"""Given names that are so common that several people in a story often have the same given name."""
_REGNAL_TITLES = frozenset("King Queen Prince Princess Saint Pope Emperor Empress".split())
"""Titles that precede a given name (King John), so that the word after the title is not a surname."""
_WRITTEN_OUT = {
    "dr": "doctor", "prof": "professor", "capt": "captain", "col": "colonel", "lt": "lieutenant", "rev": "reverend",
}  # fmt: skip
_RANKS = NEUTRAL_TITLES - {"Saint", "Cousin"}
"""Titles of rank or profession. Somebody with a title of rank or profession may also be called by the surname alone."""
_CIVIL = frozenset("Mr Mister Mrs Miss Ms Master Madame Mademoiselle Monsieur Lady Sir".split())
_PLAIN = frozenset({"Mr", "Mister", "Master", "Messrs"})


@dataclass(frozen=True, slots=True)
class PersonName:
    """The parts of a personal name: the whole name without full stops (`key`), its title, and the words after the
    title. The title of a PersonName is an empty string if the name has no title.
    """

    key: str
    title: str
    names: tuple[str, ...]

    @property
    def female(self) -> bool:
        """Return whether the name has a woman's title, or a woman's given name and no title that shows the gender."""
        if self.title and (self.title not in NEUTRAL_TITLES or len(self.names) == 1):
            return self.title in FEMALE_TITLES
        return self.names[0] in FEMALE_GIVEN_NAMES

    @property
    def male(self) -> bool:
        """Return whether the name has a man's title, or a man's given name and no title that shows the gender."""
        if self.title and (self.title not in NEUTRAL_TITLES or len(self.names) == 1):
            return self.title in MALE_TITLES
        return self.names[0] in GIVEN_NAMES and self.names[0] not in FEMALE_GIVEN_NAMES


def person_of(key: str) -> PersonName:
    """Return the parts of the name *key*, which is written without full stops."""
    words = key.split(" ")
    if len(words) > 1 and words[0] in TITLES:
        rest = words[1:]
        while len(rest) > 1 and rest[0] in TITLES:
            rest = rest[1:]
        return PersonName(key, words[0], tuple(rest))
    return PersonName(key, "", tuple(words))


def title_of(key: str) -> str:
    """Return the title of the name in lower case, or an empty string if the name has no title. An abbreviated rank or
    profession, such as "Capt", is written in full.
    """
    title = person_of(key).title.casefold()
    return _WRITTEN_OUT.get(title, title)


def group_names(
    keys: Sequence[str], *, women: Mapping[str, bool] | None = None, called: Collection[str] = ()
) -> list[list[str]]:
    """Return the names *keys*, which are written without full stops, in groups, one group for each person.

    The groups are in the order of their first keys, and the keys of each group in the order of *keys*.

    *women* says whether a one-word name belongs to a woman, if pronouns near the name show the gender. *called*
    contains the names that occur only as forms of address. For example, a "Mr Hands" who is only addressed by this name
    is the Israel Hands who is named in the narration.
    """
    genders = women or {}
    people = [person_of(key) for key in keys]
    leader = {person.key: person.key for person in people}

    def root(key: str) -> str:
        while leader[key] != key:
            key = leader[key]
        return key

    def join(person: PersonName, candidates: Sequence[PersonName]) -> None:
        roots = {root(candidate.key) for candidate in candidates}
        if len(roots) == 1 and root(person.key) not in roots:
            leader[root(person.key)] = roots.pop()

    # A name with a generation suffix such as "Junior" is never joined with another name, because the suffix
    # distinguishes two people of one name.
    joinable = [person for person in people if person.names[-1] not in GENERATION_SUFFIXES]
    full = [person for person in joinable if not person.title and len(person.names) > 1]
    titled = [person for person in joinable if person.title]
    for person in full:
        join(person, [other for other in full if other is not person and _same_full(person, other)])
    for person in titled:
        join(person, [other for other in titled if other is not person and _same_titled(person, other, titled)])
    for person in titled:
        join(person, _bearers_of_titled(person, full=full, titled=titled, is_called=person.key in called))
    for person in joinable:
        if not person.title and len(person.names) == 1:
            join(person, _bearers_of_single(person, full=full, titled=titled, woman=genders.get(person.key)))
    groups: dict[str, list[str]] = {}
    for person in people:
        groups.setdefault(root(person.key), []).append(person.key)
    return list(groups.values())


def full_names_of(given: str, groups: Sequence[Collection[str]]) -> list[int]:
    """Return the indexes of the groups with a full name that begins with the given name *given*. The result is empty if
    *given* is not one of the very common names _COMMONEST.
    """
    if given not in _COMMONEST:
        return []
    people = [[person_of(key) for key in group] for group in groups]
    return [
        index
        for index, names in enumerate(people)
        if any(not one.title and len(one.names) > 1 and one.names[0] == given for one in names)
    ]


def _bearers_of_titled(
    person: PersonName, *, full: Sequence[PersonName], titled: Sequence[PersonName], is_called: bool
) -> Sequence[PersonName]:
    """Return the full names of the person whom the titled name *person* means, or none if this person is uncertain."""
    surname = person.names[-1]
    if len(person.names) > 1:
        return [other for other in full if other.names == person.names and not _is_wife(person)]
    if not is_called or person.title not in _PLAIN:
        return ()
    others = [other for other in titled if other.names[-1] == surname and other.title not in _PLAIN]
    bearers = [other for other in full if other.names[-1] == surname]
    return () if others or any(other.female for other in bearers) else bearers


def _bearers_of_single(
    single: PersonName, *, full: Sequence[PersonName], titled: Sequence[PersonName], woman: bool | None
) -> Sequence[PersonName]:
    """Return the full or titled names of the person to whom a name of one word refers. Return no names if the person is
    not certain.
    """
    name = single.names[0]
    first = [other for other in full if other.names[0] == name]
    last = [other for other in full if other.names[-1] == name]
    with_title = [other for other in titled if other.names[-1] == name and other.title not in _REGNAL_TITLES]
    whole = [other for other in with_title if len(other.names) == 1]
    title_and_given = [
        other for other in titled if len(other.names) > 1 and other.names[0] == name and not _is_wife(other)
    ]
    if title_and_given and not first and not last and not with_title:
        return title_and_given
    if first and not last:
        return [other for other in first if name not in _COMMONEST]
    if last and not first and not with_title and not (name in GIVEN_NAMES and last[0].names[0] in SENTENCE_OPENERS):
        return last if woman is True or not any(other.female for other in last) else ()
    if last and not first and with_title:
        bearers = [*last, *with_title]
        return bearers if woman is True or not any(other.female for other in bearers) else ()
    if first or last:
        return ()
    if whole and len(whole) == len(with_title) and _stands_for(name, whole, woman):
        return whole
    if not whole and woman is not True and all(_is_called_by_surname(other) for other in with_title):
        return with_title
    return ()


def _stands_for(name: str, titled: Sequence[PersonName], woman: bool | None) -> bool:
    """Return whether the one-word name *name* can mean the person with the names *titled*, which consist of a title and
    this word.

    A man can be called by his surname alone, and so can the bearer of a rank or profession. A girl can be called by the
    name after "Miss", as in "Miss Estella". A woman's first name alone does not mean a person with a title such as
    "Mr".
    """
    female = woman if woman is not None else name in FEMALE_GIVEN_NAMES
    if len(titled) == 1 and titled[0].title == "Miss":
        return female
    if len(titled) == 1 and titled[0].title in _RANKS:
        return True
    return not female and all(
        other.title in MALE_TITLES or other.title in ("Dr", "Doctor", "Professor") for other in titled
    )


def _is_called_by_surname(person: PersonName) -> bool:
    """Return whether a person with this title and name is commonly called by the surname alone.

    For example, Detective Ray Molina is called Molina, but Mistress Joe Gargery is not called Gargery.
    """
    return (person.title in MALE_TITLES or person.title in _RANKS) and person.title not in _REGNAL_TITLES


def _same_full(person: PersonName, other: PersonName) -> bool:
    """Return whether two full names can belong to one person.

    For example, Tom Alan Ray and Tom Ray can be one person. Ben Gunn and Benjamin Gunn can be one person, too, and so
    can Long Tom Ray and Tom Ray.
    """
    longer, shorter = (person, other) if len(person.names) > len(other.names) else (other, person)
    if len(longer.names) == len(shorter.names):
        given = person.names[0].casefold(), other.names[0].casefold()
        return person.names[1:] == other.names[1:] and same_given_name(*given)
    if longer.names[-len(shorter.names) :] == shorter.names or longer.names[: len(shorter.names)] == shorter.names:
        return True
    return longer.names[0] == shorter.names[0] and longer.names[-1] == shorter.names[-1]


def _same_titled(person: PersonName, other: PersonName, titled: Sequence[PersonName]) -> bool:
    """Return whether two names with titles can belong to one person.

    For example, "Mrs Joe" and "Mrs Joe Gargery" can be one person, and so can "Mr Trelawney" and "Squire Trelawney".

    Two names with the same title do not belong together if the shorter name also fits another longer name. After a
    civil title such as "Mr", a given name distinguishes people. For example, "Mr Charles Wilcox" is another person than
    "Mr Wilcox".
    """
    if person.title == other.title:
        longer, shorter = (person, other) if len(person.names) > len(other.names) else (other, person)
        if len(longer.names) == len(shorter.names):
            return False
        if person.title in _CIVIL and longer.names[: len(shorter.names)] != shorter.names:
            return False
        rivals = {
            third.names
            for third in titled
            if third.title == person.title
            and len(third.names) > len(shorter.names)
            and (
                third.names[: len(shorter.names)] == shorter.names
                or third.names[-len(shorter.names) :] == shorter.names
            )
        }
        return rivals == {longer.names}
    if person.names != other.names or len(person.names) != 1:
        return False
    bearers = {third.title for third in titled if third.names[-1] == person.names[-1]}
    return (
        bearers == {person.title, other.title}
        and bool({person.title, other.title} & _PLAIN)
        and all(title in MALE_TITLES or title in ("Dr", "Doctor", "Professor") for title in bearers)
        and "Master" not in bearers
    )


def _is_wife(person: PersonName) -> bool:
    """Return whether a name consists of a wife's title and her husband's name.

    For example, "Mrs Joe Gargery" is the wife of Joe Gargery.
    """
    return person.title in ("Mrs", "Mistress", "Madame", "Lady") and person.names[0] not in FEMALE_GIVEN_NAMES
