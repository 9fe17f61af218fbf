"""Much is made at once, and none of it is garbage: the search for garbage waits until it is made."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Generator[None]:
    """Within this block nothing is searched for circular garbage; whoever had turned that off finds it off.

    A retelling keeps nearly all that it makes, and each search walks through the whole work again: a quarter of the time. For
    blocks that run through, or wait for no more than a store or an embedder: garbage of others waits as long.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
