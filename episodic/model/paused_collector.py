"""A pause of Python's cyclic garbage collector while many objects are created that all stay in use."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Generator[None]:
    """Pause the cyclic garbage collector while the body of the `with` statement runs. Loading a work creates many
    objects that stay in use, and the collector would examine them all again and again. After the pause, the collector
    treats all objects as old ones, so that it does not examine the new ones at once.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # `gc.freeze` and `gc.unfreeze` together move all objects to the oldest generation, without examining any
            # object.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
