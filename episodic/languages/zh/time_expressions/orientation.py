"""Tells whether a Chinese sentence is about an earlier time (曾, 当年, 原是) or a later time (将, 打算, 明日)."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.zh.time_expressions.durations import AMOUNT
from episodic.temporal.expressions.rule_syntax import alternatives

_OTHER_CENG: Final = "国藩|子|参|巩|皙|孙|祖|外祖|氏|姓|家|老|先生|公子|姑娘|小姐|大人"
"""Words that follow the character 曾 where 曾 is a surname or part of a word such as 曾祖."""
_FORMERLY: Final = alternatives(
    """
    曾几何时 当年 从前 昔 原系 原本 原先 早先 往日 往年 旧日 旧时 早年 幼年 少年时 年轻时 年少时 小时候 幼时 儿时 生前 此前 那时候? 当初 起初 去年 前年 昨日 昨天 昨夜 昨晚 前日 前天
    """
)
_BACK: Final = re.compile(
    rf"(?<![未不何姓老小])曾(?!{_OTHER_CENG})|{_FORMERLY}|(?<!得)原是|先前|"
    rf"{AMOUNT}(?:以前|之前|前)(?![面方头边后来去往进])|(?<![天日年月])以前"
)
_GENERALS: Final = "大小上中下老少副偏裨猛名武勇良健骁主部牙战敌汉魏吴蜀诸众二三四五六七八九十百千数军两为拜与员"
"""Characters that precede the character 将 where 将 means a general."""
_GOING: Final = "去|往|赴|回|归|离|嫁|娶|前往|继承|接任|出发|启程|起程|到来|发生|举行|在[^外]"
"""Words that follow the character 将 where 将 means the future.

The character 将 can also mean a general or mark an object, as in 将书放下.
"""
_SOON: Final = alternatives(
    """
    即将 行将 必将 终将 将要 将会 将于 将至 将有 将被 将是 将成 将死 将亡 就将 便将 仍将 亦将 都将 也将 皆将 势将 打算 准备 预备 正要 正欲 意欲 欲往 欲待 要去 明日 明天 明晨 明早 明晚 后天 明年
    来年 下个月 下月 改日 改天 他日 不日
    """
)
_AHEAD: Final = re.compile(
    rf"{_SOON}|(?<![{_GENERALS}])将(?=(?:{_GOING}))|来日(?!无多)|将来(?![使人])|"
    r"(?<![一二三四五六七八九十百数几两0-9])日后(?!.?[,，])"
)


def looks_back(words: str) -> bool:
    """Return whether a normalised Chinese sentence is about an earlier time than the current time of its passage."""
    return _BACK.search(words) is not None


def looks_ahead(words: str) -> bool:
    """Return whether a normalised Chinese sentence is about a later time than the current time of its passage."""
    return _AHEAD.search(words) is not None
