"""Pages of lists: as many items as a request asks for and as fit into its budget of tokens, and a cursor for the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from episodic.errors import InvalidFilterError
from episodic.model.json_shapes import Json, Object
from episodic.text.token_counts import estimated_tokens

USUAL_TOKENS: Final = 2_000
MOST_TOKENS: Final = 8_000
USUAL_ITEMS: Final = 20
MOST_ITEMS: Final = 200


def position_of(cursor: str | None, revision: int) -> int:
    """Return the position at which a page begins.

    Raises InvalidFilterError if the cursor is invalid, or if the work has changed since the previous page.
    """
    if cursor is None:
        return 0
    made_at, _, position = cursor.partition(".")
    if not (made_at.isdecimal() and position.isdecimal() and cursor.isascii()) or len(cursor) > 40:
        raise InvalidFilterError(f"{cursor[:40]!r} is not a cursor.", hint="Send the `cursor` of the previous page.")
    if int(made_at) != revision:
        raise InvalidFilterError("The work has changed since the previous page.", hint="Begin again without `cursor`.")
    return int(position)


def page(
    key: str, items: Sequence[Object], *, start: int, total: int, revision: int, max_tokens: int = USUAL_TOKENS
) -> Object:
    """Return a page of *items*, of which the first is at position *start* of *total* items.

    At least one item is shown. `truncated` says whether the page does not end the list, `left_out` how many items
    follow, and `cursor` is the argument that continues there, or None.
    """
    shown: list[Json] = []
    room = min(max_tokens, MOST_TOKENS)
    for item in items:
        room -= estimated_tokens(json.dumps(item, ensure_ascii=False))
        if shown and room < 0:
            break
        shown.append(item)
    end = start + len(shown)
    left_out = max(0, total - end)
    return {
        key: shown,
        "truncated": left_out > 0,
        "left_out": left_out,
        "revision": revision,
        "cursor": f"{revision}.{end}" if left_out else None,
    }
