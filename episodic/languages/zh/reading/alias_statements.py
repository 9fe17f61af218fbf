"""Finds Chinese text which says that two names belong to one person: a courtesy name, a nickname or a title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.person_names import CLAUSE_EDGE, ENDS_TITLE
from episodic.languages.zh.reading.word_lists import (
    COMPOUND_SURNAMES,
    HAN,
    IMPOSSIBLE_IN_NAMES,
    NON_PERSON_WORDS,
    OFFICE_TITLES,
    RISKY_SURNAMES,
    SURNAMES,
    UNLIKELY_IN_NAMES,
)
from episodic.text.personal_names import surname_of

_SURNAME = f"(?:{alternatives(COMPOUND_SURNAMES)}|[{''.join(sorted(SURNAMES | RISKY_SURNAMES))}])"
_END = "(?=[，。；、！”,]|$)"
_ROLE = "师父|师傅|父亲|母亲|爹|娘|祖父|祖母|爷爷|奶奶|老师|先生|掌柜|老板|船长|队长"
_FULL = re.compile(
    f"(?P<role>{_ROLE})?(?:覆|复|本|原)?姓(?P<surname>{_SURNAME}|[{HAN}])[，,]?(?:单)?名(?!字|姓)(?:叫|唤|为|曰)?(?P<given>[{HAN}]{{1,2}}?)"
    f"(?:[，,]?(?:表)?字(?P<courtesy>[{HAN}]{{1,2}}?)(?:[，,]后?改(?:字|为)?(?P<later>[{HAN}]{{2}}))?)?{_END}"
)
_ENDS_PLACE = frozenset("江海河水山陵阳阴州郡城东西南北中川原沛梁陈邓")
"""Characters with which names of places end, some of which are also surnames, such as 江 in 庐江丁奉."""
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
class AliasStatement:
    """A part of the text which says that `alias` is a further name of the person called `name`.

    If `name` is None, the person must be looked for in the text before the offset `start`. `shared` is true if the
    alias is a title, which several people can have.
    """

    name: str | None
    alias: str
    start: int
    shared: bool = False
    introduced: str | None = None
    """The last full name that the paragraph states together with an alias shortly before `start`. `introduced` is set
    only if the alias is given by words such as 叫他. `introduced` is None if the paragraph states no such full name.
    """


@dataclass(frozen=True, slots=True)
class StatedNames:
    """The full names that a text introduces, and the aliases that the text states.

    A full name is taken from the text as it is, or is composed from a phrase such as 姓X名Y.
    """

    full: tuple[str, ...]
    aliases: tuple[AliasStatement, ...]


def stated_names(text: str) -> StatedNames:
    """Return the full names that the text introduces, and the aliases that the text states."""
    full: list[str] = []
    aliases: list[AliasStatement] = []
    for match in _FULL.finditer(text):
        name = match["surname"] + match["given"]
        full.append(name)
        if match["courtesy"]:
            aliases.append(AliasStatement(name, match["courtesy"], match.start()))
            aliases.append(AliasStatement(name, match["surname"] + match["courtesy"], match.start()))
            if match["later"]:
                aliases.append(AliasStatement(name, match["later"], match.start()))
                aliases.append(AliasStatement(name, match["surname"] + match["later"], match.start()))
        if match["role"]:
            aliases.append(AliasStatement(name, match["role"], match.start(), shared=True))
    for match in _COURTESY.finditer(text):
        name = _trimmed(match.group(1), text, match.start())
        if name.startswith("王") and match.start() and text[match.start() - 1] not in CLAUSE_EDGE:
            continue
        if _is_name(name) and _is_name(match.group(2)) and name[len(surname_of(name)) :][:1] not in ("名", ""):
            full.append(name)
            aliases.append(AliasStatement(name, match.group(2), match.start()))
            aliases.append(AliasStatement(name, surname_of(name) + match.group(2), match.start()))
    full += [match.group(1) for match in _ONE_NAMED.finditer(text) if _is_name(match.group(1))]
    aliases += [AliasStatement(match.group(1), match.group(2), match.start()) for match in _NICK_OF.finditer(text)]
    introductions = sorted((stated.start, stated.name) for stated in aliases if stated.name in full)
    aliases += _of_person_before(text, introductions)
    return StatedNames(tuple(dict.fromkeys(full)), tuple(aliases))


def _trimmed(name: str, text: str, start: int) -> str:
    """Return *name* without its first character if this character belongs to a title or a place before the name.

    For example, the name 史刘表 in the text 刺史刘表 becomes 刘表, and the name 江丁奉 in the text 庐江丁奉 becomes 丁奉.
    """
    if (
        len(name) > 2
        and name[1] in SURNAMES
        and start
        and text[start - 1] not in CLAUSE_EDGE
        and name[0] in _ENDS_PLACE
    ):
        return name[1:]
    if name[0] in ENDS_TITLE and len(name) > 2 and text[max(0, start - 4) : start + 1].endswith(tuple(OFFICE_TITLES)):
        return name[1:]
    return name


def _of_person_before(text: str, introductions: Sequence[tuple[int, str | None]]) -> Iterator[AliasStatement]:
    """Yield the aliases of people whose names precede the alias, as in ……，人称…… or 叫他……."""
    for pattern in (_ALSO, _HIM):
        for match in pattern.finditer(text):
            alias = match.group(1) or match.group(2)
            if not _is_name(alias) or (match.group(1) is None and not UNLIKELY_IN_NAMES.isdisjoint(alias)):
                continue
            paragraph = text.rfind("\n", 0, match.start())
            before = [
                name for start, name in introductions if max(paragraph, match.start() - 100) < start < match.start()
            ]
            yield AliasStatement(
                None,
                alias,
                match.start(),
                shared=alias.endswith((*OFFICE_TITLES, "王", "侯", "公", "君", "帝")),
                introduced=before[-1] if before and pattern is _HIM else None,
            )


def _is_name(name: str) -> bool:
    return (
        _WORDS.fullmatch(name) is not None
        and name not in NON_PERSON_WORDS
        and name not in _NOT_NAMES
        and IMPOSSIBLE_IN_NAMES.isdisjoint(name)
    )


def joined_by_form(names: Sequence[str], counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a full name and its given name, which has two characters, such as 阮青禾 and 青禾.

    A full name and its given name form a pair only if both are in *names*. The given name must also have a positive
    count in *counts*.
    """
    known = set(names)
    for name in names:
        surname = surname_of(name)
        given = name[len(surname) :]
        if surname and len(given) == 2 and given in known and counts.get(given, 0):
            yield name, given


def bearer_of(statement: AliasStatement, text: str, names: Mapping[str, bool]) -> str | None:
    """Return the name of the person to whom *statement* gives an alias, or None if the person is not certain.

    The person's name must stand right before the words that state the alias, or must begin the sentence. If the name
    begins the sentence, no other person may be named between the name and the words that state the alias. If the
    sentence names no person before words such as 叫他, the result is taken from the paragraph. The result is then the
    name that the paragraph introduced last, shortly before the words for the alias. *names* contains all accepted
    names, with True for names of people.
    """
    if statement.name is not None:
        return statement.name
    start = max(text.rfind(mark, 0, statement.start) for mark in "。！？\n") + 1
    part = text[start : statement.start]
    beside = part.rstrip("，（, ")
    touching = [name for name in names if beside.endswith(name)]
    if touching:
        return max(touching, key=len)
    persons = [name for name, person in names.items() if person and name in part]
    if not persons and statement.introduced is not None:
        return statement.introduced
    whole = [name for name in persons if not any(name != other and name in other for other in persons)]
    if len(whole) == 1 and _LEAD.fullmatch(part[: part.find(whole[0])]):
        return whole[0]
    return None
