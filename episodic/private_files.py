"""Small files that are there as a whole or not at all, and readable by their owner only."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, content: bytes, *, flushed: bool = True) -> None:
    """Puts *content* at *file*: whoever reads it meanwhile finds the old file or the new one, never a part.

    *flushed* keeps that promise when the machine itself stops; without it the write is faster. Folders that are missing are made.
    Raises OSError; then *file* is as it was.
    """
    private_folder(file.parent)
    # mkstemp makes files that only their owner can read.
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            if flushed:
                new.flush()
                os.fsync(new.fileno())
        Path(name).replace(file)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


def private_folder(folder: Path) -> None:
    """Makes *folder* and what is missing above it, for the owner alone; a folder that is there keeps its mode."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
