"""Time words in running text: those that open a passage and set its now, and those that place what a sentence says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeKind
from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.chinese import chinese_at
from episodic.temporal.expressions.chinese_dates import chinese_dates_of
from episodic.temporal.expressions.english import english_at
from episodic.temporal.expressions.english_dates import english_dates_of
from episodic.temporal.expressions.folding import folded, has_han
from episodic.temporal.expressions.saying import Reading
from episodic.temporal.expressions.sentences import head_sentences

_ENGLISH_OPENING: Final = re.compile(
    r"(?:(?:and|but|so|then|now|well|yet|it was|it being|this was|that was|being)\b,? +)+", re.IGNORECASE
)
_CHINESE_OPENING: Final = re.compile(
    "(?:却说|话说|且说|再说|单说|再表|且表|原来|但是|但|可是|可|而|于是|于|在|到了|到|直到|直至|及至|至|等到|待到|就在|正是|时值|那是|这是|已是|又到|早在|说|"
    "[,，])+"
)
_AFTER_NAME: Final = re.compile("(?:次|翌)(?:日|年|晨)|是夜|当夜")
_LONGEST_SENTENCE: Final = 300
_REACH: Final = 14
"""How far into a Chinese sentence a date still opens it: a name and 于 may stand before it."""


def opening_words(
    text: str, *, language: Language, definitions: tuple[CalendarDefinition, ...]
) -> tuple[str, Reading] | None:
    """The first time words that open one of the passage's first two sentences, as written, and what they say."""
    plain = folded(text)
    for start, end in head_sentences(text):
        sentence = plain[:end]
        chinese = has_han(text[start:end]) or (language is Language.CHINESE and not text[start:end].isascii())
        found = _chinese(sentence, start, definitions) if chinese else _english(sentence, start, definitions)
        if found is not None:
            return _as_written(text, *found), found[1]
    return None


def inner_words(
    sentence: str, *, language: Language, definitions: tuple[CalendarDefinition, ...]
) -> tuple[str, Reading] | None:
    """The first words of *sentence*, speech included, that place what it says, as written, and what they say."""
    plain = folded(sentence[:_LONGEST_SENTENCE])
    chinese = has_han(sentence) or (language is Language.CHINESE and not sentence.isascii())
    found = next(_places_chinese(plain, definitions) if chinese else _places_english(plain, definitions), None)
    return None if found is None else (_as_written(sentence, *found), found[1])


def _as_written(text: str, at: int, reading: Reading) -> str:
    return text[at : reading[1]].rstrip(" ,，、的\n")


_TIME_SIGNS: Final = re.compile(
    "[日天夜晚年载月周季旬后前昔昨明今次翌第初纪历宿元久来]|[0-9]-[0-9]|中秋|重[阳九]|端[午阳]|七夕|腊八|除夕"
)


def _places_chinese(plain: str, definitions: tuple[CalendarDefinition, ...]) -> Iterator[tuple[int, Reading]]:
    if not _TIME_SIGNS.search(plain):
        return
    dates = chinese_dates_of(definitions)
    for at in range(len(plain)):
        reading = chinese_at(plain, at, dates)
        if reading is not None and _places(reading, opens=at == 0 or not plain[at - 1].isalnum()):
            yield at, reading


def _places_english(plain: str, definitions: tuple[CalendarDefinition, ...]) -> Iterator[tuple[int, Reading]]:
    dates = english_dates_of(definitions)
    for word in re.finditer(r"(?<![\w'-])\w", plain):
        at = word.start()
        for skipped in (0, *_preposition(plain, at)):
            reading = english_at(plain, at + skipped, dates)
            opens = at == 0 or plain[:at].rstrip().endswith((",", ".", ";", ":", '"', "-"))
            if reading is not None and _places(reading, opens=opens) and _ends_well(plain, reading):
                yield at, reading


