"""Names composed of a person's surname and another word: a courtesy name (关云长) or an honorific (关公)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from episodic.languages.zh.reading.word_lists import RISKY_SURNAMES
from episodic.model.spans import Span
from episodic.text.personal_names import surname_of
from episodic.text.speech import speech

_HONORIFICS = "公"
_AGENT = re.compile(
    "[曰道云问答笑怒喜哭叹骂喝拜引领率提挥拍纵勒骑坐立起出入回到至见闻听与同遂乃便即亦大急忙自斩赶追跃舞横]"
)
"""Pattern of a character that follows a name where its bearer speaks or acts."""


def own_surname(names: Iterable[str], aliases: Collection[str]) -> str:
    """Return the surname of a person who has the names *names*, or an empty string if *names* show no surname.

    If possible, the surname is taken from a name that is not in *aliases*. An alias can be a courtesy name such as
    云长, which begins with a character that is also a surname. Of several possible surnames, one that is no common word
    is preferred.
    """
    shown = [(name, surname_of(name)) for name in names if len(name) > 1]
    ranked = sorted(
        (name in aliases, surname in RISKY_SURNAMES, place)
        for place, (name, surname) in enumerate(shown)
        if surname and len(name) > len(surname)
    )
    return shown[ranked[0][2]][1] if ranked else ""


def with_courtesy_names(text: str, people: Iterable[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a person's courtesy name and a longer name in *text*, such as 云长 and 关云长. The longer name
    consists of the person's surname and this courtesy name. Each element of *people* contains the names of one person.
    """
    for names in people:
        surnames = dict.fromkeys(surname_of(name) for name in names if len(name) > 1)
        for surname in surnames:
            for name in names if surname else ():
                composed = surname + name
                if len(name) == 2 and surname not in name and composed not in names and composed in text:
                    yield name, composed


def honoured(text: str, people: Mapping[str, str], taken: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a person and an honorific name in *text* that means this person, such as 关羽 and 关公.

    *people* maps one name of each person to the surname of this person. An honorific name such as 关公 means the only
    person with this surname. An honorific name must occur at least once in the narration before words of speaking or
    acting. The words of a speaker are not enough evidence, because a speaker may mean a person of the past. Honorific
    names in *taken*, which already belong to people, are left out.
    """
    by_surname: dict[str, list[str]] = {}
    for person, surname in people.items():
        if person[-1] not in _HONORIFICS or len(person) > len(surname) + 1:
            by_surname.setdefault(surname, []).append(person)
    quotations: Sequence[Span] | None = None
    for surname, bearers in by_surname.items():
        for honorific in _HONORIFICS if surname and len(bearers) == 1 else ():
            name = surname + honorific
            if name in taken or name not in text:
                continue
            quotations = speech(text) if quotations is None else quotations
            if any(_acts(text, match, quotations) for match in re.finditer(name, text)):
                yield bearers[0], name


def _acts(text: str, match: re.Match[str], quotations: Sequence[Span]) -> bool:
    spoken = any(quotation.start <= match.start() < quotation.end for quotation in quotations)
    return not spoken and _AGENT.match(text, match.end()) is not None
