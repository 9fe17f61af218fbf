"""Divides items into batches of limited weight, so that no transaction or SQL statement takes too much memory."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def weighted_batches(items: Iterable[T], *, weight: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Yield the items in batches whose total weights are at most *most*; a heavier item is a batch of its own."""
    batch: list[T] = []
    room = most
    for item in items:
        added = weight(item)
        if added > room and batch:
            yield batch
            batch, room = [], most
        batch.append(item)
        room -= added
    if batch:
        yield batch
