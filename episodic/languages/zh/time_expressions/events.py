"""Recognition of Chinese names of events, such as 大火 ("the great fire"), to which a time expression can refer."""

from __future__ import annotations

import re
from typing import Final

CHINESE_EVENTS: Final = (
    "之战|之役|之变|之乱|之盟|之难|大战|战争|战役|战事|决战|火灾|大火|起火|失火|火|战|婚礼|大婚|成亲|葬礼|出殡|登基|即位|"
    "起义|兵变|政变|叛乱|围城|城破|破城|地震|洪水|大水|瘟疫|饥荒|旱灾|天灾|屠城|大典|大会|庆典|祭典|风暴|海啸|风暴潮|"
    "迁都|和谈|议和|停战|投降|灭门|惨案|血案|爆炸|沉船|海难|雪崩|穿越|毕业|开学|大考|科考|殿试"
)
"""Alternatives of a regular expression for the endings of Chinese event names."""

_CHINESE_EDGES: Final = re.compile(
    r"^(?:(?:那|这|此|该)(?:一)?(?:场|次|回|个|把|番|件|阵)|那|这|一场|一次|此|该)+(?=.)"
)
_CHINESE_ENDS: Final = re.compile(
    r"(?:(?:发生|爆发)?(?:之时|的时候|时候|之际|发生|爆发|那天|当天|那日|当日|一事|之事))$"
)
# Keys for different names that usually mean the same event, such as 大火 and 失火. Few names share a key, because events
# with similar names may be different events.
_SAME: Final = {
    "大火": "火",
    "火灾": "火",
    "起火": "火",
    "失火": "火",
    "着火": "火",
    "大战": "战",
    "战争": "战",
    "打仗": "战",
}

_NOT_A_CHINESE_NAME: Final = re.compile(
    r"[了他她它我你您们谁着过吗呢吧，。、；：！？,.;:!?\s]|^[第数几多少不没未这那此其之的而且又再年月日天很许好]|[年月日天夜晚晨时候的第午早饭]$|"
    r"^(?:有?一|某)[日天夜晚早年]|是|"
    r"^(?:今|明|昨|前|后|午|饭|晚饭|早饭|以|最|目|事|[在于从自到至直]*[此这那]|然|随|先|从|日|生|死|婚|背|身|门|屋|床|城|山|船|桌)$"
)

_LONGEST: Final = 12


def chinese_event_key(key: str) -> str:
    """Return the key of an event name, without determiners such as 那场 and endings such as 之时.

    Usual names of the same event, such as 大火 and 失火, have the same key.
    """
    key = _CHINESE_EDGES.sub("", key)
    key = _CHINESE_ENDS.sub("", key) or key
    return _SAME.get(key, key)


def chinese_event_name(words: str, *, strict: bool) -> bool:
    """Return whether normalised words can be the name of an event.

    If *strict* is true, *words* must end in a word for a kind of event, such as 之战 ("the battle of").
    """
    if len(words) > _LONGEST:
        return False
    bare = _CHINESE_EDGES.sub("", words)
    if strict and not re.search(rf"(?:{CHINESE_EVENTS})$", bare):
        return False
    return bare in _SAME.values() or _NOT_A_CHINESE_NAME.search(bare) is None
