"""Patterns for Chinese text: headings that name a narrator, and beginnings and ends of letters that people write."""

from __future__ import annotations

import re
from typing import Final

from episodic.text.narration_rules import NarrationRules
from episodic.text.scripts import HAN_CLASS

_HAN_WHO = rf"(?P<who>[{HAN_CLASS}·]{{2,6}}?)"
_TELLERS = (
    re.compile(
        rf"(?:^|[\s:：（(【《—·])(?:由|以下为|以下是)?{_HAN_WHO}(?:的)?(?:自述|口述|自叙|讲述|所述)(?=$|[\s）)】》:：。])"
    ),
    re.compile(rf"(?:^|[\s:：（(【《—·]){_HAN_WHO}(?:的)?视角(?=$|[\s）)】》:：。])"),
    re.compile(rf"(?:^|[\s:：（(【《—·]){_HAN_WHO}(?:的)?(?P<kind>日记|手记|日志)(?=$|[\s）)】》:：。])"),
)
_NOBODY = frozenset("他她它我你您其某谁这那此")
"""First characters of words that are not the name of a narrator, such as 他 in 他的口述."""
_DEAR_HAN = re.compile(
    rf"[ \t　]*(?:(?:亲爱的|敬爱的|尊敬的)[{HAN_CLASS}·]{{1,8}}|[{HAN_CLASS}·]{{1,6}}(?:吾[兄弟师友儿]|[仁贤]兄|大人|先生|师父|台鉴|见字如[面晤]|如[晤面]|亲启))[，,]?[：:]?$"
)
_SIGNED_HAN = re.compile(
    rf"(?:(?:弟|兄|徒|徒儿|儿|女|女儿|友|学生|妹|姐|愚弟|愚兄|弟子)[ 　]*)?(?P<who>[{HAN_CLASS}·]{{2,4}}?)[ 　]*(?:敬上|谨上|拜上|顿首|手书|亲笔|谨启|敬启|叩上|叩首|泣书|绝笔|手字|拜启)(?:[ 　].{{0,16}})?"
)
_DATE = re.compile("[0-9〇零一二三四五六七八九十廿]+(?:年|月|日|号)|初[一二三四五六七八九十]|星期|礼拜")

RULES: Final = NarrationRules(
    tellers=_TELLERS,
    anywhere=True,
    nobody=_NOBODY,
    set_off=False,
    sentence_ends="。！？，；”」…",
    date=_DATE,
    salutation=_DEAR_HAN,
    signature=_SIGNED_HAN,
    closing=None,
    postscript=re.compile(r"(?:Postscript|P\.\s?(?:P\.\s?)?S\b|又及|又：)"),
)
