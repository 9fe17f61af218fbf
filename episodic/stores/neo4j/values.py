"""Typed access to the values in the driver's results.

Each statement reads what is committed while the statement runs. If another client deletes a record at that moment, some
or all properties of the record may be missing. Callers skip such rows with `is_complete`.
"""

from collections.abc import Sequence
from typing import cast


def integer(value: object) -> int:
    """Returns the value as an integer. Raises TypeError for a value of another type."""
    if not isinstance(value, int):
        raise TypeError(f"expected an integer, got {value!r}")
    return value


def is_complete(*values: object) -> bool:
    """Whether all of these required properties exist. A record with a missing property is being deleted and counts as
    deleted.
    """
    return None not in values


def optional_text(value: object) -> str | None:
    """Returns the value as text; None for null."""
    return None if value is None else str(value)


def items(value: object) -> Sequence[object]:
    """Returns the items of a list; an empty sequence for null."""
    return cast("list[object]", value) if isinstance(value, list) else ()


def texts(value: object) -> tuple[str, ...]:
    """Returns the items of a list of strings; an empty tuple for null."""
    return tuple([str(item) for item in items(value)])
