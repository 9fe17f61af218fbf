"""Finds given names of one character, such as 操 in 操曰, which classical prose uses in place of full names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from episodic.languages.word_lists import alternatives
from episodic.languages.zh.reading.person_names import CLAUSE_EDGE, left_edge, right_edge
from episodic.languages.zh.reading.word_lists import HAN, word_set, words

_ACTS = re.compile(
    f"[曰]|{alternatives(words('single_name_actions'))}|[{HAN}]{{0,4}}(?:自刎|自缢|而死|而亡|身死|病亡|遇害)|[死卒亡](?=[，。；]|于)|(?:大|乃|遂|即|亦|急|忙|又)?(?:笑|怒|叹|惊|喜|问|答|谓|令|引|领|率|遣|使|命|召|请|拜|辞|闻|见|视|奏|谏|从其|从之|自|大怒|大喜|大惊|大笑|大败|不听|不从|不能|不敢)"
)
_AGENT_ACTS = re.compile("手起|一[刀枪戟矛剑斧鞭箭]|大喝|[刺斩杀砍射擒捉]|生擒|活捉|所[杀害擒斩]|赶[来上]")
_WORDS_OF_ONE_CHARACTER = word_set("words_of_one_character")
_FREQUENT = word_set("frequent_characters")
_KILLS = ("斩", "刺", "砍", "劈", "搠", "射", "刺死", "射死", "杀死", "砍死")
_VICTIM_FALLS = re.compile("于[马阵军城门]|落马|下马|为两段")
_BEFORE_SUBJECTS = frozenset("后时因故今惟独")
"""Words of one character that can stand between the beginning of a clause and its subject, as in 后康死."""
_OWNS = re.compile(
    "之?(?:[长次幼少三]子|第[二三四五六七八九]子|[长次幼]女|族[弟兄]|从[弟兄子])|[父母妻弟兄叔侄](?=[^，。！？；：]{2,3})"
)
"""Pattern of a word for a relative between a person's given name and the relative's name, as 长子 in 操长子曹丕."""
_BEFORE_OWNERS = frozenset("说乃即")
_KIN = frozenset("弟兄子侄叔妹女")
_ORDERS = frozenset("使令遣命与其")
"""Characters before a relative who is named by the given name alone, as in 使弟卫领兵."""
_MIN_SHARE = 0.8
"""The minimum share of a character's occurrences that must stand where a name can stand. If the share is reached, the
character is accepted as a name at all these places.
"""


def given_characters(text: str, characters: Collection[str], *, taken: bytearray) -> Sequence[int]:
    """Return the offsets at which one of *characters* is the given name of a person, in text order.

    At the beginning of a clause, a character is surely a name if an action or a relative of a person follows. A
    character is also surely a name where a killer or victim is named. If at least _MIN_SHARE of a character's
    occurrences stand where a name can stand, the character is a name at all these places. A frequent character is
    accepted only if at least one of its occurrences is surely a name. A character that is an ordinary word by itself is
    never accepted. Offsets that are marked in *taken* belong to other names and are left out.
    """
    wanted = set(characters) - _WORDS_OF_ONE_CHARACTER
    free: dict[str, list[int]] = defaultdict(list)
    for offset, character in enumerate(text):
        if character in wanted and not taken[offset]:
            free[character].append(offset)
    found: list[int] = []
    for offsets in free.values():
        sure = [offset for offset in offsets if _is_sure(text, offset)]
        if sure or (offsets and text[offsets[0]] not in _FREQUENT):
            fitting = [offset for offset in offsets if _fits(text, offset)]
            found += fitting if len(fitting) >= len(offsets) * _MIN_SHARE else sure
    return sorted(found)


def _is_sure(text: str, offset: int) -> bool:
    """Return whether the character at *offset* is surely a name. A character that begins a clause is a name if an
    action or a relative of a person follows. A character that names a killer, a victim, or a relative who gets an order
    and acts (使弟卫领兵) is a name, too.
    """
    if offset == 0 or text[offset - 1] in CLAUSE_EDGE:
        acts = _ACTS.match(text, offset + 1) or _OWNS.match(text, offset + 1)
        return acts is not None or _is_killed_or_kills(text, offset)
    if text[offset - 1] in _BEFORE_SUBJECTS and (offset == 1 or text[offset - 2] in CLAUSE_EDGE):
        return _ACTS.match(text, offset + 1) is not None
    if text[offset - 1] in _BEFORE_OWNERS and _OWNS.match(text, offset + 1):
        return True
    if text[offset - 1] in _KIN and text[max(0, offset - 2)] in _ORDERS:
        return _ACTS.match(text, offset + 1) is not None
    return _is_killed_or_kills(text, offset)


def _is_killed_or_kills(text: str, offset: int) -> bool:
    before = text[max(0, offset - 2) : offset]
    return (before.endswith(("被", "为")) and _AGENT_ACTS.match(text, offset + 1) is not None) or (
        before.endswith(_KILLS) and _VICTIM_FALLS.match(text, offset + 1) is not None
    )


def _fits(text: str, offset: int) -> bool:
    left = left_edge(text, offset)
    return left == 2 or (left > 0 and right_edge(text, offset + 1) > 0)
