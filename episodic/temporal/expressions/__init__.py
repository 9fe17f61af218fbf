"""What time words say, by rule, in Chinese and English: dates, distances, orders, never a date that is not given.

Two anchors are told apart by the words alone. "Three days later", 次日 and 后来 go on from what was told before, so they
count from the PREVIOUS passage of the same frame. "Ago", "before", 前, "yesterday", 明日 and "now" stand in a sentence and
look from where it stands, so they count from HERE.
"""

from __future__ import annotations

from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, TimeExpression, TimeKind
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions.chinese import read_chinese
from episodic.temporal.expressions.chinese_dates import chinese_dates_of
from episodic.temporal.expressions.english import read_english
from episodic.temporal.expressions.english_dates import english_dates_of
from episodic.temporal.expressions.events import event_key
from episodic.temporal.expressions.folding import folded, has_han
from episodic.temporal.expressions.passages import inner_words, opening_words
from episodic.temporal.expressions.placing import placing_of
from episodic.temporal.expressions.saying import in_days

__all__ = ["event_key", "parse_moment", "passage_time", "placing_of", "read_time", "statement_time"]

_LONGEST = 120
"""Time words are short; what is longer is a clause that no rule reads."""
_RANK = {TimeKind.CALENDAR: 0, TimeKind.OFFSET: 1, TimeKind.ORDER: 2, TimeKind.UNKNOWN: 3}


def read_time(words: str, *, language: Language, calendars: Calendars) -> TimeExpression | None:
    """What *words* say of time; UNKNOWN_TIME if surely nothing that dates or orders, None if the rules cannot tell.

    Vague words become bounds, and words that name a year without a calendar of the work stay a date without a place.
    Of several parts ("years later, after the war") the one that says most counts.
    """
    plain = folded(words).strip(' \t\r\n,.;:!?"，。；：！？、')
    if not plain or len(plain) > _LONGEST:
        return None
    whole = _read(plain, language, calendars)
    if whole is not None or "," not in plain:
        return whole
    parts = [said for part in plain.split(",") if (said := _read(part.strip(), language, calendars)) is not None]
    return min(parts, key=lambda said: _RANK[said.kind]) if any(said != UNKNOWN_TIME for said in parts) else None


def _read(plain: str, language: Language, calendars: Calendars) -> TimeExpression | None:
    if not plain:
        return None
    reading = None if has_han(plain) else read_english(plain, english_dates_of(calendars.definitions))
    if reading is None and (has_han(plain) or language is Language.CHINESE):
        reading = read_chinese(plain, chinese_dates_of(calendars.definitions))
    if reading is None:
        return None
    return reading[0] if calendars.counts_hours else in_days(reading[0])


def passage_time(text: str, *, language: Language, calendars: Calendars) -> str | None:
    """The narration's own time words that open the passage's first or second sentence, as written; None without any.

    `read_time` reads what comes back. Speech, headings, parts of the day and lengths of time set no now.
    """
    found = opening_words(text, language=language, definitions=calendars.definitions)
    return None if found is None else found[0]


def statement_time(sentence: str, *, language: Language, calendars: Calendars) -> str | None:
    """The first words of a sentence that date or place what it says, as written; None where there are none.

    Unlike those of `passage_time` they may stand anywhere and in speech ("he came yesterday", 他三天前卖了马), so give it
    the words that make one statement. Mere order ("later") counts only where it opens a clause.
    """
    found = inner_words(sentence, language=language, definitions=calendars.definitions)
    return None if found is None else found[0]


def parse_moment(words: str, *, calendars: Calendars) -> tuple[str, int, int] | None:
    """Axis, first and last day of a date that somebody typed ("day 15", 第15日, 1812-06-03, "Year 2 of the Third Tide").

    None where the words are no date that one of the work's calendars can place.
    """
    for language in Language:
        said = read_time(words, language=language, calendars=calendars)
        if said is not None and said.kind is TimeKind.CALENDAR:
            place = calendars.range_of(said)
            if place is not None:
                return calendars.axis_of(said), *place
    return None
