"""Which strings of a Chinese window name a person: by form (surname and given name), by context and by frequency."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from episodic.extraction.ruled.chinese_lexicon import (
    AFTER_NAME,
    BEFORE_NAME,
    CLASSICAL_ACTS,
    HAN,
    HARD_IN_NAMES,
    MANNER,
    MODERN_ACTS,
    NOT_IN_NAMES,
    NOT_PEOPLE,
    OFFICE_TITLES,
    SPEECH_VERBS,
)
from episodic.model.surnames import COMPOUND_SURNAMES, RISKY_SURNAMES, SURNAMES


def alternatives(words: Iterable[str]) -> str:
    """A regex group of *words*, longest first, so that a longer one is never hidden by its own beginning."""
    return "|".join(re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word)))


CLAUSE_EDGE = frozenset("，。！？；：、“”「」『』‘’（）()《》〈〉…—\n\r\t 　,.!?;:\"'")
_START = r"(?:(?<=[，。！？；：、“”「」『』‘’（）…—\n\r\t 　])|^)"
_BASE = re.compile(f"(?:{alternatives(COMPOUND_SURNAMES)})|[{''.join(sorted(SURNAMES | RISKY_SURNAMES))}]")
_SPEECH = alternatives(SPEECH_VERBS)
_MANNER = alternatives(MANNER)
_SAYS = re.compile(
    f"{_START}(?:却说|且说|只见|忽见|忽听|原来|于是|当下|当时|这时|此时)?([{HAN}]{{2,4}}?)(?:{_MANNER}){{0,2}}"
    f"(?:(?:谓|问|对|劝|告|呼|顾|骂|叱|语|请|谏|见)[{HAN}]{{1,4}})?(?:{_SPEECH})[：:，,“「。]"
)
_ACTS = re.compile(
    f"{_START}(?:却说|且说|只见|忽见|原来|于是|当下|当时|这时|此时)?([{HAN}]{{2,4}}?)(?:{alternatives([*CLASSICAL_ACTS, *MODERN_ACTS])})"
)
_ENDS_SPOKEN = re.compile(f"[”」]([{HAN}]{{2,4}}?)(?:{_MANNER}){{0,2}}(?:{_SPEECH}|笑|叹|点头|摇头)")
_ROLES = "父亲 母亲 师父 师傅 哥哥 弟弟 姐姐 妹妹 妻子 丈夫 儿子 女儿 叔叔 伯伯 舅舅 爷爷 奶奶 同事 朋友 同学 邻居 助手 学生 徒弟 部将 大将 家将".split()
_TITLE_BEFORE = re.compile(f"(?:{alternatives([*OFFICE_TITLES, *_ROLES])})$")
_ACTS_AFTER = re.compile(alternatives([*CLASSICAL_ACTS, *(word for word in MODERN_ACTS if len(word) > 1)]))
ENDS_TITLE = frozenset(title[-1] for title in OFFICE_TITLES)
_SAYS_AFTER = re.compile(f"(?:{_MANNER}){{0,2}}(?:{_SPEECH})[：:，“「]|字[{HAN}]{{1,2}}[，。、；]")
_NO_LAST = frozenset(
    "人者们等皆俱兵士汉众军将官贼民客儿家门上下中里外前后边间处道声子大自奋仰奏谏引喜怒叹泣哭笑拜报即便乃亦又长主呼"
)
_VERBS_TOO = frozenset("封谢顾宣扶劳逢申审赖")
"""Surnames that classical prose also uses as verbs before a name."""
_COUNTED = frozenset("二三四五六七八九")
_NEVER_LAST = frozenset("路州郡县军兵人主国营寨众讫议地大者们")
_NO_FIRST = frozenset(
    "谓问对向告语劝见唤召呼骂叱请拜辞随与和同及不那这其此有无一二三四五六七八九十百千万诸众各每某何谁又再便乃遂即若如虽且而但只正方忽却已将欲可令使遣教请与为被从自在于至到我你他她它吾汝尔彼"
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """How much speaks for a string being a person's name in this window, and where its name-like occurrences begin."""

    weight: float
    count: int


@dataclass(slots=True)
class _Tally:
    """Occurrences of one surname with its first given character."""

    base: int
    places: list[int]


@dataclass(frozen=True, slots=True)
class _Prose:
    """A text with what bears on where its names end: whether it is classical, and names that stand without a surname."""

    text: str
    classical: bool
    givens: frozenset[str]


