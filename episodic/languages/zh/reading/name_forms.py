"""Recognises Chinese personal names by form alone: transliterations, nicknames, and names of consorts, emperors and
foreign chiefs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.person_names import NameEvidence, left_edge
from episodic.languages.zh.reading.word_lists import (
    HAN,
    IMPOSSIBLE_IN_NAMES,
    NON_PERSON_WORDS,
    OFFICE_TITLES,
    RISKY_SURNAMES,
    SURNAMES,
    UNLIKELY_IN_NAMES,
    word_set,
)
from episodic.text.personal_names import surname_of

DOT = re.compile("[·・•‧]")
"""Pattern of the middle dot, which separates the parts of a transliterated name."""

_NICK = re.compile(
    f"(?<![^，。！？；：、“”‘’\n 　叫唤请问看对和跟给让])"
    f"((?:老|小|阿)[{HAN}]|[{HAN}](?:婆|爷|嫂|婶|叔|伯|姨|妈))"
    f"(?=[，。！？、：]|说|道|问|笑|看|点|摇|坐|站|把|给|走|也|又|的|在|不|没)"
)
_NON_NICKNAMES = word_set("non_nicknames")
_DOTTED = re.compile(f"[{HAN}A-Za-z]{{1,8}}(?:[·・•‧][{HAN}A-Za-z]{{1,8}})+")
_BEFORE_FOREIGN = re.compile("(?:哥哥|弟弟|姐姐|妹妹|父亲|母亲|叔叔|老师|先生|女士|小姐|队长|船长)")
_TRANSLITERATION = word_set("transliteration_characters")
_CONSORT = re.compile(
    f"(?:(?<![{HAN}])|(?<=[与和见请迎令教拜告问对谓将与及、杀死害弑幸立]))([{''.join(sorted(SURNAMES | RISKY_SURNAMES))}](?:太?夫人|美人|贵人|昭仪|婕妤|氏|太后|皇后|贵妃|国太|国老|太太|小姐|姑娘|公公|大娘))"
)
_CHIEF = re.compile(f"(?:(?<![{HAN}])|(?<=[与和见请迎令教拜告问对谓将及、被]))([{HAN}]{{2}}(?:大王|元帅|单于|可汗))")
"""Pattern of the name of a foreign chief with his title, such as 朵思大王."""
_VERBS = frozenset("封审扶逢曾查管诸莫")
"""Surnames that are also verbs or adverbs, and can therefore stand before a word for a profession without being a
surname.
"""
_CALLING = re.compile(
    f"([{''.join(sorted(SURNAMES - RISKY_SURNAMES - _VERBS))}])(?:{alternatives([title for title in OFFICE_TITLES if len(title) > 1])})"
)
"""Pattern of a surname and a profession, such as 周太医."""
_MIN_CHIEF = 2
"""The minimum number of matches of _CHIEF with which the name of a foreign chief is accepted."""
_EMPEROR = re.compile(
    "[汉魏晋宋齐梁陈隋唐明]?[献灵桓少章顺冲质武景惠宣哀平光殇炀愍穆康简废]帝|(?<![祖宗])[先后]主|[汉魏晋宋齐梁陈隋唐明][文明元成和安高太][帝祖]|(?:汉|唐|宋|明)?(?:光武帝|高祖|太祖|太宗|高宗)"
)


def by_form(text: str) -> Mapping[str, NameEvidence]:
    """Return the personal names in *text* that are recognised by their form alone, each with its evidence."""
    return {**_foreign(text), **_nicknames(text), **_ranked(text)}


def by_calling(text: str, people: Collection[str]) -> Mapping[str, NameEvidence]:
    """Return, by name, the evidence for people whom *text* names only by a surname and a profession, such as 周太医.

    A name such as 周太医 is not returned if somebody in *people* has the surname, because it may mean this person. A name
    in *people* that is only the beginning of a surname and a profession does not count as a person with the surname.
    For example, 许郎 is only the beginning of 许郎中 (the surname 许 and the profession 郎中).
    """
    counted = Counter(match.group() for match in _CALLING.finditer(text) if left_edge(text, match.start()))
    return {
        name: NameEvidence(9.0, count)
        for name, count in counted.items()
        if all(name.startswith(one) for one in people if surname_of(one) == name[0])
    }


def _foreign(text: str) -> Mapping[str, NameEvidence]:
    found: dict[str, NameEvidence] = {}
    for match in _DOTTED.finditer(text):
        parts = DOT.split(match.group())
        begin = max(_tail(parts[0]), _kin_end(parts[0]))
        last = _head(parts[-1])
        if begin == len(parts[0]) or last == 0:
            continue
        name = match.group()[begin : len(match.group()) - len(parts[-1]) + last]
        found[name] = NameEvidence(8.0, text.count(name))
        first = parts[0][begin:]
        if len(first) >= 2:
            found[first] = NameEvidence(8.0, text.count(first))
    return found


def _is_transliteration(character: str) -> bool:
    return character in _TRANSLITERATION or character.isascii()


def _tail(part: str) -> int:
    begin = len(part)
    while begin and _is_transliteration(part[begin - 1]):
        begin -= 1
    return begin


def _kin_end(part: str) -> int:
    """Return the offset in *part* at which the last word for a relative or a rank ends, or 0 if *part* contains no such
    word. In 哥哥班森, this word is 哥哥.
    """
    return max((match.end() for match in _BEFORE_FOREIGN.finditer(part)), default=0)


def _head(part: str) -> int:
    end = 0
    while end < len(part) and _is_transliteration(part[end]):
        end += 1
    return end


def _nicknames(text: str) -> Mapping[str, NameEvidence]:
    """Return the evidence for nicknames such as 老X, 小X, 阿X and X婆 that occur at least twice, by name.

    Nicknames with 老 or 小 must occur at least twice where a name can stand.
    """
    counted = Counter(match.group(1) for match in _NICK.finditer(text))
    return {
        name: NameEvidence(2.0 + times, text.count(name))
        for name, times in counted.items()
        if (times >= 2 or (name[0] not in "老小" and text.count(name) >= 2))
        and name not in _NON_NICKNAMES
        and name not in NON_PERSON_WORDS
    }


def _ranked(text: str) -> Mapping[str, NameEvidence]:
    """Return the evidence for three sorts of names, by name. The names are those of consorts with a family name
    (孙夫人), of emperors with a posthumous name (献帝) and of foreign chiefs (朵思大王).
    """
    counted = Counter(match.group(1) for match in _CONSORT.finditer(text))
    counted.update(match.group() for match in _EMPEROR.finditer(text))
    chiefs = Counter(match.group(1) for match in _CHIEF.finditer(text) if _is_chief(match.group(1)))
    counted.update({name: times for name, times in chiefs.items() if times >= _MIN_CHIEF})
    return {name: NameEvidence(2.0 + times, text.count(name)) for name, times in counted.items()}


def _is_chief(name: str) -> bool:
    return name[:2] not in NON_PERSON_WORDS and (IMPOSSIBLE_IN_NAMES | UNLIKELY_IN_NAMES).isdisjoint(name[:2])
