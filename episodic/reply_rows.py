"""Parses the rows of compact model replies: strings such as "4|same", whose parts are separated by "|".

Replies contain short rows instead of objects with keys, because a token of a reply costs more than a token of a prompt.
The parser ignores a row that it cannot read, so that an invalid row never makes the other rows invalid. A separator
after a backslash counts as part of the text and separates nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Final, cast

from pydantic import BeforeValidator

_SEPARATOR: Final = re.compile(r"(?<!\\)[|｜]")
_ESCAPED: Final = re.compile(r"\\([|｜])")
_NUMBER: Final = re.compile(r"[A-Za-z#]?\s*(\d{1,6})\s*[.:：]?")


def _texts(value: object) -> object:
    """Return the list without its items that are not texts. A value that is not a list is returned unchanged, so that
    pydantic rejects the reply.
    """
    return [one for one in cast("list[object]", value) if isinstance(one, str)] if isinstance(value, list) else value


Rows = Annotated[list[str], BeforeValidator(_texts)]
"""A list of strings in a model's reply; items that are not strings are left out."""


def row_parts(row: str) -> list[str]:
    """Return the parts of a row without surrounding spaces. The parts are separated by "|" or by its full-width form."""
    return [_ESCAPED.sub(r"\1", part).strip() for part in _SEPARATOR.split(row)]


def numbered_rows(rows: Iterable[str]) -> dict[int, tuple[str, ...]]:
    """Return a mapping from the number at the beginning of each row to the other parts of the row. Rows without a
    number are left out. Of several rows with the same number, only the first row is returned.
    """
    found: dict[int, tuple[str, ...]] = {}
    for row in rows:
        number, *parts = row_parts(row)
        numbered = _NUMBER.fullmatch(number)
        if numbered is not None:
            found.setdefault(int(numbered[1]), tuple(parts))
    return found


def keyed(part: str) -> tuple[str, str]:
    """Return the key in lower case and the value of a part such as "same:likes". The key is empty if the part has no
    colon.
    """
    key, colon, value = part.replace("：", ":", 1).partition(":")
    return (key.strip().lower(), value.strip()) if colon else ("", part)