def surnamed(text: str, *, classical: bool, givens: frozenset[str] = frozenset()) -> Mapping[str, Evidence]:
    """Full names by surname: the string and its evidence. *givens* are names known to stand without their surname."""
    prose = _Prose(text, classical, givens)
    tallies: dict[str, _Tally] = {}
    for match in _BASE.finditer(text):
        end = match.end()
        if end >= len(text):
            continue
        given = text[end]
        if given in HARD_IN_NAMES or given in "名姓字" or not _han(given):
            continue
        if match.group() in ENDS_TITLE and _TITLE_BEFORE.search(text, max(0, match.start() - 3), end):
            continue
        tallies.setdefault(match.group() + given, _Tally(len(match.group()), [])).places.append(match.start())
    found: dict[str, Evidence] = {}
    for two, tally in tallies.items():
        for name, places in _lengths(prose, two, tally):
            evidence = _weigh(prose, name, tally.base, places=places)
            if evidence is not None:
                found[name] = evidence
    full = {} if classical else _before_given(prose, tallies, known=givens | found.keys())
    return {name: evidence for name, evidence in found.items() if not _led(name, found)} | full


def _before_given(prose: _Prose, tallies: Mapping[str, _Tally], *, known: frozenset[str]) -> dict[str, Evidence]:
    """Full names whose given name of two characters also stands alone: one clear mention is enough."""
    found: dict[str, Evidence] = {}
    for two, tally in tallies.items():
        for place in tally.places:
            name = prose.text[place : place + len(two) + 1]
            clear = two[0] not in RISKY_SURNAMES and name[tally.base :] in known
            if clear and _left(prose.text, place) == 2:
                found[name] = Evidence(3.0, prose.text.count(name))
    return found


def alone(text: str, people: Mapping[str, Evidence]) -> Mapping[str, Evidence]:
    """Given names of two characters that stand without the surname (青禾) beside the full name (阮青禾)."""
    found: dict[str, Evidence] = {}
    for full in people:
        match = _BASE.match(full)
        given = full[match.end() :] if match else ""
        if len(given) != 2 or given in NOT_PEOPLE or given in people:
            continue
        good = total = 0
        place = text.find(given)
        while place >= 0:
            if not text.startswith(full, place - len(full) + 2):
                total += 1
                good += bool(_left(text, place) and _right(text, place + 2))
            place = text.find(given, place + 1)
        if good >= 2 and good * 2 >= total:
            found[given] = Evidence(3.0 + good, total)
    return found


def _led(name: str, found: Mapping[str, Evidence]) -> bool:
    """Whether *name* is only a better attested name with a character before it (封吕布, 史刘表)."""
    rest = found.get(name[1:])
    return rest is not None and rest.count >= found[name].count


def _han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"


def _lengths(prose: _Prose, two: str, tally: _Tally) -> list[tuple[str, list[int]]]:
    """The name with one given character or with two, or both, each with its places."""
    thirds: dict[str, list[int]] = defaultdict(list)
    for place in tally.places:
        end = place + len(two)
        thirds[prose.text[end : end + 1]].append(place)
    rest: list[int] = []
    answer: list[tuple[str, list[int]]] = []
    for third, places in thirds.items():
        if (
            third
            and _han(third)
            and third not in HARD_IN_NAMES
            and _continues(prose, two + third, tally, places=places)
        ):
            answer.append((two + third, places))
        else:
            rest += places
    if rest:
        answer.append((two, rest))
    return answer


def _continues(prose: _Prose, name: str, tally: _Tally, *, places: list[int]) -> bool:
    """Whether the last character of *name* belongs to the given name: by what follows it, and whether it always stands there."""
    third, total = name[-1], len(tally.places)
    if name[tally.base :] in prose.givens:
        return True
    good = sum(1 for place in places if _right(prose.text, place + len(name)))
    if third in NOT_IN_NAMES or name[-2] in NOT_IN_NAMES:
        return (
            len(places) == total == good >= 2 and not prose.classical
            if total < 3
            else (len(places) == total and good >= total * _sure(name) and not prose.classical)
        )
    if len(places) < total * 0.75:
        return False
    if len(places) >= 2:
        after = {prose.text[place + len(name) : place + len(name) + 1] for place in places}
        diverse = len(after) >= 2 or bool(after & CLAUSE_EDGE)
        return good >= len(places) * 0.6 and diverse and (third not in AFTER_NAME or len(places) >= 3)
    return third not in AFTER_NAME and good == 1 and not (prose.classical and tally.base > 1)


