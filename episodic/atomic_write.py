"""Writes a small file, such as a cache entry, atomically and with read access for its owner only."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(file: Path, content: bytes, *, flushed: bool = True) -> None:
    """Write *content* to *file* atomically, so that a concurrent reader sees the complete old or the complete new
    content.

    With *flushed*, the write is also atomic if the machine crashes; without *flushed*, the write is faster. Missing
    folders are created. Raises OSError if the write fails; *file* is then unchanged.
    """
    make_private_folder(file.parent)
    # `mkstemp` creates files that only their owner can read.
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


def make_private_folder(folder: Path) -> None:
    """Create *folder* and its missing parents with access for the owner only. Folders that exist already keep their
    access mode.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
