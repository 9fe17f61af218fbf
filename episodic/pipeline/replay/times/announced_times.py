"""Finds time words of statements that say when something announced, ordered or planned is to happen."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.readings import Placement, StatementCore, StatementScope
from episodic.model.spans import Span
from episodic.text.speech import in_speech, speech

_REACH: Final = 200
"""How many characters before time words are searched for a verb of ordering, agreeing or planning."""
_CLAUSE_END: Final = re.compile(r"[,;:.!?，。；：！？“”「」『』\"]|\n\s*\n")


def without_announced_time(
    core: StatementCore, time: TimeExpression | None, span: Span, *, text: str, frame: FrameKind, start: int | None
) -> StatementCore:
    """Return the content of a statement. The time expression is removed if it says when an announced event is to
    happen, because the event may never happen. An event is announced in two cases. In the first case, the statement
    tells what somebody says now on the main line, and the time in his words is later or a time of day. An example is
    "tomorrow" in "he told them: Come tomorrow". In the second case, the statement tells that somebody orders, agrees or
    plans something, and the verb for this stands before the time words in their clause. An example is "at noon" in "Ann
    ordered Bo to leave at noon".

    *time* is the meaning of the expression, and *start* its offset in the chapter's text *text*. *span* is the quote,
    and *frame* the frame of its passage.
    """
    if time is None or time.before or core.scope is not StatementScope.WORLD:
        return core
    told_now = core.placing is Placement.NOW and frame is FrameKind.MAIN
    announced = told_now and _is_announced(time, span, text, start)
    return replace(core, time=None, time_event=None) if announced or _is_planned(core, time, text, start) else core


def _is_announced(time: TimeExpression, quote: Span, text: str, start: int | None) -> bool:
    """Return whether *quote* is in speech and its time is later than the speech, or is a time of day in the speech."""
    later = time.kind is TimeKind.OFFSET and bool(time.low)
    if not later and (time.clock is None or start is None):
        return False
    spoken = speech(text)
    return in_speech(quote.start, spoken) and (later or (start is not None and in_speech(start, spoken)))


def _is_planned(core: StatementCore, time: TimeExpression, text: str, start: int | None) -> bool:
    """Return whether a statement tells that somebody orders, agrees or plans something, and whether the verb for this
    stands before the time words in their clause. The statement need not tell it if the plan is carried out ("I resolved
    to go next day, and I went").
    """
    if start is None or not (time.stated or time.clock is not None):
        return False
    planned = lexicon.pattern("planned_times")
    before = text[max(0, start - _REACH) : start]
    begin = max((one.end() for one in _CLAUSE_END.finditer(before)), default=0)
    return bool(planned.search(before, begin) and planned.search(core.text))
