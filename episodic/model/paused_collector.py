"""A pause of Python's cyclic garbage collector while many objects are created that all stay in use."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Generator[None]:
    """Pause the cyclic garbage collector. Loading creates many objects and hardly any garbage, but each creation of many
    objects would make the collector look at all objects again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
