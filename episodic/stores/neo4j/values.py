"""Typed access to the values in the results of the Neo4j driver.

While another client deletes a record, a statement may return some or all of the record's properties as null. Callers
use `is_complete` to skip result rows of a record that is being deleted.
"""

from collections.abc import Sequence
from typing import cast


def integer(value: object) -> int:
    """Return the value, which must be an integer. Raise TypeError if the value is not an integer."""
    if not isinstance(value, int):
        raise TypeError(f"expected an integer, got {value!r}")
    return value


def optional_integer(value: object) -> int | None:
    """Return the value, which must be an integer, or None for null. Raise TypeError if the value is neither an integer
    nor null.
    """
    return None if value is None else integer(value)


def is_complete(*values: object) -> bool:
    """Return whether none of *values* is null. A required property that is null belongs to a record that another client
    is deleting.
    """
    return None not in values


def optional_text(value: object) -> str | None:
    """Return the value as a string, or None for null."""
    return None if value is None else str(value)


def items(value: object) -> Sequence[object]:
    """Return the items of a list, or an empty tuple for null and any other value."""
    return cast("list[object]", value) if isinstance(value, list) else ()


def texts(value: object) -> tuple[str, ...]:
    """Return the items of a list as strings; an empty tuple for null and any other value."""
    return tuple([str(item) for item in items(value)])
