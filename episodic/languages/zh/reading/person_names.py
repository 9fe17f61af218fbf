"""Finds personal names in a Chinese text by form (surname and given name), context and frequency."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.word_lists import (
    AFTER_NAME,
    BEFORE_NAME,
    CLASSICAL_ACTIONS,
    COMPOUND_SURNAMES,
    HAN,
    IMPOSSIBLE_IN_NAMES,
    MANNER_ADVERBS,
    MODERN_ACTIONS,
    NON_PERSON_WORDS,
    OFFICE_TITLES,
    RISKY_SURNAMES,
    SPEECH_VERBS,
    SURNAMES,
    UNLIKELY_IN_NAMES,
    word_set,
    words,
)

CLAUSE_EDGE = frozenset("，。！？；：、“”「」『』‘’（）()《》〈〉…—\n\r\t 　,.!?;:\"'")
_START = r"(?<![^，。！？；：、“”「」『』‘’（）…—\n\r\t 　])"
_SINGLE_SURNAMES = "".join(sorted(SURNAMES | RISKY_SURNAMES))
_BASE = re.compile(
    f"(?=[{_SINGLE_SURNAMES}{''.join(sorted(name[0] for name in COMPOUND_SURNAMES))}])"
    f"(?:{alternatives(COMPOUND_SURNAMES)}|[{_SINGLE_SURNAMES}])"
)
"""Pattern of a surname. The pattern of names begins with a look-ahead for the first character of a surname, which makes
the search faster.
"""
_SPEECH = alternatives(SPEECH_VERBS)
_MANNER = alternatives(MANNER_ADVERBS)
_SAYS = re.compile(
    f"{_START}(?:却说|且说|只见|忽见|忽听|原来|于是|当下|当时|这时|此时)?([{HAN}]{{2,4}}?)(?:{_MANNER}){{0,2}}"
    f"(?:(?:谓|问|对|劝|告|呼|顾|骂|叱|语|请|谏|见)[{HAN}]{{1,4}})?(?:{_SPEECH})[：:，,“「。]"
)
_ACTS = re.compile(
    f"{_START}(?:却说|且说|只见|忽见|原来|于是|当下|当时|这时|此时)?([{HAN}]{{2,4}}?)(?:{alternatives([*CLASSICAL_ACTIONS, *MODERN_ACTIONS])})"
)
_ENDS_SPOKEN = re.compile(f"[”」]([{HAN}]{{2,4}}?)(?:{_MANNER}){{0,2}}(?:{_SPEECH}|笑|叹|点头|摇头)")
_ROLES = words("role_words")
_TITLE_BEFORE = re.compile(f"(?:{alternatives([*OFFICE_TITLES, *_ROLES])})$")
_KIN_BEFORE = re.compile(f"(?:{alternatives([word for word in _ROLES if len(word) == 2])})$")
_ACTS_AFTER = re.compile(alternatives([*CLASSICAL_ACTIONS, *(word for word in MODERN_ACTIONS if len(word) > 1)]))
ENDS_TITLE = frozenset(title[-1] for title in OFFICE_TITLES)
_SAYS_AFTER = re.compile(
    f"(?:{_MANNER}){{0,2}}(?:{_SPEECH})[：:，“「]|字[{HAN}]{{1,2}}[，。、；]|的(?:{alternatives(word for word in _ROLES if len(word) == 2)})"
)
_IMPOSSIBLE_LAST = word_set("impossible_last_name_characters")
_VERB_SURNAMES = frozenset("封谢顾宣扶劳逢申审赖")
"""Surnames that are also verbs in classical prose.

