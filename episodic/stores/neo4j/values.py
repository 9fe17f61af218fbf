"""Typed access to the values in the driver's results.

If another client deletes a record while a statement runs, the statement may return some or all properties of the record
as null. Callers skip incomplete rows with the function `is_complete`.
"""

from collections.abc import Sequence
from typing import cast


def integer(value: object) -> int:
    """Return the value as an integer. Raise TypeError for a value of another type."""
    if not isinstance(value, int):
        raise TypeError(f"expected an integer, got {value!r}")
    return value


def is_complete(*values: object) -> bool:
    """Return whether none of *values* is null. If a required property is null, another client is deleting a record."""
    return None not in values


def optional_text(value: object) -> str | None:
    """Return the value as text, or None for null."""
    return None if value is None else str(value)


def items(value: object) -> Sequence[object]:
    """Return the items of a list, or an empty sequence for null."""
    return cast("list[object]", value) if isinstance(value, list) else ()


def texts(value: object) -> tuple[str, ...]:
    """Return the items of a list as strings, or an empty tuple for null."""
    return tuple([str(item) for item in items(value)])
