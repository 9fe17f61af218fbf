"""English given names with their short forms, which help to decide which names may belong to one person."""

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


def same_given_name(one: str, other: str) -> bool:
    """Return whether two given names in lower case are forms of the same name, such as Joe and Joseph, or Bill and
    Will.
    """
    return any(one in row and other in row for row in _SHORT)