In classical prose, a surname such as 封 before a name can be a verb, as in 封吕布.
"""
_COUNTED = frozenset("二三四五六七八九")
_NON_NAME_ENDS = frozenset("路州郡县军兵人主国营寨众讫议地大者们")
_SETTLEMENT_ENDS = frozenset("镇村乡巷街城")
"""Last characters of names of settlements, with which hardly any given name of two characters ends."""
_IMPOSSIBLE_FIRST = word_set("impossible_first_name_characters")


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """The evidence that a string is a name: the weight of the evidence, and the number of occurrences of the string."""

    weight: float
    count: int


@dataclass(slots=True)
class _Tally:
    base: int
    offsets: list[int]


@dataclass(frozen=True, slots=True)
class _Prose:
    text: str
    classical: bool
    givens: frozenset[str]


def surnamed(text: str, *, classical: bool, givens: frozenset[str] = frozenset()) -> Mapping[str, NameEvidence]:
    """Return the full names in *text* that begin with a surname, each with its evidence.

    *givens* contains strings that stand before verbs of speech or action in *text*. The two characters after a surname
    count as one given name if they are a string in *givens*.
    """
    prose = _Prose(text, classical, givens)
    tallies: dict[str, _Tally] = {}
    for match in _BASE.finditer(text):
        end = match.end()
        if end >= len(text):
            continue
        given = text[end]
        if given in IMPOSSIBLE_IN_NAMES or given in "名姓字" or not _is_han(given):
            continue
        if match.group() in ENDS_TITLE and _TITLE_BEFORE.search(text, max(0, match.start() - 3), end):
            continue
        tallies.setdefault(match.group() + given, _Tally(len(match.group()), [])).offsets.append(match.start())
    found: dict[str, NameEvidence] = {}
    for two, tally in tallies.items():
        for name, offsets in _lengths(prose, two, tally):
            evidence = _weigh(prose, name, tally.base, offsets=offsets)
            if evidence is not None:
                found[name] = evidence
    full = {} if classical else _before_given(prose, tallies, known=givens | found.keys())
    return {name: evidence for name, evidence in found.items() if not _is_prefixed(name, found)} | full


def _before_given(prose: _Prose, tallies: Mapping[str, _Tally], *, known: frozenset[str]) -> dict[str, NameEvidence]:
    """Return the evidence for full names whose given name of two characters also occurs alone in the text.

    A full name is returned only if its surname is no common word. The full name must also follow punctuation or a title
    at least once.
    """
    found: dict[str, NameEvidence] = {}
    for two, tally in tallies.items():
        for offset in tally.offsets:
            name = prose.text[offset : offset + len(two) + 1]
            clear = two[0] not in RISKY_SURNAMES and name[tally.base :] in known
            if clear and left_edge(prose.text, offset) == 2:
                found[name] = NameEvidence(3.0, prose.text.count(name))
    return found


def given_names_alone(text: str, people: Mapping[str, NameEvidence]) -> Mapping[str, NameEvidence]:
    """Return the evidence for given names such as 青禾 that occur without their surnames. A given name without its
    surname must occur at least twice where a name can begin and end. The given name must not occur more often in other
    positions.

    A given name is considered only if it has two characters and its full name, such as 阮青禾, is in *people*.
    """
    found: dict[str, NameEvidence] = {}
    for full in people:
        match = _BASE.match(full)
        given = full[match.end() :] if match else ""
        if len(given) != 2 or given in NON_PERSON_WORDS or given in people:
            continue
        good = total = 0
        offset = text.find(given)
        while offset >= 0:
            if not text.startswith(full, offset - len(full) + 2):
                total += 1
                good += bool(left_edge(text, offset) and right_edge(text, offset + 2))
            offset = text.find(given, offset + 1)
        if good >= 2 and good * 2 >= total:
            found[given] = NameEvidence(3.0 + good, total)
    return found


def _is_prefixed(name: str, found: Mapping[str, NameEvidence]) -> bool:
    rest = found.get(name[1:])
    return rest is not None and rest.count >= found[name].count


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"


def _lengths(prose: _Prose, two: str, tally: _Tally) -> list[tuple[str, list[int]]]:
    """Return the possible full names that begin with the string *two* (a surname and one character), each with the
    offsets of its occurrences.

    A possible full name is the string *two* (a surname and one character) alone, or *two* with the next character.
    """
    thirds: dict[str, list[int]] = defaultdict(list)
    for offset in tally.offsets:
        end = offset + len(two)
        thirds[prose.text[end : end + 1]].append(offset)
    possible = {third: found for third, found in thirds.items() if _can_follow(third)}
    # Brothers and sisters often share the first character of their given names, as 沈青禾 and 沈青山 do.
    shared = [offsets for third, offsets in possible.items() if _ends_name(prose, two + third, offsets)]
    named = sum(map(len, shared)) if len(shared) > 1 else 0
    rest: list[int] = []
    answer: list[tuple[str, list[int]]] = []
    for third, offsets in thirds.items():
        if third in possible and _belongs(prose, two + third, tally, offsets=offsets, named=named):
            answer.append((two + third, offsets))
        else:
            rest += offsets
    if rest:
        answer.append((two, rest))
    return answer


def _can_follow(third: str) -> bool:
    return bool(third) and _is_han(third) and third not in IMPOSSIBLE_IN_NAMES


def _belongs(prose: _Prose, name: str, tally: _Tally, *, offsets: list[int], named: int) -> bool:
    """Return whether the last character of *name* belongs to the given name and not to the next word.

    The text after *name* decides whether the last character belongs to the given name. How often the last character
    follows the preceding characters of *name* also decides this. *named* counts the occurrences of all likely names
    that differ from *name* at most in the last character. *named* is 0 if there are fewer than two such likely names.
    """
    third, total = name[-1], len(tally.offsets)
    if name[tally.base :] in prose.givens:
        return True
    if third in UNLIKELY_IN_NAMES or name[-2] in UNLIKELY_IN_NAMES:
        if prose.classical or len(offsets) != total:
            return False
        good = _right_edges(prose.text, name, offsets)
        return total == good >= 2 if total < 3 else good >= total * _needed_share(name)
    if max(len(offsets), named) < total * 0.75:
        return False
    if len(offsets) >= 2:
        return _ends_name(prose, name, offsets)
    good = _right_edges(prose.text, name, offsets)
    return third not in AFTER_NAME and good == 1 and not (prose.classical and tally.base > 1)


def _ends_name(prose: _Prose, name: str, offsets: list[int]) -> bool:
    """Return whether most of several occurrences of *name* stand where a name can end, in different contexts."""
    good = _right_edges(prose.text, name, offsets)
    after = {prose.text[offset + len(name) : offset + len(name) + 1] for offset in offsets}
    diverse = len(after) >= 2 or bool(after & CLAUSE_EDGE)
    often = len(offsets) >= (3 if name[-1] in AFTER_NAME else 2)
    return often and good >= len(offsets) * 0.6 and diverse


def _right_edges(text: str, name: str, offsets: Iterable[int]) -> int:
    return sum(1 for offset in offsets if right_edge(text, offset + len(name)))


def _needed_share(name: str) -> float:
    """Return the minimum share of the occurrences of *name* that must end where a name can end. *name* is a candidate
    for a name, with a character that is unlikely in names. The candidate counts as a name only if its occurrences reach
    the returned share.

    Usually, a share of 0.8 of the occurrences must end where a name can end. For a name with a numeral among its last
    two characters, such as 孟老三, a share of 0.5 is enough, but not for a name that begins with 周, 万 or 方. For any
    other name that ends with 之, such as 裴砚之, a share of 0.6 of the occurrences is enough.
    """
    counted = (name[-1] in _COUNTED and name[-2] not in _COUNTED) or name[-2] in _COUNTED
    if counted and name[0] not in "周万方":
        return 0.5
    return 0.6 if name[-1] == "之" else 0.8


def _weigh(prose: _Prose, name: str, base: int, *, offsets: list[int]) -> NameEvidence | None:
    if (
        name in NON_PERSON_WORDS
        or name[:2] in NON_PERSON_WORDS
        or name[-2:] in NON_PERSON_WORDS
        or name[-1] in _NON_NAME_ENDS
        or (len(name) > base + 1 and name[-1] in _SETTLEMENT_ENDS)
    ):
        return None
    weight = 0.0
    good = 0
    followers: set[str] = set()
    for offset in offsets:
        left = left_edge(prose.text, offset)
        if left == 2:
            followers.add(prose.text[offset + len(name) : offset + len(name) + 1])
        if left and (right := right_edge(prose.text, offset + len(name))):
            good += 1
            weight += 1 + (left == 2) * 0.5 + (0, 0, 0.5, 1.5)[right]
            weight += 1.0 * (
                not prose.classical and _KIN_BEFORE.search(prose.text, max(0, offset - 2), offset) is not None
            )
    weight += (len(followers) >= 3) * 1.5
    needed = _needed_weight(prose, name, base, times=len(offsets))
    if weight < needed or (good < len(offsets) * 0.4 and len(followers) < 3):
        return None
    return NameEvidence(weight, len(offsets))


def _needed_weight(prose: _Prose, name: str, base: int, *, times: int) -> float:
    """Return the minimum weight of evidence with which a full name is accepted.

    A name with a doubtful surname, an unlikely given name or a single occurrence needs more evidence than other names.
    """
    need = 1.5 if prose.classical or times > 1 else 2.6
    if base == 1 and name[0] in RISKY_SURNAMES:
        need += 2
    if prose.classical and name[0] in _VERB_SURNAMES:
        need += 2
    if not UNLIKELY_IN_NAMES.isdisjoint(name[base:]):
        need += 3 if len(name) == base + 1 else 1.5
    if name[base] in AFTER_NAME:
        need += 1
    return need


def left_edge(text: str, offset: int) -> int:
    """Return a score from 0 to 2 that says how clearly a name can begin at *offset*.

    The left-edge score is 2 at the beginning of a clause or after a title. The left-edge score is 1 after a character
    that often precedes names, and otherwise 0.
    """
    if offset == 0 or text[offset - 1] in CLAUSE_EDGE:
        return 2
    if _TITLE_BEFORE.search(text, max(0, offset - 5), offset):
        return 2
    return 1 if text[offset - 1] in BEFORE_NAME else 0


def right_edge(text: str, offset: int) -> int:
    """Return a score from 0 to 3 that says how clearly a name can end at *offset*.

    The right-edge score is 3 before a verb of speech or action, and before 的 with a kinship or role. The right-edge
    score is 2 at the end of a clause, 1 before a character that often stands after names, and otherwise 0.
    """
    if offset >= len(text) or text[offset] in CLAUSE_EDGE:
        return 2
    if _SAYS_AFTER.match(text, offset) or _ACTS_AFTER.match(text, offset):
        return 3
    return 1 if text[offset] in AFTER_NAME else 0


def speakers_and_agents(text: str) -> Mapping[str, NameEvidence]:
    """Return the evidence for each name that often stands at the beginning of a clause before a verb of speech or
    action, with or without a surname. Fewer occurrences are enough before verbs of speech than before verbs of action.
    """
    spoken: Counter[str] = Counter()
    acted: Counter[str] = Counter()
    for pattern in (_SAYS, _ENDS_SPOKEN):
        for match in pattern.finditer(text):
            spoken[match.group(1)] += 1
    for match in _ACTS.finditer(text):
        acted[match.group(1)] += 1
    found: dict[str, NameEvidence] = {}
    for name in sorted(spoken.keys() | acted.keys()):
        if not _can_be_name(name):
            continue
        weight = 2.0 * spoken[name] + acted[name]
        count = text.count(name)
        if (spoken[name] and weight >= 3 and count >= 2) or (acted[name] >= 3 and _has_edges(text, name)):
            found[name] = NameEvidence(weight, count)
    return found


def has_name_context(text: str, name: str) -> bool:
    """Return whether *name* occurs at least once where a name can begin and end."""
    place = text.find(name)
    while place >= 0:
        if left_edge(text, place) and right_edge(text, place + len(name)):
            return True
        place = text.find(name, place + 1)
    return False


def _has_edges(text: str, name: str) -> bool:
    """Return whether *name* occurs at least four times, and most times where a name can begin and end."""
    offsets = [match.start() for match in re.finditer(re.escape(name), text)]
    good = sum(1 for offset in offsets if left_edge(text, offset) and right_edge(text, offset + len(name)))
    return len(offsets) >= 4 and good >= len(offsets) * 0.6


def _can_be_name(name: str) -> bool:
    if name in NON_PERSON_WORDS or name[:2] in NON_PERSON_WORDS or name[-2:] in NON_PERSON_WORDS:
        return False
    if name[0] in _IMPOSSIBLE_FIRST or name[-1] in _IMPOSSIBLE_LAST or (name[-1] == "然" and name[0] not in SURNAMES):
        return False
    return (
        not any(character in IMPOSSIBLE_IN_NAMES for character in name)
        and sum(character in UNLIKELY_IN_NAMES for character in name) <= len(name) - 2
    )
