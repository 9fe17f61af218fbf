"""Fits answers into a budget of tokens.

An answer contains as many items as fit, and the number of items left out. If items are left out, an answer also
contains a cursor, with which a later call requests these items.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from episodic.agents.fences import with_fences
from episodic.errors import InvalidFilterError
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.serialisers.lists import list_keys
from episodic.text.token_counts import token_bound

USUAL_TOKENS: Final = 2_000
MOST_TOKENS: Final = 8_000
LEAST_TOKENS: Final = 300
"""The minimum budget of an answer in tokens, which suffices for every tool; a smaller budget is raised to this minimum.
`USUAL_TOKENS` is the default budget, and `MOST_TOKENS` is the maximum budget.
"""
_LENGTHS: Final = (800, 400, 200, 100, 50, 25)
"""The lengths in characters to which the texts of an item are cut, longest first, until the item fits into the budget.
Texts of up to 36 characters, such as ids, are never cut.
"""
_CURSOR: Final = 40
"""The maximum length of a cursor in characters."""
_NAMING: Final = ("text", "uuid", "name", "title")
"""The keys that are kept first of an item that is too large. They are also kept of an object inside such an item, for
example of the fact of a version, if the whole object does not fit.
"""
_LISTED: Final = 3
"""The maximum number of elements in each list of an item that is cut to fit into the budget."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer before it is fitted into a budget.

    The list that is answered has `total` items, and `key` is the key of the list in the answer's JSON. `items` are the
    items of the list from the position `start` on. If `total` is None, the last of `items` is the last item of the
    list. `head` are further keys of the answer's JSON with their values.
    """

    key: str
    items: Sequence[Object]
    revision: int
    total: int | None = None
    start: int = 0
    head: Object = field(default_factory=dict[str, Json])
    notes: tuple[str, ...] = ()


def tokens_of(value: Json) -> int:
    """Return an upper bound of the number of tokens of a value as JSON."""
    return token_bound(compact_json(value))


def compact_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def budget_of(max_tokens: int) -> int:
    """Return the requested budget, raised to LEAST_TOKENS or lowered to MOST_TOKENS if it is outside these limits."""
    return max(LEAST_TOKENS, min(max_tokens, MOST_TOKENS))


def fitted(answer: Answer, max_tokens: int, language: Language | None) -> Object:
    """Return the answer with as many of its items as the budget allows, in order.

    Strings from the story are put between marks (see `with_fences`) with a label in *language*. If *language* is None,
    strings from the story are returned as they are, without marks that show where they begin and end.

    The answer's further keys (`answer.head`) may take half of the budget, or more if the items leave more tokens free.
    In the answer, `truncated` says whether something is left out or cut. The key `left_out` is the number of items
    after the last shown item. The key `cursor` requests these items, or is None if there are none. If not even the
    first item fits, the first item is shortened, and gets the key `cut`. To shorten an item, its texts are cut, and
    then some of its keys are left out.
    """
    budget = budget_of(max_tokens)
    total = answer.start + len(answer.items) if answer.total is None else answer.total
    marked = [_marked(item, language) for item in answer.items]
    sizes = [tokens_of(one) + 1 for one in marked]
    frame: Object = {
        answer.key: [],
        **list_keys(answer.revision, left_out=total, cursor=cursor_at(answer.revision, total)),
        "notes": list(answer.notes),
    }
    room = budget - tokens_of(frame)
    head = _cut_to(answer.head, max(budget // 2, room - sum(sizes)), language) if answer.head else {}
    frame = {**head, **frame}
    room = budget - tokens_of(frame)
    shown: list[Json] = []
    if marked and sizes[0] > room:
        marked[0] = _cut_to(answer.items[0], room - 1, language)
        sizes[0] = tokens_of(marked[0]) + 1
    for one, size in zip(marked, sizes, strict=True):
        if size > room:
            break
        shown.append(one)
        room -= size
    # If the cursor was made for a longer list, `answer.start` may lie after the end of this list. The difference is
    # then negative, and the number of items left out is 0.
    left_out = max(0, total - answer.start - len(shown))
    cut = bool(head.get("cut")) or any(isinstance(one, dict) and one.get("cut") for one in shown)
    frame[answer.key] = shown
    cursor = cursor_at(answer.revision, total - left_out) if left_out else None
    frame |= list_keys(answer.revision, left_out=left_out, cursor=cursor, cut=cut)
    if not answer.notes:
        del frame["notes"]
    return frame


def cursor_at(revision: int, position: int) -> str:
    """Return a cursor for the item at *position* in a list of a work at *revision*."""
    return f"{revision}.{position}"


def position_of(cursor: str | None, revision: int, language: Language) -> int:
    """Return the position of the first item that a cursor requests, or 0 without a cursor.

    Raises InvalidFilterError for a text that is no cursor, and for a cursor of another revision of the work. *language*
    is the language of the error message.
    """
    if cursor is None:
        return 0
    made, point, position = cursor.partition(".")
    if not (point and made.isdecimal() and position.isdecimal() and cursor.isascii() and len(cursor) <= _CURSOR):
        raise InvalidFilterError(
            message_text("agents.bad_cursor", language, cursor=cursor[:_CURSOR]),
            hint=message_text("agents.hint_bad_cursor", language),
        )
    if int(made) != revision:
        raise InvalidFilterError(
            message_text("agents.old_cursor", language, made=made, revision=revision),
            hint=message_text("agents.hint_old_cursor", language),
        )
    return int(position)


def _marked(value: Object, language: Language | None) -> Object:
    return value if language is None else with_fences(value, language)


def _cut_to(item: Object, room: int, language: Language | None) -> Object:
    made = _marked(item, language)
    if tokens_of(made) <= room:
        return made
    for length in _LENGTHS:
        made = _marked({**_shortened(item, length), "cut": True}, language)
        if tokens_of(made) <= room:
            return made
    return _only_some_keys(made, room)


def _only_some_keys(item: Object, room: int) -> Object:
    kept: Object = {"cut": True}
    for key, value in sorted(item.items(), key=lambda pair: pair[0] not in _NAMING):
        for shown in (value, *_named_parts(value)):
            if tokens_of({**kept, key: shown}) <= room:
                kept[key] = shown
                break
    return kept


def _named_parts(value: Json) -> list[Object]:
    """Return what is left of an object that is too large, the longest first: its keys of `_NAMING`, or the first of
    them.
    """
    found: Object = {key: value[key] for key in _NAMING if value.get(key)} if isinstance(value, dict) else {}
    return [dict(list(found.items())[:number]) for number in range(len(found), 0, -1)]


def _shortened(item: Object, length: int) -> Object:
    return {key: _shorter(value, length) for key, value in item.items()}


def _shorter(value: Json, length: int) -> Json:
    match value:
        case str():
            return value if len(value) <= max(length, 36) else value[:length].rstrip() + "…"
        case list():
            return [_shorter(one, length) for one in value[:_LISTED]]
        case dict():
            return {key: _shorter(one, length) for key, one in value.items()}
        case _:
            return value
