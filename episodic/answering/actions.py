"""The look-ups that a model may ask for, as rows of a reply such as "facts|Lin|lives_in" or "after|7".

No look-up changes the work. A row of a reply that is no valid look-up is refused, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from episodic.reply_rows import row_parts


class LookUpAction(StrEnum):
    """The kinds of look-ups."""

    SEARCH = "search"
    ENTITY = "entity"
    FACTS = "facts"
    TIMELINE = "timeline"
    READ = "read"
    BEFORE = "before"
    AFTER = "after"


OF_SOURCES = frozenset({LookUpAction.READ, LookUpAction.BEFORE, LookUpAction.AFTER})
"""The look-ups whose argument is the number of a source."""
MOST_PER_STEP = 3
_LONGEST_ARGUMENT = 200
_NUMBER = re.compile(r"\[?\s*#?(\d{1,6})\s*\]?")
_NUMBERS = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True)
class Request:
    """A look-up that a model asked for: the action, and its arguments. `source` is the number of the source whose
    passage the actions `read`, `before` and `after` start from, and 0 for other actions.
    """

    action: LookUpAction
    arguments: tuple[str, ...]
    source: int = 0


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row of a model's reply that is no valid look-up: its first parts between the signs "|", at most three, and why
    it is invalid, such as "unknown_action".
    """

    words: tuple[str, ...]
    reason: str


def requests_in(rows: Iterable[str]) -> list[Request | BadRow]:
    """Return what a model asks for in the first three non-empty *rows* of its reply, one look-up per row. A row that is
    no valid look-up becomes a `BadRow`.
    """
    filled = [parts for parts in map(row_parts, rows) if any(parts)]
    return [_request(parts) for parts in filled[:MOST_PER_STEP]]


def numbers_in(part: str) -> tuple[int, ...]:
    """Return the distinct numbers in a text such as "3,5" or "[3] [5]", in the order of the text."""
    return tuple(dict.fromkeys(map(int, _NUMBERS.findall(part))))


def _request(parts: list[str]) -> Request | BadRow:
    name, *rest = parts
    arguments = tuple(one[:_LONGEST_ARGUMENT] for one in rest if one)
    words = (name[:_LONGEST_ARGUMENT], *arguments[:2])
    try:
        action = LookUpAction(name.lower())
    except ValueError:
        return BadRow(words, "unknown_action")
    if not arguments:
        return BadRow(words, "no_argument")
    if action not in OF_SOURCES:
        return Request(action, arguments[:2])
    number = _NUMBER.fullmatch(arguments[0])
    return BadRow(words, "no_number") if number is None else Request(action, arguments[:1], int(number[1]))
