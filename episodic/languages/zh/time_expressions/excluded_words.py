"""Patterns of Chinese words about time that name no date, in two groups.

The words of the first group only say before, after or at the current time (后来, 从前, 今日). The words of the second
group do not say when something happens (常常, 很久).
"""

from __future__ import annotations

from typing import Final

from episodic.temporal.expressions.rule_syntax import alternatives

AFTER_THIS: Final = alternatives(
    """
    后来 再后来 之后 此后 其后 随后 尔后 而后 然后 接着 继而 既而 事后 嗣后 自此 从此 从此以后 从此之后 自此以后 自那以后 自那之后 从那以后 从那时起 自那时起 从那一?[天夜日]之?[起后] 自那一?[天夜日]之?[起后] 打那以后 不久 不久之后
    不久以后 不久后 此后不久 没多久 没过多久 过了不久 不多久 不多时 不一会儿? 过不多久 不一日 不几日 不数日 不多日 不几天 没几日 没几天 非止一日 不则一日 未几 无何 俄而 少顷 须臾 旋即 良久 久之 多时 半晌
    在此之后 在此以后 在那之后 在那以后 许久之后 很久以后 很久之后 过了很久 过了许久 过了好久 过了好?一会儿? 过了片刻 片刻之后 片刻后 一会儿后 终于 最后 最终 到头来
    """
)
"""Pattern of Chinese words such as 后来 which say that a passage happens after the preceding passage."""

BEFORE_THIS: Final = alternatives(
    """
    从前 以前 先前 之前 此前 早先 早前 昔日 往昔 昔年 昔者 当初 往日 往年 前番 旧日 旧时 古时候 古时 上古 远古 早年间 前些年 很久以前 很久之前 许久以前 好久以前 很早以前 多年以前 不久前 不久以前
    在此以前 在那之前 在那以前 那之前 那以前 不久之前 没多久前 前不久 在此之前 此前不久 最近 近来 近日 刚才 方才 适才 小时候 幼时 幼年时? 年幼时 儿时 少时 少年时 年少时 年轻时 孩提时
    """
)
"""Pattern of Chinese words such as 从前 which say that an event happened before the current time of the passage."""

ONCE: Final = alternatives("昔 曾经 曾 原先 原本")
"""Pattern of words such as 曾 that mean an earlier time only if the time expression contains nothing else.

In a sentence, the character 曾 can also be part of another word such as 曾祖.
"""

TODAY: Final = alternatives(
    "今日 今天 今儿 今晨 今早 今晚 今夜 今宵 眼下 目下 现在 如今 此刻 当下 现今 当今 眼前 现如今 "
    "此时 这时 这时候 此际 正在此时 正在这时 就在这时 就在此时 当即 立即 立刻 即刻 随即"
)
"""Pattern of Chinese words such as 今日 which say that an event happens on the day of the passage."""

NO_PLACE: Final = alternatives(
    """
    一直 总是 常常 经常 往往 时常 时时 不时 有时 有时候 偶尔 仍然 仍 还 再 再次 永远 从来 从来没有 从未 始终 每天 每日 每夜 每晚 每年 每月 日日 夜夜 年年 岁岁 天天 日复一日 年复一年 日夜 昼夜 整天
    整日 整夜 整晚 终日 终夜 竟日 一整天 一整夜 连日 连夜 忽一日 一日 一天 有一天 有一日 某天 某日 某夜 这一次 第一次 头一次 首次 几度 屡次 多次 突然 忽然 一时 一度 至今 迄今 到现在 多年来 这些年
    那些年 多年 许多年 很久 许久 好久 久 长久 暂时 半天 一会儿 片刻 永世 一生 一辈子 平生 终身 有生以来 同时 与此同时
    """
)
"""Pattern of Chinese words such as 常常, 很久, 有一天 or 同时, which do not say when an event happens."""
