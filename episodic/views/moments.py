"""The moment of story time that an `as_of` text names."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.errors import UnknownMomentError
from episodic.languages import lexicon
from episodic.search.chapter_refs import ChapterRef
from episodic.temporal.as_of import DayRange, When
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.expressions import parse_moment
from episodic.text.heading_numerals import number_of


def chapters_named(words: str, chapters: Mapping[str, ChapterRef]) -> list[int]:
    """Return the order keys of the chapters that the `as_of` text *words* may name by number, or [] if it names none."""
    references = (one.fullmatch(words.strip()) for one in lexicon.patterns("chapter_references"))
    named = next(filter(None, references), None)
    number = None if named is None else number_of(named["number"])
    if number is None:
        return []
    return [one.order for one in chapters.values() if number in {one.number, one.ordinal}]


def moment_of(
    words: str, chronology: Chronology | None, calendars: Calendars, chapters: Mapping[str, ChapterRef]
) -> tuple[When, int | None]:
    """Return the moment of story time that the `as_of` text *words* names, and the order key of the named chapter.

    If the text names a chapter, the moment is the end of that chapter. For a text that names a date, the moment is a
    range of days, and None is returned in place of the order key. Raise UnknownMomentError if the text names neither a
    chapter nor a date of the work's calendars.
    """
    for order in chapters_named(words, chapters):
        place = None if chronology is None else chronology.chapter_end(order)
        if place is not None:
            return place, order
    days = parse_moment(words, calendars=calendars)
    if days is None:
        raise UnknownMomentError(words)
    return DayRange(*days), None
