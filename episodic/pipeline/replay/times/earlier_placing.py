"""Decides whether an event or plan is placed before or after the scene in which it is told.

The text may say that an event happened, or a plan was made, before this scene. The text may also say that a planned
event comes after this scene.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind, Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.expressions import placing_of
from episodic.temporal.expressions.now_words import tells_of_record
from episodic.text.speech import in_speech, speech

_BEFORE_SENTENCE: Final = re.compile(r"[。！？!?“”「」『』\"]|\.(?=\s)|\n\s*\n|\n(?=[ \t\u3000])")
"""Pattern of the characters after which a sentence of narration or speech may begin. A line break alone is no such
character, because the lines of a paragraph may be wrapped.
"""
_OPENING_WORD: Final = re.compile(r"[\s“”‘’「」『』\"]*")
"""Pattern of spaces and quotation marks before the first word of a sentence."""
_RECALLED: Final = (StatementScope.WORLD, StatementScope.CLAIM, StatementScope.BELIEF)


def placed_as_told(
    reading: StatementReading,
    span: Span,
    text: str,
    *,
    language: Language,
    passage: FramedPassage,
    find: Callable[[str], Predicate | None],
) -> StatementReading:
    """Return a statement that a model read. The statement is placed before its scene if its quote says so, or, on the
    main line, if the sentence around the quote says so. A dream of which somebody speaks is placed before, too. In a
    flashback, letter or tale, "before that" at the beginning of the sentence says so, and becomes the statement's time.
    The quote is the span *span* of the chapter's text *text*. The event of a plan is placed after the scene if somebody says on the main line that he will do it. An
    example is "I shall go home and write". *passage* is the passage of the quote, and *language* the language of the
    text. *find* returns the predicate with a given name.
    """
    main = passage.frame is FrameKind.MAIN
    before = None if main or passage.frame is FrameKind.DREAM else _before_that(reading, span, text, passage.span)
    if before is not None:
        return replace(reading, core=replace(reading.core, placing=Placement.BACK, time=before))
    spoken = in_speech(span.start, speech(text))
    told_dream = spoken and passage.frame is not FrameKind.DREAM and _is_dream_of_now(reading)
    earlier = told_dream if spoken else is_told_as_earlier(reading, span.of(text), find)
    recalled = main and (
        _is_recalled(reading, span, text, around=passage.span) or _is_dated_before(reading, span, text, language)
    )
    if earlier or recalled:
        return replace(reading, core=replace(reading.core, placing=Placement.BACK))
    if main and _is_own_plan(reading, find) and _is_said_of_future(span, text, language):
        return replace(reading, core=replace(reading.core, placing=Placement.AHEAD))
    return reading


def _is_dream_of_now(reading: StatementReading) -> bool:
    return reading.core.scope is StatementScope.DREAM and reading.core.placing is Placement.NOW


def placed_before(reading: StatementReading, time: TimeExpression | None) -> StatementReading:
    """Return a statement that tells only what the words of *time* name. If the words mean a time after an event ("long
    after he had died"), the statement tells this event, and is placed before its passage's now.
    """
    after = time is not None and time.anchor is Anchor.EVENT and not time.before and (time.low, time.high) != (0, 0)
    return replace(reading, core=replace(reading.core, placing=Placement.BACK)) if after else reading


def counted_in_speech(
    core: StatementCore, time: TimeExpression | None, span: Span, *, text: str
) -> TimeExpression | None:
    """Return the meaning of a statement's time expression. A speaker may say "the day before" of the past ("he sent it
    to me the day before"). The expression then counts from what the speaker has just told, and not from the moment of
    speaking. *time* is the meaning that the expression has outside of speech, and *span* the quote in the chapter's
    text *text*.
    """
    here = time is not None and time.kind is TimeKind.OFFSET and time.anchor is Anchor.HERE and time.before
    claimed = core.scope is StatementScope.CLAIM and core.placing.past
    if time is None or not here or not claimed or lexicon.pattern("days_before").search(core.time or "") is None:
        return time
    return replace(time, anchor=Anchor.PREVIOUS) if in_speech(span.start, speech(text)) else time


def _is_said_of_future(span: Span, text: str, language: Language) -> bool:
    """Return whether somebody speaks of the future in a sentence, up to the end of the quote *span*. If the narration
    says what somebody means to do, the result is false, because the intention belongs to the moment of the scene.
    """
    sentence = text[_sentence_start(text, span.start) : span.end]
    return placing_of(sentence, language=language) is Placement.AHEAD and in_speech(span.start, speech(text))


def _is_own_plan(reading: StatementReading, find: Callable[[str], Predicate | None]) -> bool:
    """Return whether a statement is the plan of a person for an event in which this person acts. A plan for the act of
    another person does not count. Such a plan may stand for an order or request that is made at the moment of speaking.
    """
    core = reading.core
    own = core.scope is StatementScope.PLAN and reading.holder == reading.subject and not reading.tellers
    return own and core.placing is Placement.NOW and core.time is None and _is_event(reading, find)


def is_told_as_earlier(reading: StatementReading, quote: str, find: Callable[[str], Predicate | None]) -> bool:
    """Return whether the narration *quote* says that what a statement tells is earlier than the scene in which the
    reader placed it. The statement can be an event of the story's world ("by then she had already gone"). The statement
    can also be a plan that was made before ("I had resolved to go"), or the end of a state that people go on to act by
    ("as if he were still their doctor"). For a statement that has a time expression of its own, the result is always
    False.

    *find* returns the predicate with a given name.
    """
    core = reading.core
    if core.placing is not Placement.NOW or core.time is not None:
        return False
    if core.scope is StatementScope.PLAN:
        words = " ".join(quote.split())
        found = lexicon.pattern("earlier_intentions").search(words)
        return found is not None and lexicon.pattern("intentions").search(words, found.end()) is None
    if core.phase is Phase.ENDS and core.scope is StatementScope.WORLD:
        return lexicon.pattern("unreal_continuations").search(" ".join(quote.split())) is not None
    return _is_single_event(reading, find) and lexicon.pattern("finished_by_then").match(quote) is not None


def _is_recalled(reading: StatementReading, span: Span, text: str, *, around: Span) -> bool:
    """Return whether the sentence of a statement opens with words such as "formerly" or 昔. For a statement in speech,
    such words may also open the sentence that introduces the speech. An example is 昔汉使入吴，语人曰 ("once an envoy
    came to Wu and said").
    """
    core = reading.core
    if core.placing is not Placement.NOW or core.time is not None or core.scope not in _RECALLED:
        return False
    opening, begin = lexicon.pattern("look_back_openings"), min(around.start, span.start)
    told, start = text[begin : span.end], span.start - begin
    if opening.search(told) is None:
        return False
    spoken = [one for one in speech(text[begin : around.end]) if one.start <= start < one.end]
    ends = [(start, len(told)), *((one.start, one.start) for one in spoken)]
    sentences = (" ".join(told[_sentence_start(told, at) : end].split()) for at, end in ends)
    return any(opening.match(one) for one in sentences)


def _is_dated_before(reading: StatementReading, span: Span, text: str, language: Language) -> bool:
    """Return whether the date of a statement with a year stands in narration that tells what a record says, or what had
    happened by then ("On 12 June 1745 a sum had become due"). Such a date is not that of the scene. A state that has
    held since a date goes on in the scene.
    """
    core = reading.core
    if (
        core.placing is not Placement.NOW
        or core.scope is not StatementScope.WORLD
        or in_speech(span.start, speech(text))
    ):
        return False
    if core.time is None or lexicon.pattern("year_signs").search(core.time) is None:
        return False
    start = _sentence_start(text, span.start)
    at = text.find(core.time, start, span.end)
    since = lexicon.pattern("since_words")
    if since.match(core.time) or any(
        one.start() <= at <= one.end() + 1 for one in since.finditer(text, start, span.end)
    ):
        return False
    recalled = placing_of(text[start : span.end], language=language) is Placement.BACK
    return recalled or tells_of_record(text, start, span.end)


def _before_that(reading: StatementReading, span: Span, text: str, around: Span) -> str | None:
    """Return the words such as "before that" (此前) with which the sentence of a statement opens in a flashback, letter
    or tale, or None. The statement must be placed at the current moment and have no time words.
    """
    core = reading.core
    if core.placing is not Placement.NOW or core.time is not None or core.scope not in _RECALLED:
        return None
    start = max(_sentence_start(text, span.start), around.start)
    opening = _OPENING_WORD.match(text, start)
    found = lexicon.pattern("before_that").match(text, start if opening is None else opening.end())
    return None if found is None or found.end() > span.end else found[0]


def _sentence_start(text: str, offset: int) -> int:
    return max((one.end() for one in _BEFORE_SENTENCE.finditer(text, 0, offset)), default=0)


def _is_single_event(reading: StatementReading, find: Callable[[str], Predicate | None]) -> bool:
    core = reading.core
    happens = core.phase in (Phase.HOLDS, Phase.BEGINS) and not core.habit
    return core.scope is StatementScope.WORLD and happens and _is_event(reading, find)


def _is_event(reading: StatementReading, find: Callable[[str], Predicate | None]) -> bool:
    known = find(reading.core.predicate)
    return (reading.coined_kind if known is None else known.kind) is PredicateKind.EVENT