def _sure(name: str) -> float:
    """The part of its places that must look like a name's, where a character says otherwise: fewer for 孟老三 and 裴砚之."""
    counted = (name[-1] in _COUNTED and name[-2] not in _COUNTED) or name[-2] in _COUNTED
    if counted and name[0] not in "周万方":
        return 0.5
    return 0.6 if name[-1] == "之" else 0.8


def _weigh(prose: _Prose, name: str, base: int, *, places: list[int]) -> Evidence | None:
    """The evidence for a full name, None where it is too weak for what speaks against it."""
    if name in NOT_PEOPLE or name[:2] in NOT_PEOPLE or name[-2:] in NOT_PEOPLE or name[-1] in _NEVER_LAST:
        return None
    weight = 0.0
    good = 0
    followers: set[str] = set()
    for place in places:
        left, right = _left(prose.text, place), _right(prose.text, place + len(name))
        if left == 2:
            followers.add(prose.text[place + len(name) : place + len(name) + 1])
        if left and right:
            good += 1
            weight += 1 + (left == 2) * 0.5 + (0, 0, 0.5, 1.5)[right]
    weight += (len(followers) >= 3) * 1.5
    if weight < _needed(prose, name, base, times=len(places)) or (good < len(places) * 0.4 and len(followers) < 3):
        return None
    return Evidence(weight, len(places))


def _needed(prose: _Prose, name: str, base: int, *, times: int) -> float:
    """The weight that a name must have: more for a doubtful surname, an unlikely given name, or a single mention."""
    need = 1.5 if prose.classical or times > 1 else 2.6
    if base == 1 and name[0] in RISKY_SURNAMES:
        need += 2
    if prose.classical and name[0] in _VERBS_TOO:
        need += 2
    if any(one in NOT_IN_NAMES for one in name[base:]):
        need += 3 if len(name) == base + 1 else 1.5
    if name[base] in AFTER_NAME:
        need += 1
    return need


def _left(text: str, place: int) -> int:
    if place == 0 or text[place - 1] in CLAUSE_EDGE:
        return 2
    if _TITLE_BEFORE.search(text, max(0, place - 5), place):
        return 2
    return 1 if text[place - 1] in BEFORE_NAME else 0


def _right(text: str, place: int) -> int:
    if place >= len(text) or text[place] in CLAUSE_EDGE:
        return 2
    if _SAYS_AFTER.match(text, place) or _ACTS_AFTER.match(text, place):
        return 3
    return 1 if text[place] in AFTER_NAME else 0


def speaking(text: str) -> Mapping[str, Evidence]:
    """Names without a surname, by those who speak and act at the beginning of a clause."""
    spoken: Counter[str] = Counter()
    acted: Counter[str] = Counter()
    for pattern in (_SAYS, _ENDS_SPOKEN):
        for match in pattern.finditer(text):
            spoken[match.group(1)] += 1
    for match in _ACTS.finditer(text):
        acted[match.group(1)] += 1
    found: dict[str, Evidence] = {}
    for name in sorted(spoken.keys() | acted.keys()):
        if not _may_name(name):
            continue
        weight = 2.0 * spoken[name] + acted[name]
        count = text.count(name)
        if (spoken[name] and weight >= 3 and count >= 2) or (acted[name] >= 3 and _stands_alone(text, name)):
            found[name] = Evidence(weight, count)
    return found


def _stands_alone(text: str, name: str) -> bool:
    """Whether most occurrences of *name* have the edges of a name."""
    places = [match.start() for match in re.finditer(re.escape(name), text)]
    good = sum(1 for place in places if _left(text, place) and _right(text, place + len(name)))
    return len(places) >= 4 and good >= len(places) * 0.6


def _may_name(name: str) -> bool:
    if name in NOT_PEOPLE or name[:2] in NOT_PEOPLE or name[-2:] in NOT_PEOPLE:
        return False
    if name[0] in _NO_FIRST or name[-1] in _NO_LAST or (name[-1] == "然" and name[0] not in SURNAMES):
        return False
    return (
        not any(one in HARD_IN_NAMES for one in name) and sum(1 for one in name if one in NOT_IN_NAMES) <= len(name) - 2
    )
