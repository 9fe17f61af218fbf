"""Where a Chinese window says that two names are one person's: courtesy names, nicknames, given names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.extraction.ruled.chinese_lexicon import (
    HAN,
    HARD_IN_NAMES,
    NOT_IN_NAMES,
    NOT_PEOPLE,
    OFFICE_TITLES,
)
from episodic.extraction.ruled.chinese_people import CLAUSE_EDGE, ENDS_TITLE, alternatives
from episodic.model.surnames import COMPOUND_SURNAMES, RISKY_SURNAMES, SURNAMES, surname_of

_SURNAME = f"(?:{alternatives(COMPOUND_SURNAMES)}|[{''.join(sorted(SURNAMES | RISKY_SURNAMES))}])"
_END = "(?=[，。；、！”,]|$)"
_ROLE = "师父|师傅|父亲|母亲|爹|娘|祖父|祖母|爷爷|奶奶|老师|先生|掌柜|老板|船长|队长"
_FULL = re.compile(
    f"(?P<role>{_ROLE})?(?:覆|复|本|原)?姓(?P<surname>{_SURNAME}|[{HAN}])[，,]?(?:单)?名(?!字|姓)(?:叫|唤|为|曰)?(?P<given>[{HAN}]{{1,2}}?)"
    f"(?:[，,]?(?:表)?字(?P<courtesy>[{HAN}]{{1,2}}?)(?:[，,]后?改(?:字|为)?(?P<later>[{HAN}]{{2}}))?)?{_END}"
)
_COURTESY = re.compile(f"({_SURNAME}[{HAN}]{{1,2}}?)(?:者)?[，,]?(?:表)?字([{HAN}]{{2}}){_END}")
_ALSO = re.compile(
    "(?:人称|绰号|外号|诨号|诨名|别号|道号|又名|又叫|原名|本名|自称|自号|号为|号曰|人送外号|江湖人称|世称|世人称|化名|名为|名叫|叫做|叫作)"
    f"(?:为|曰|叫|作|做|是)?(?:“([^”\n]{{1,8}})”|([{HAN}]{{2,4}}){_END})"
)
_HIM = re.compile(f"(?:叫|唤|称|管|称呼)(?:他|她|之)(?:为|作|叫|做)?(?:“([^”\n]{{1,8}})”|([{HAN}]{{2,3}}){_END})")
_NICK_OF = re.compile(f"(?:叫|唤|称|管)([{HAN}]{{2,3}})(?:为|作|做|叫)?((?:小|老|阿)[{HAN}]{{1,2}}?){_END}")
_ONE_NAMED = re.compile(f"(?:一名|名唤|名叫|名曰|名为|唤作|唤做|叫做|叫作)“?({_SURNAME}[{HAN}]{{1,2}}?)”?{_END}")
_WORDS = re.compile(f"[{HAN}A-Za-z0-9·・ -]+")
_LEAD = re.compile("(?:[^，]{0,8}，)?(?:却说|且说|原来|那|这|此)?")
_NOT_NAMES = frozenset("小名 大名 一名 姓名 有名 无名 知名 先生 自己".split())


@dataclass(frozen=True, slots=True)
class Naming:
    """The text says that *other* is a name of the one called *name* (None: of the one named before `start`).

    `shared` marks a title.
    """

    name: str | None
    other: str
    start: int
    shared: bool = False
    introduced: str | None = None
    """The name introduced last before `start` in the same paragraph."""


@dataclass(frozen=True, slots=True)
class StatedNames:
    """Full names that the text introduces, verbatim or put together from 「姓X名Y」, and what it says of names."""

    full: tuple[str, ...]
    namings: tuple[Naming, ...]


def stated_names(text: str) -> StatedNames:
    """What the text itself says about names."""
    full: list[str] = []
    namings: list[Naming] = []
    for match in _FULL.finditer(text):
        name = match["surname"] + match["given"]
        full.append(name)
        if match["courtesy"]:
            namings.append(Naming(name, match["courtesy"], match.start()))
            namings.append(Naming(name, match["surname"] + match["courtesy"], match.start()))
            if match["later"]:
                namings.append(Naming(name, match["later"], match.start()))
        if match["role"]:
            namings.append(Naming(name, match["role"], match.start(), shared=True))
    for match in _COURTESY.finditer(text):
        name = _trimmed(match.group(1), text, match.start())
        if name.startswith("王") and match.start() and text[match.start() - 1] not in CLAUSE_EDGE:
            continue
        if _fit(name) and _fit(match.group(2)) and name[len(surname_of(name)) :][:1] not in ("名", ""):
            full.append(name)
            namings.append(Naming(name, match.group(2), match.start()))
            namings.append(Naming(name, surname_of(name) + match.group(2), match.start()))
    full += [match.group(1) for match in _ONE_NAMED.finditer(text) if _fit(match.group(1))]
    namings += [Naming(match.group(1), match.group(2), match.start()) for match in _NICK_OF.finditer(text)]
    namings += _of_the_one_before(text, sorted((one.start, one.name) for one in namings if one.name in full))
    return StatedNames(tuple(dict.fromkeys(full)), tuple(namings))


def _trimmed(name: str, text: str, start: int) -> str:
    """*name* without a first character that ends a title before it (刺史刘表)."""
    if name[0] in ENDS_TITLE and len(name) > 2 and text[max(0, start - 4) : start + 1].endswith(tuple(OFFICE_TITLES)):
        return name[1:]
    return name


def _of_the_one_before(text: str, introductions: Sequence[tuple[int, str | None]]) -> Iterator[Naming]:
    for pattern in (_ALSO, _HIM):
        for match in pattern.finditer(text):
            other = match.group(1) or match.group(2)
            if not _fit(other) or (match.group(1) is None and any(one in NOT_IN_NAMES for one in other)):
                continue
            paragraph = text.rfind("\n", 0, match.start())
            before = [
                name for start, name in introductions if max(paragraph, match.start() - 100) < start < match.start()
            ]
            yield Naming(
                None,
                other,
                match.start(),
                shared=other.endswith((*OFFICE_TITLES, "王", "侯", "公", "君", "帝")),
                introduced=before[-1] if before and pattern is _HIM else None,
            )


def _fit(name: str) -> bool:
    return (
        _WORDS.fullmatch(name) is not None
        and name not in NOT_PEOPLE
        and name not in _NOT_NAMES
        and not any(one in HARD_IN_NAMES for one in name)
    )


def joined_by_form(names: Sequence[str], counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Pairs of names that are one by form: surname and given name together (阮青禾), and the given name alone (青禾)."""
    known = set(names)
    for name in names:
        surname = surname_of(name)
        given = name[len(surname) :]
        if surname and len(given) == 2 and given in known and counts.get(given, 0):
            yield name, given


def bearer_of(naming: Naming, text: str, names: Mapping[str, bool]) -> str | None:
    """Who bears *naming.other*: the name right before, else the one whom the sentence is about, else nobody clear.

    *names* are the accepted names, true for persons.
    """
    if naming.name is not None:
        return naming.name
    start = max(text.rfind(mark, 0, naming.start) for mark in "。！？\n") + 1
    part = text[start : naming.start]
    beside = part.rstrip("，（, ")
    touching = [name for name in names if beside.endswith(name)]
    if touching:
        return max(touching, key=len)
    persons = [name for name, person in names.items() if person and name in part]
    if not persons and naming.introduced is not None:
        return naming.introduced
    whole = [name for name in persons if not any(name != other and name in other for other in persons)]
    if len(whole) == 1 and _LEAD.fullmatch(part[: part.find(whole[0])]):
        return whole[0]
    return None
