"""The writing of a file in a temporary folder until the file is complete.

Before a file is written, temporary folders that killed processes left beside the target file are deleted.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from episodic.file_locks import release_lock, take_lock

_SUFFIX = ".new"
_RANDOM = re.compile(r"[a-z0-9_]{8}")
"""The pattern of the random part that `tempfile` puts between the prefix and the suffix of a name."""
_LOCK = "lock"
_GRACE = 60.0
"""The number of seconds during which a temporary folder without a lock file counts as in use."""


@dataclass(frozen=True, slots=True)
class TemporaryTarget:
    """An empty temporary file that only its owner can read, and the names of deleted temporary folders that killed
    processes left behind.
    """

    draft: Path
    removed: tuple[str, ...]


@contextmanager
def temporary_target(target: Path) -> Generator[TemporaryTarget]:
    """Yield a temporary file in a temporary folder beside *target*.

    The caller moves the temporary file to *target* when the file is complete. Raises OSError.
    """
    removed = tuple(_removed(target))
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=_prefix(target), suffix=_SUFFIX) as folder:
        draft = Path(folder) / "draft"
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with _locked(Path(folder) / _LOCK):
            yield TemporaryTarget(draft, removed)


@contextmanager
def _locked(path: Path) -> Generator[None]:
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # On a file system without locks, every temporary folder with a lock file counts as in use.
        with suppress(OSError):
            take_lock(file)
        yield
        with suppress(OSError):
            release_lock(file)
    finally:
        os.close(file)


def _removed(target: Path) -> Iterator[str]:
    """Delete the temporary folders that killed processes left while writing *target*, and yield the names of the
    deleted folders.
    """
    prefix = _prefix(target)
    for folder in sorted(target.parent.glob(f".*{_SUFFIX}")):
        name = folder.name
        middle = name.removeprefix(prefix).removesuffix(_SUFFIX)
        if not name.startswith(prefix) or _RANDOM.fullmatch(middle) is None or _in_use(folder):
            continue
        with suppress(OSError):
            if folder.is_dir():
                shutil.rmtree(folder)
            else:
                folder.unlink()
            yield name


def _in_use(folder: Path) -> bool:
    try:
        file = os.open(folder / _LOCK, os.O_RDWR)
    except OSError:
        with suppress(OSError):
            return time.time() - folder.stat().st_mtime < _GRACE
        return True
    try:
        take_lock(file)
    except OSError:
        return True
    else:
        release_lock(file)
        return False
    finally:
        os.close(file)


def _prefix(target: Path) -> str:
    return f".{target.name[:40]}."
