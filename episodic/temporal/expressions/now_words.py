"""Finds time expressions in a passage: those in narration that set a new current moment, and all dates with a year."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement
from episodic.model.spans import Span
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import read_time
from episodic.temporal.expressions.language_rules import rules_for_text
from episodic.temporal.expressions.normalisation import folded
from episodic.temporal.expressions.orientation import placing_of
from episodic.temporal.expressions.passage_scan import moves_on
from episodic.temporal.expressions.rule_syntax import Reading
from episodic.temporal.expressions.sentences import head_sentences
from episodic.text.speech import Quoted, quoted

_CLAUSE_END: Final = re.compile(r"[,，;；.。!?！？]")
_REACH: Final = 60
"""How many characters at the beginning of a clause are searched for a time word."""
_SENTENCE_START: Final = re.compile(r"(?:^|[.。!！?？])[\s“”‘’「」『』]*")
_EVERY_SENTENCE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class FullDate:
    """A date with a year, and the offset in the text at which the date begins.

    `speech_end` is the offset of the end of the speech that contains the date, or None if no speech contains the date.
    `date` is None if the date is quoted as a term, as in 改元“光和元年”. The year of the narration is unknown after a
    date quoted as a term. `past` is true if the date lies before the current moment. Such a date says since when
    something is so (自1836年起), or when something recalled happened.
    """

    start: int
    date: TimeExpression | None
    speech_end: int | None = None
    past: bool = False


def now_words(text: str, *, language: Language, calendars: Calendars, main: bool) -> Iterator[tuple[int, str]]:
    """Yield the offset and the words of each time expression in narration that sets a new current moment.

    If *main* is true, the passage is on the main line. In a passage on the main line, expressions in clauses about the
    past are left out ("Nine years before, Ben had lived in York"). In other passages, "before that" is left out. Time
    expressions in speech set no current moment. Time expressions in sentences that give an example set no current
    moment either. The same is true of sentences that tell what a record says (an inscription, an entry of a diary), and
    on the main line of sentences that explain something by what was before.
    """
    plain = folded(text)
    quotations = _outer_quotations(text)
    clause_start = re.compile(rf"[,，;；] ?(?:{lexicon.pattern('clause_conjunctions').pattern} )?", re.IGNORECASE)
    definitions = calendars.definitions
    for start, end in head_sentences(text, limit=_EVERY_SENTENCE):
        rules = rules_for_text(text[start:end], language)
        if rules is None or tells_of_record(plain, start, end) or (main and explains(plain, start)):
            continue
        signs = [match.end() for match in lexicon.pattern("time_signs").finditer(plain, start, end)]
        for place in (start, *(match.end() for match in clause_start.finditer(plain, start, end))):
            if place > start and not any(place < sign <= place + _REACH for sign in signs):
                continue
            if _is_spoken(place, quotations):
                continue
            found = rules.opening(plain[:end], place, definitions)
            if found is None and place == start:
                found = _some_day(plain[:end], start, language=language, calendars=calendars)
            if found is None or (place > start and not (found[0] == place and moves_on(found[1][0]))):
                continue
            at, (said, stop) = found
            if _is_spoken(at, quotations):
                continue
            words = _without_ending(text[at:stop])
            if is_recalled(text, at, stop, said=said, language=language) if main else leads_before(words):
                continue
            yield at, words


def resumed_date(text: str, *, language: Language, calendars: Calendars) -> tuple[int, str] | None:
    """Return the last date that opens a sentence of *text*, as its offset and its words. Time words directly after
    *text*, such as "that night" (当夜), refer to this date. Return None if no sentence of *text* begins with a date
    that names a day.

    The returned date may open a sentence about the past. For example, "that night he went out" directly after "On 4 May
    he had packed" means the night of 4 May.
    """
    rules = rules_for_text(text, language)
    plain = folded(text)
    if rules is None:
        return None
    for start in reversed([match.end() for match in _SENTENCE_START.finditer(text)]):
        found = rules.opening(plain, start, calendars.definitions) if start < len(text) else None
        if found is not None and found[1][0].kind is TimeKind.CALENDAR and found[1][0].day is not None:
            return found[0], _without_ending(text[found[0] : found[1][1]])
    return None


def names_some_day(said: TimeExpression, words: str) -> bool:
    """Return whether time words name a later day without saying which ("one morning", 一日). Words such as "one
    morning" set a new current moment, which need not be on the day told before.
    """
    return not said.stated and lexicon.pattern("some_days").match(" ".join(words.split())) is not None


def _some_day(sentences: str, start: int, *, language: Language, calendars: Calendars) -> tuple[int, Reading] | None:
    """Return the offset and the meaning of words such as "one morning" at the beginning of a sentence, or None. The
    sentence starts at the offset *start* of the normalised text *sentences*. Words that the rules cannot parse are left
    out.
    """
    opened = lexicon.pattern("strand_openings").match(sentences, start)
    begin = start if opened is None else opened.end()
    day = lexicon.pattern("some_days").match(sentences, begin)
    said = None if day is None else read_time(day[0], language=language, calendars=calendars)
    return None if day is None or said is None or said.stated else (begin, (said, day.end()))


def is_same_day(said: TimeExpression) -> bool:
    """Return whether a time expression means the same day as the moment before it in the text (当夜, "that night")."""
    return said.kind is TimeKind.OFFSET and said.anchor is Anchor.PREVIOUS and (said.low, said.high) == (0, 0)


def leads_before(words: str) -> bool:
    """Return whether time words say that something was before what the text has just told ("before that", 此前)."""
    return lexicon.pattern("before_that").fullmatch(" ".join(words.split())) is not None


def explains(text: str, start: int) -> bool:
    """Return whether the sentence at the offset *start* of *text* explains something by what was before (原来, "it
    turned out that"). Its time words set no current moment.
    """
    return lexicon.pattern("explanation_openings").match(text, start) is not None


def tells_of_record(text: str, start: int, end: int) -> bool:
    """Return whether the sentence of *text* between two offsets gives an example, or tells what stands in a record such
    as an account-book. A date in it is no moment of the narration.
    """
    return lexicon.pattern("records").search(text, start, end) is not None


def _without_ending(words: str) -> str:
    return lexicon.pattern("possessive_endings", after="$").sub("", words.rstrip(" ,，、\n"))


def is_recalled(text: str, start: int, stop: int, *, said: TimeExpression, language: Language) -> bool:
    """Return whether a time expression only recalls the past, so that it does not set the current moment. An expression
    recalls the past if the clause after it is about the past. An expression after the beginning of *text* also recalls
    the past if it looks back ("ten years ago").

    The offsets *start* and *stop* are where the time expression begins and ends in *text*.
    """
    begin = stop + len(text[stop:]) - len(text[stop:].lstrip(" ,，、"))
    clause = _CLAUSE_END.search(text, begin)
    rest = text[begin : len(text) if clause is None else clause.start()]
    if placing_of(rest, language=language) is Placement.BACK:
        return True
    return start > 0 and said.before and said.anchor is Anchor.HERE


def full_dates(text: str, *, language: Language, calendars: Calendars) -> Iterator[FullDate]:
    """Yield the dates with a year in the narration and in the speech of a text, in text order. Dates in narrated
    sentences that are about the past or report a record are left out.
    """
    if not lexicon.pattern("year_signs").search(text):
        return
    quotations = _outer_quotations(text)
    spoken = [(one.span.start, one.span.end) for one in quotations if one.speech]
    narrated = head_sentences(text, limit=_EVERY_SENTENCE)
    found = [
        *_narrated_dates(text, narrated, quotations, language=language, calendars=calendars),
        *(
            FullDate(at, date, end)
            for start, end in spoken
            for at, date in _dates(text, start, end, language, calendars)
        ),
    ]
    yield from sorted(found, key=lambda one: one.start)


def _narrated_dates(
    text: str,
    sentences: Iterator[tuple[int, int]],
    quotations: Sequence[Quoted],
    *,
    language: Language,
    calendars: Calendars,
) -> Iterator[FullDate]:
    for start, end in sentences:
        if tells_of_record(text, start, end):
            continue
        for at, date in _dates(text, start, end, language, calendars):
            around = _around(at, quotations)
            if around is None or not around.speech:
                if placing_of(text[start:end], language=language) is Placement.BACK:
                    break
                yield FullDate(at, date if around is None else None, past=_says_since(text, at, start, end))


def _says_since(text: str, at: int, start: int, end: int) -> bool:
    clause = max((one.end() for one in _CLAUSE_END.finditer(text, start, at)), default=start)
    stop = _CLAUSE_END.search(text, at, end)
    words = lexicon.pattern("since_words").finditer(text, clause, end if stop is None else stop.start())
    return any(one.start() <= at < one.end() for one in words)


def _dates(
    text: str, start: int, end: int, language: Language, calendars: Calendars
) -> Iterator[tuple[int, TimeExpression]]:
    sentence = text[start:end]
    rules = rules_for_text(sentence, language) if lexicon.pattern("year_signs").search(sentence) else None
    if rules is None:
        return
    reached = 0
    for at, (said, stop) in rules.inside(folded(sentence), calendars.definitions):
        if at >= reached and said.kind is TimeKind.CALENDAR and said.year is not None:
            reached = stop
            yield start + at, said


def _outer_quotations(text: str) -> tuple[Quoted, ...]:
    return tuple(one for one in quoted(text) if one.depth == 0)


def _is_spoken(offset: int, quotations: Sequence[Quoted]) -> bool:
    around = _around(offset, quotations)
    return around is not None and around.speech


def _around(offset: int, quotations: Sequence[Quoted]) -> Quoted | None:
    before = bisect_right(quotations, offset, key=lambda one: one.span.start)
    found = quotations[before - 1] if before else None
    return found if found is not None and found.span.holds(Span(offset, offset + 1)) else None
