"""Pages of lists: as many items as a request asks for and as fit into its budget of tokens, and a cursor for the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from episodic.model.json_shapes import Json, Object
from episodic.text.token_counts import estimated_tokens

USUAL_TOKENS: Final = 2_000
MOST_TOKENS: Final = 8_000
USUAL_ITEMS: Final = 20
MOST_ITEMS: Final = 200


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
