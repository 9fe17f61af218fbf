"""Values as they come from the server, made sure to be what they are taken for.

What somebody takes away just then may be found by the server and have some or none of its values left.
"""

from collections.abc import Sequence
from typing import cast


def whole(value: object) -> int:
    """A whole number. Raises TypeError where it is none."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def is_left(*values: object) -> bool:
    """Whether none of these, which everything stored has, is missing: else it is being taken away, and as if it were gone already."""
    return None not in values


def text_or_none(value: object) -> str | None:
    """A text, or None where there is none."""
    return None if value is None else str(value)


def items(value: object) -> Sequence[object]:
    """The items of a list; none where there is no list."""
    return cast("list[object]", value) if isinstance(value, list) else ()


def texts(value: object) -> tuple[str, ...]:
    """A list of texts; none where there is no list."""
    return tuple([str(item) for item in items(value)])


def raw_or_none(value: object) -> bytes | None:
    """Bytes, or None where there are none."""
    return bytes(value) if isinstance(value, bytes | bytearray) else None
