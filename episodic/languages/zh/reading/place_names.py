"""Finds names of places, organizations and things in a Chinese window (a part of a chapter) by their last characters
and the words around them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.person_names import CLAUSE_EDGE, NameEvidence
from episodic.languages.zh.reading.word_lists import (
    HAN,
    IMPOSSIBLE_IN_NAMES,
    NON_PERSON_WORDS,
    OFFICE_TITLES,
    SURNAMES,
    word_set,
    words,
)

_SHORT_SUFFIXES = "州郡县"
_SETTLEMENTS = "城镇村"
_SUFFIXES = words("place_suffix_characters")
_LONG_SUFFIXES = words("place_suffix_words")
_ORGANIZATION_SUFFIXES = words("organization_suffixes")
_MOVEMENT_VERBS = words("movement_verbs")
_LONG_MOVEMENT_VERBS = frozenset(word for word in _MOVEMENT_VERBS if len(word) == 2)
_IMPOSSIBLE_FIRST = word_set("impossible_first_place_characters")
_IMPOSSIBLE_INSIDE = IMPOSSIBLE_IN_NAMES | word_set("impossible_place_characters")
_IMPOSSIBLE_LAST = word_set("impossible_last_place_characters")
_PLACE_VERBS = word_set("place_verb_characters")
_EDGE_BEFORE = CLAUSE_EDGE | _PLACE_VERBS | frozenset("向领是乃的之与和及把了着得失弃")
_RISKY_SUFFIXES = frozenset("市国口门观渡府寨宫河江桥庄亭库殿楼")
_NON_PLACE_WORDS = word_set("non_place_words")

_SHORT = re.compile(f"[{HAN}]{{1,3}}[{_SHORT_SUFFIXES}]")
_PLACE_SUFFIX = re.compile(
    f"(?=([{HAN}](?:{alternatives([*_LONG_SUFFIXES, *_SUFFIXES, *_SHORT_SUFFIXES])})(?![{_SETTLEMENTS}])))"
)
_GROUP_SUFFIX = re.compile(f"[{HAN}](?:{alternatives(_ORGANIZATION_SUFFIXES)})")
_AFTER_MOVEMENT = re.compile(
    f"(?:{alternatives(_MOVEMENT_VERBS)})(?:了)?([{HAN}]{{2,4}}?)(?=[，。；！？、”：]|而来|而去|来|去|界|城|太守|之|一带|方向|等处|地面|，)"
)
_BY_OFFICE = re.compile(
    f"(?<![{HAN}])([{HAN}]{{2}}?)(?:太守|刺史|州牧|牧|郡守|县令|知府|知县)(?=[{HAN}])|(?:[，。乃本系是])([{HAN}]{{2,4}}?)人(?:也|氏)"
)
_GROUP_CONTEXT = re.compile("(?:加入|离开|属于|隶属|回到|来自|投靠|给|在|是|成了|成为|退出|创立|建立|交还|由)了?$")
_JOINED = re.compile(f"(?:加入|退出|隶属于|效力于|供职于)了?([{HAN}]{{2,6}}?)(?=[，。；！？、的])")
_STRONG_GROUPS = frozenset("学院 大学 教会 公会 集团 公司 骑士团 家族 商会 协会 警局 警署".split())
_QUOTED_THING = re.compile("《([^《》\\s\ud800-\udfff\ue000-\uf8ff]{1,20})》")
_WEAPON = re.compile(
    "(?:造|使|(?:挺|绰|手持|手执|手提|提|舞|佩|掣|横|持|执|轮|骑|跨)[着起动]?+|拔出|抽出|拿出|取出|握着|名曰|名为)(?:一?[口把柄条杆枝匹张])?"
    f"([{HAN}]{{2,5}}?(?:刀|剑|枪|矛|戟|弓|鞭|斧|锏|玺|杖|扇))(?=[，。；！？、]|[{HAN}])"
)
_PIECE = "(?:[一半那这两几][把本只封件块条枚张根串册截个])?"
_HANDLED = re.compile(
    f"(?:把|将){_PIECE}([{HAN}]{{2,3}}?)(?:交给|递给|还给|送给|卖给|传给|留给|贴身|藏|交还|放在|放进|包好|托在|转给)"
    f"|(?:挂着|戴着|佩着|拿出|取出|掏出|捧着|交还|握着){_PIECE}([{HAN}]{{2,3}}?)(?=[，。；、])"
)
_HEADS = alternatives(words("thing_nouns"))
_PASSED = re.compile(
    f"(?:把|将){_PIECE}(?P<given>[{HAN}]{{1,4}}?(?:{_HEADS}))[{HAN}]{{0,2}}?[交递还送卖传留赠塞借让][给还予了]"
    f"|(?:收下|夺走|夺回|偷走|盗走|抢走|拿走|取走|取回|要回|收回|带走|找到|捡到)了?{_PIECE}(?P<taken>[{HAN}]{{1,4}}?(?:{_HEADS}))(?=[，。；、！])"
    f"|[递送赠还交留传][给了]了?[{HAN}]{{1,4}}?[一那][把本只封件块条枚张根串册截个柄支](?P<got>[{HAN}]{{1,4}}?(?:{_HEADS}))(?=[，。；、！])"
)
"""Pattern of a thing that changes hands and whose name ends with a noun for things, such as 铜钥匙."""
_COUNTS = frozenset("一二三四五六七八九十两几半数")
_WEAPON_VERBS = frozenset("马执持挺绰提横舞骑所带悬防连者")
_NOT_IN_THINGS = IMPOSSIBLE_IN_NAMES | frozenset("自己他她它我你们这那手头脸眼身心话声")
_NON_THING_WORDS = word_set("non_thing_words")


def places(text: str) -> Mapping[str, NameEvidence]:
    """Return the names of places in *text*, each with its evidence."""
    tallies: dict[str, list[float]] = defaultdict(list)
    found_until = 0
    for match in _PLACE_SUFFIX.finditer(text):
        end = match.end(1)
        if match.start() < found_until:
            continue
        name, sure = _leftwards(text, end, suffix=end - match.start() - 1)
        # A name of two words for kinds of places, such as 江城, is accepted only after a verb of place or movement.
        if name is not None and (sure or len(name) > 2 or name[0] not in _SUFFIXES):
            found_until = end
            risky = text[end - 1] in _RISKY_SUFFIXES
            tallies[name].append((2.0 if sure else 1.0) - 0.8 * risky)
    for match in _AFTER_MOVEMENT.finditer(text):
        if _is_place_like(match.group(1)):
            tallies[match.group(1)].append(0.7 if match.group(1)[0] in SURNAMES else 1.0)
    for match in _BY_OFFICE.finditer(text):
        name = match.group(1) or match.group(2)
        if _is_place_like(name):
            tallies[name].append(2.0)
    return {name: NameEvidence(sum(marks), text.count(name)) for name, marks in tallies.items() if sum(marks) >= 2}


def _leftwards(text: str, end: int, *, suffix: int) -> tuple[str | None, bool]:
    """Return the place name that ends at *end*, and whether a verb of place or movement stands before it. Return (None,
    False) if no place name ends at *end*.

    The place name is as short as possible. The place name begins at the start of the text, after punctuation, or after
    a word that can precede a place name. *suffix* is the length of the word for a kind of place, such as 城, at the end
    of the name.
    """
    longest = 2 if text[end - 1] in _SHORT_SUFFIXES else 3
    for size in range(1, longest + 1):
        start = end - suffix - size
        if start < 0:
            return None, False
        # A character such as 渡 can be a verb ("to cross") or a noun for a kind of place ("ferry"). Directly before the
        # last character of a settlement's name, such a character counts as the noun, as in 柳渡镇.
        inner = size == 1 and text[end - 1] in _SETTLEMENTS and text[start] in _SUFFIXES
        if (text[start] in _IMPOSSIBLE_INSIDE and not inner) or text[start] in CLAUSE_EDGE:
            return None, False
        after_movement = text[max(0, start - 2) : start] in _LONG_MOVEMENT_VERBS
        if after_movement or start == 0 or text[start - 1] in _EDGE_BEFORE:
            name = text[start:end]
            if (
                name in _NON_PLACE_WORDS
                or name[-2:] in _NON_PLACE_WORDS
                or name in NON_PERSON_WORDS
                or text[start] in _IMPOSSIBLE_FIRST
            ):
                return None, False
            return name, after_movement or (start > 0 and text[start - 1] in _PLACE_VERBS)
    return None, False


def _is_place_like(name: str) -> bool:
    if (
        name in NON_PERSON_WORDS
        or name in _NON_PLACE_WORDS
        or name[0] in _IMPOSSIBLE_FIRST
        or name[-1] in _IMPOSSIBLE_LAST
    ):
        return False
    return not name.endswith(tuple(OFFICE_TITLES)) and _IMPOSSIBLE_INSIDE.isdisjoint(name)


def organizations(text: str) -> Mapping[str, NameEvidence]:
    """Return the names of organizations in *text*, each with its evidence.

    An organization must be named repeatedly or in a context that is typical of organizations.
    """
    tallies: dict[str, list[float]] = defaultdict(list)
    for match in _GROUP_SUFFIX.finditer(text):
        suffix = match.end() - match.start() - 1
        for size in (3, 2, 1):
            start = match.end() - suffix - size
            if start < 0 or suffix + size < 3:
                continue
            name = text[start : match.end()]
            if (
                any(character in _IMPOSSIBLE_INSIDE or character in CLAUSE_EDGE for character in name[:-suffix])
                or name[0] in _IMPOSSIBLE_FIRST
            ):
                continue
            if name[-2:] in _NON_PLACE_WORDS:
                continue
            clear = (
                start == 0
                or text[start - 1] in CLAUSE_EDGE
                or bool(_GROUP_CONTEXT.search(text, max(0, start - 3), start))
            )
            if clear:
                strong = name[-suffix:] in _STRONG_GROUPS
                tallies[name].append(1.0 + bool(_GROUP_CONTEXT.search(text, max(0, start - 3), start)) * (1 + strong))
                break
    for match in _JOINED.finditer(text):
        name = match.group(1)
        if (
            name not in NON_PERSON_WORDS
            and text.count(name) >= 2
            and not any(character in IMPOSSIBLE_IN_NAMES for character in name)
        ):
            tallies[name] += [1.5, 1.5]
    return {name: NameEvidence(sum(marks), text.count(name)) for name, marks in tallies.items() if sum(marks) >= 3}


def things(text: str, *, classical: bool = False) -> Mapping[str, NameEvidence]:
    """Return the names of things in *text*, each with its evidence.

    Named things are titles of books between 《》, and weapons, seals, staffs and fans that have names. An object that
    somebody handles is a named thing if the text names it at least three times. In modern prose, an object that changes
    hands, such as 铜钥匙, also counts as a named thing.
    """
    found: dict[str, NameEvidence] = {}
    for match in _QUOTED_THING.finditer(text):
        found[match.group(1)] = NameEvidence(3.0, 1)
    for match in _WEAPON.finditer(text):
        name = match.group(1)
        if (
            len(name) >= 3
            and not any(character in _IMPOSSIBLE_INSIDE or character in _WEAPON_VERBS for character in name)
            and name[0] not in _IMPOSSIBLE_FIRST
        ):
            found[name] = NameEvidence(2.0, text.count(name))
    for match in () if classical else _PASSED.finditer(text):
        name = match["given"] or match["taken"] or match["got"]
        if len(name) >= 3 and name[0] not in _COUNTS and not any(character in _NOT_IN_THINGS for character in name):
            found[name] = NameEvidence(2.0, text.count(name))
    handled = Counter(match.group(1) or match.group(2) for match in _HANDLED.finditer(text))
    for name, times in handled.items():
        count = text.count(name)
        if (
            count >= 3
            and name not in _NON_THING_WORDS
            and name[-1] not in _IMPOSSIBLE_LAST
            and not any(character in _NOT_IN_THINGS for character in name)
        ):
            found[name] = NameEvidence(1.0 + times, count)
    return found
