"""Validation of the setups in a model's reply. A setup is something that the text leaves open, so that people who read
it wait for an answer.

A setup becomes a statement of the scope "setup", so that it is stored, edited and removed like any other statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from episodic.extraction.llm_based.rows import SetupRow, setup_row
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.name_keys import name_key
from episodic.model.readings import (
    SETS_UP,
    Participant,
    Rejection,
    StatementCore,
    StatementReading,
    StatementScope,
    Window,
)
from episodic.model.spans import Span
from episodic.text.quotes import quoted_spans
from episodic.text.scripts import has_letters

MOST_SETUPS: Final = 3
"""The maximum number of setups that are kept from the reply about one window."""
_SHOWN: Final = 200
_LONGEST_TEXT: Final = 300
_MOST_ENTITIES: Final = 6
_TOPIC: Final = "topic"
"""The role of all entities of a setup except the first, which is its subject."""


def read_setups(rows: Sequence[str], window: Window, *, entities: EntitiesReading, mark: str) -> FactsReading:
    """Return the valid setups of *rows* as statements, and the rejected rows and unknown optional parts of rows with
    reasons.

    *mark* is the sign, such as "¶", that precedes the number of each passage in the prompt. Marks with passage numbers
    are removed from quotes.
    """
    passage_mark = re.compile(re.escape(mark) + r"\d+ ?")
    statements: list[StatementReading] = []
    rejected: list[Rejection] = []
    seen: set[str] = set()
    for given in rows:
        row = setup_row(given)
        quote = _quote(passage_mark.sub("", row.quote), window)
        reason = _invalid(row, quote, count=len(entities.nodes))
        if reason is None and name_key(row.text) in seen:
            reason = "repeated"
        if reason is None and len(statements) == MOST_SETUPS:
            reason = "too_many"
        if reason is not None or quote is None:
            words = row.quote if reason == "quote_rejected" else row.text
            rejected.append(Rejection(reason or "quote_rejected", (words or given)[:_SHOWN]))
            continue
        rejected.extend(Rejection("unknown_mark", one[:_SHOWN]) for one in row.unknown)
        seen.add(name_key(row.text))
        statements.append(_statement(row, quote))
    return FactsReading(tuple(statements), tuple(rejected))


def _invalid(row: SetupRow, quote: Span | None, *, count: int) -> str | None:
    if not row.subjects or any(not 1 <= one <= count for one in row.subjects):
        return "unknown_id"
    if not has_letters(row.text) or len(row.text) > _LONGEST_TEXT:
        return "no_text"
    return "quote_rejected" if quote is None else None


def _quote(words: str, window: Window) -> Span | None:
    places = quoted_spans(words, window.text) if has_letters(words) else ()
    return places[0] if places else None


def _statement(row: SetupRow, quote: Span) -> StatementReading:
    first, *others = dict.fromkeys(one - 1 for one in row.subjects[:_MOST_ENTITIES])
    core = StatementCore(
        text=row.text,
        predicate=SETS_UP,
        value=row.text,
        scope=StatementScope.SETUP,
        salience=row.salience,
        condition=row.due,
    )
    return StatementReading(
        quote=quote, core=core, subject=first, participants=tuple(Participant(one, _TOPIC) for one in others)
    )
