"""Search for Chinese time expressions in running text, at the beginning of a sentence and inside a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.languages.zh.time_expressions.dates import chinese_dates_of
from episodic.languages.zh.time_expressions.expressions import chinese_at
from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.passage_scan import places, sets_a_now
from episodic.temporal.expressions.rule_syntax import Reading

_CHINESE_OPENING: Final = re.compile(
    "(?:却说|话说|且说|再说|单说|再表|且表|原来|但是|但|可是|可|而|于是|于|在|到了|到|直到|直至|及至|至|等到|待到|就在|正是|时值|那是|这是|已是|又到|早在|说|"
    "[,，])+"
)
_AFTER_NAME: Final = re.compile("(?:次|翌)(?:日|年|晨)|是夜|当夜")
_BEFORE_DATE: Final = re.compile("(?<![生死卒葬建成写始起约期定限择])[于在]")
_WHEN: Final = re.compile("(?:[是此其当]?时)[值当乃逢维惟遇]?(?![候间])")
_REACH: Final = 14
"""How many characters from the start of a sentence on are searched for 于 or 在 before a date, as in 曹操于建安五年春."""
_SAID_TODAY: Final = re.compile("昨|前[天日夜晚]|大前")
_TIME_SIGNS: Final = re.compile(
    "[日天夜晚年载月周季旬后前昔昨明今次翌第初纪历宿元久来]|[0-9]-[0-9]|中秋|重[阳九]|端[午阳]|七夕|腊八|除夕"
)


def inside(plain: str, definitions: tuple[CalendarDefinition, ...]) -> Iterator[tuple[int, Reading]]:
    """Yield the offset and the meaning of each time expression in *plain*, a normalised sentence. Expressions that do
    not say when the content of the sentence happens are left out.
    """
    if not _TIME_SIGNS.search(plain):
        return
    dates = chinese_dates_of(definitions)
    for at in range(len(plain)):
        reading = chinese_at(plain, at, dates)
        if reading is not None and places(reading, opens=at == 0 or not plain[at - 1].isalnum()):
            yield at, reading


def opening(sentence: str, start: int, definitions: tuple[CalendarDefinition, ...]) -> tuple[int, Reading] | None:
    """Return the offset and the meaning of the time expression with which a sentence opens, or None if there is no such
    expression. The text *sentence* is normalised, and its first *start* characters are skipped.
    """
    dates = chinese_dates_of(definitions)
    opening = _CHINESE_OPENING.match(sentence, start)
    for at in [start] if opening is None else [opening.end(), start]:
        reading = chinese_at(sentence, at, dates)
        if reading is not None and sets_a_now(reading, sentence[at:], said_today=_SAID_TODAY):
            # Only 至 or 到 shows that an expression such as 至第三十日 counts from an unnamed day; 第三十日 alone is a date. If 至
            # or 到 stands before 第, the time expression is returned with the offset of this 至 or 到.
            return at - (sentence[max(at - 1, start) : at + 1] in ("至第", "到第")), reading
    # 时 may stand before a date at the start of a sentence, as in 时魏景元四年秋七月初三日，….
    when = _WHEN.match(sentence, start if opening is None else opening.end())
    reading = None if when is None else dates.at(sentence, when.end(), running=True)
    if when is not None and reading is not None:
        return when.end(), reading
    # Some time words may follow a name at the start of a sentence, as in 玄德次日….
    for at in range(start + 1, min(len(sentence), start + 5)):
        if _AFTER_NAME.match(sentence, at) and sentence[at - 1] not in "令约定到待等道曰请限":
            reading = chinese_at(sentence, at, dates)
            if reading is not None:
                return at, reading
    # A name and 于 or 在 may stand before a date, as in 曹操于建安五年春，…, but not before less exact time expressions.
    for match in _BEFORE_DATE.finditer(sentence, start, min(len(sentence), start + _REACH)):
        reading = dates.at(sentence, match.end(), running=True)
        if reading is not None and sentence[reading[1] : reading[1] + 1] == ",":
            return match.end(), reading
    return None
