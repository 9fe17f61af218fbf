"""English given names and their short forms: which of them one person may go by."""

from __future__ import annotations

_ROWS = (
    "abe abraham", "alec alick alexander", "andy andrew", "ben benjamin", "bess betsy betty eliza lizzy elizabeth",
    "bill billy will william", "bob bobby rob robert", "cathy kate kitty catherine", "charley charlie charles",
    "dan danny daniel", "dick rick richard", "dolly dorothy", "fanny frances", "frank francis", "fred frederick",
    "hal harry henry", "jack john", "jem jim jimmy james", "jenny jane", "joe joseph", "kit christopher",
    "maggie meg margaret", "mike michael", "molly polly mary", "ned ted edward", "nell nelly ellen eleanor", "nick nicholas",
    "peggy margaret", "phil pip philip", "sally sarah", "sam samuel", "tom tommy thomas", "tony anthony", "wat walter",
)  # fmt: skip
_SHORT = [frozenset(row.split()) for row in _ROWS]


def shortened(one: str, other: str) -> bool:
    """Whether two given names, without capitals, are short forms of one, or the one of the other: Joe and Joseph."""
    return any(one in row and other in row for row in _SHORT)
