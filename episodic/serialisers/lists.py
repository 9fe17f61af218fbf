"""The keys that the JSON of every list of a work has: whether it is complete, of which revision, and how to go on."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The options of the command line need `Detail` before any command is loaded, and this module loads pydantic.
    from episodic.model.json_shapes import Object


class Detail(StrEnum):
    """How much of each item an answer shows: only ids, the most important keys, or everything."""

    IDS = "ids"
    BRIEF = "brief"
    FULL = "full"


def list_keys(revision: int, *, left_out: int = 0, cursor: str | None = None, cut: bool = False) -> Object:
    """Return the keys of a list at *revision*. `left_out` is the number of items after the last item of the list.

    `truncated` says whether items are left out, or cut, as *cut* says. `cursor` is the argument that continues the list,
    or None at its end.
    """
    return {"truncated": left_out > 0 or cut, "left_out": left_out, "revision": revision, "cursor": cursor}
