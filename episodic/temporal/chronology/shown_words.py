"""Decides which time words of the text, such as "that night", are shown as the time of a statement."""

from __future__ import annotations

from episodic.languages import lexicon
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Phase
from episodic.temporal.chronology.layout import ChronologyLayout, TimeWords
from episodic.temporal.expressions.now_words import is_same_day
from episodic.temporal.placed import PlacedStatement


def only_orders(expression: TimeExpression | None) -> bool:
    """Return whether a time expression only says that the text goes on, or only that something was before. Words such
    as "at last", "then", 终于 and 于是 say that the text goes on. Words such as "once" and 从前 say that something was
    before.
    """
    if expression is None or expression.kind is not TimeKind.ORDER:
        return False
    return expression.anchor is (Anchor.HERE if expression.before else Anchor.PREVIOUS)


def tells_no_moment(statement: PlacedStatement) -> bool:
    """Return whether the time words of a statement do not tell its moment. Such words say since when a state holds
    ("since 3 May", 自五月初三起), or when a habit recurs ("he lodges there at Assize time"). A statement with such time
    words is about the current moment, and not about the time that the words name.
    """
    core = statement.core
    since = core.phase is Phase.HOLDS and lexicon.pattern("since_words").match(core.time or "") is not None
    return core.habit or since


def note_words(
    layout: ChronologyLayout,
    node: int,
    words: str | None,
    expression: TimeExpression | None,
    *,
    sentence_end: int | None = None,
) -> None:
    """Record the words that are shown as the time of a node, unless they only order the text ("then").

    The words are shown only for what the text tells up to the offset *sentence_end*, because a later sentence may be
    about a later day.
    """
    if words and not only_orders(expression):
        layout.words[node] = TimeWords(words, sentence_end)


def with_day(
    layout: ChronologyLayout, node: int, before: int | None, words: str | None, expression: TimeExpression
) -> str | None:
    """Return the time words to show for *node*. Words such as "that night" mean a day that the text named before. Such
    words are shown after the earlier words that named the day ("on 4 May…that night"). The earlier words are left out
    if the statement is known that tells of the moment from which "that night" counts. Repeated words are shown once,
    because otherwise the shown text of a long passage would grow with every sentence. *before* is the node from which
    *words* count, or None.
    """
    day = None if before is None else layout.words.get(before)
    if not words or day is None or not is_same_day(expression) or node in layout.counted_from:
        return words
    return day.text if day.text == words or day.text.endswith(f"…{words}") else f"{day.text}…{words}"


def own_words(statement: PlacedStatement) -> str | None:
    """Return the words of a statement's own time expression, or None if it has none or they only order the text
    ("then").
    """
    return None if only_orders(statement.time) else statement.core.time


def effective_words(layout: ChronologyLayout, statement: PlacedStatement) -> str | None:
    """Return the time words to show for a statement: its own, or those of its moment, or None. A statement about the
    story's world may have time words that give no date, such as "at dusk". Such words are shown after the time words of
    the statement's moment, with an ellipsis between them ("the next day…at dusk").
    """
    noted, own = layout.words.get(layout.places[statement.uuid].start), own_words(statement)
    over = noted is not None and noted.until is not None and noted.until <= statement.evidence.start
    day = None if noted is None or over else noted.text
    if own and day and own in day:
        return day
    if not own or not day or statement.dated or not statement.world or day in own:
        return own or day
    return f"{day}…{own}"
