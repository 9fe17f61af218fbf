"""The JSON keys that every list of a work has: whether it is complete, of which revision it is, and how to read on. The
module also defines the levels of detail of an answer.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # `json_shapes` is imported only for type checking, because it loads pydantic, and the command line needs `Detail`
    # before it loads a command.
    from episodic.model.json_shapes import Object


class Detail(StrEnum):
    """How much of each item an answer shows: only ids, the most important keys, or everything."""

    IDS = "ids"
    BRIEF = "brief"
    FULL = "full"


def list_keys(revision: int, *, left_out: int = 0, cursor: str | None = None, cut: bool = False) -> Object:
    """Return the keys `truncated`, `left_out`, `revision` and `cursor`, which the JSON of every list has, with their
    values.

    *left_out* is the number of items that follow the last shown item. `truncated` is true if items are left out or if
    *cut* is true. *cursor* is the argument with which the caller gets the next items, or None at the end of the list.
    """
    return {"truncated": left_out > 0 or cut, "left_out": left_out, "revision": revision, "cursor": cursor}