def _places(reading: Reading, *, opens: bool) -> bool:
    """Whether the words place what is said: mere order after ("later", "finally") only where it opens a clause."""
    said = reading[0]
    if said.kind is TimeKind.ORDER and said.anchor is Anchor.PREVIOUS:
        return opens
    return said.kind is not TimeKind.UNKNOWN


def _english(sentence: str, start: int, definitions: tuple[CalendarDefinition, ...]) -> tuple[int, Reading] | None:
    dates = english_dates_of(definitions)
    opening = _ENGLISH_OPENING.match(sentence, start)
    places = [start] if opening is None else [opening.end(), start]
    for at in places:
        for skipped in (0, *_preposition(sentence, at)):
            reading = english_at(sentence, at + skipped, dates)
            if reading is not None and _sets_a_now(reading, sentence[at + skipped :]) and _ends_well(sentence, reading):
                return at, reading
    return None


def _preposition(sentence: str, at: int) -> tuple[int, ...]:
    match = re.compile(
        r"(?:on|in|at|by|upon|for|only|just|early|late|about)(?: (?:on|in|at|by|upon))? ", re.IGNORECASE
    ).match(sentence, at)
    return () if match is None else (match.end() - at,)


_CLAUSE: Final = re.compile(
    r"\s*$|[,.;:!?\-]|\s+(?:i|we|he|she|they|it|you|the|a|an|that|when|his|her|my|our|their|there|this|was|had|"
    r"came|and|as|"
    r"while|with|without|at|in|on|no|nobody|nothing|everybody|everyone|everything|all|both|some|one|two|three|"
    r"after|before|"
    r"(?-i:[A-Z][\w'\-]*))\b",
    re.IGNORECASE,
)


def _ends_well(sentence: str, reading: Reading) -> bool:
    """Whether the words stop at a break or before a new clause, not inside a longer phrase; a full date needs none."""
    said, end = reading
    if said.kind is TimeKind.CALENDAR and (said.day is not None or said.era is not None):
        return True
    return _CLAUSE.match(sentence, end) is not None


def _chinese(sentence: str, start: int, definitions: tuple[CalendarDefinition, ...]) -> tuple[int, Reading] | None:
    dates = chinese_dates_of(definitions)
    opening = _CHINESE_OPENING.match(sentence, start)
    for at in [start] if opening is None else [opening.end(), start]:
        reading = chinese_at(sentence, at, dates)
        if reading is not None and _sets_a_now(reading, sentence[at:]):
            # 至第三日 counts from an unnamed day and 第三十日 need not: the words are not read alike without 至.
            return at - (sentence[max(at - 1, start) : at + 1] in ("至第", "到第")), reading
    # 玄德次日… : so plain a word of time may follow a name.
    for at in range(start + 1, min(len(sentence), start + 5)):
        if _AFTER_NAME.match(sentence, at) and sentence[at - 1] not in "令约定到待等道曰请限":
            reading = chinese_at(sentence, at, dates)
            if reading is not None:
                return at, reading
    # 曹操于建安五年春，…: a name may stand before 于 or 在 and a date, but before nothing vaguer than a date.
    for match in re.compile("(?<![生死卒葬建成写始起])[于在]").finditer(
        sentence, start, min(len(sentence), start + _REACH)
    ):
        reading = dates.at(sentence, match.end(), running=True)
        if reading is not None and sentence[reading[1] : reading[1] + 1] == ",":
            return match.end(), reading
    return None


_SAID_TODAY: Final = re.compile(
    r"昨|前[天日夜晚]|大前|the other|last|yesterday|(?:the )?day before yesterday", re.IGNORECASE
)


def _sets_a_now(reading: Reading, words: str) -> bool:
    """Whether the words move the narration. Those of somebody who speaks (today, tomorrow, 去年) leave it where it is."""
    said = reading[0]
    if said.kind is TimeKind.UNKNOWN:
        return False
    if said.anchor is Anchor.HERE:
        return said.before and not said.unit.startswith("calendar") and not _SAID_TODAY.match(words)
    return True
