"""A backup of a whole store as one file: the store's own copy of itself, or every work as lines that can be imported."""

from __future__ import annotations

import errno
import gzip
import io
import os
import tempfile
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from episodic.errors import EpisodicError, FileThereError, InputError, StaleRevisionError, StoreFullError
from episodic.pipeline.exchange.exporting import export_lines
from episodic.ports import GraphStore

LINES_ENDINGS = (".jsonl", ".jsonl.gz", ".gz")
"""Names of files that are written as lines, whatever the store."""

_TRIES = 5
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup holds: the names of its works; and whether it is lines to import, or a store that can be opened as it is."""

    path: Path
    works: tuple[str, ...]
    as_lines: bool


async def backup(store: GraphStore, target: Path, *, replace: bool = False) -> BackedUp:
    """Write every work of the store into the one file *target*, readable by its owner alone; whole or not at all.

    A store that is a file is copied, checked, while others use it; any store is written as lines, gzipped, where the name ends
    .jsonl or .gz, and so is a store on a server. Raises FileThereError where *target* is there and may not be replaced,
    InputError for a place that cannot be written or is a store in use, StaleRevisionError where works go on changing while
    they are written, StoreError.
    """
    _check(store, target, replace=replace)
    wants_lines = target.name.endswith(LINES_ENDINGS)
    with _written(target, replace=replace) as draft:
        as_lines = wants_lines or not await store.copy_to(draft)
        works = await _write_lines(store, draft, zipped=target.name.endswith(".gz")) if as_lines else None
    if works is None:
        works = tuple(one.group_id for one in await store.works())
    return BackedUp(target, works, as_lines)


def _check(store: GraphStore, target: Path, *, replace: bool) -> None:
    if target.is_dir():
        raise InputError(f"{target} is a folder.", hint="Name a file in it.")
    if not target.exists():
        return
    with suppress(OSError):
        if target.samefile(store.address):
            raise InputError(f"{target} is the store itself.", hint="Name another file.")
    if not replace:
        raise FileThereError(str(target))
    log = target.with_name(target.name + "-wal")
    # A log that is left beside another file would be taken for the new one's.
    if log.exists() and log.stat().st_size:
        raise InputError(f"{target} is a store that is in use.", hint="End who uses it, or name another file.")


@contextmanager
def _written(target: Path, *, replace: bool) -> Generator[Path]:
    """An empty file that takes the place of *target* when the block ends well; until then what was there stays."""
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".new") as folder:
            draft = Path(folder) / "draft"
            os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            yield draft
            _sync(draft)
            if not replace and target.exists():
                raise FileThereError(str(target))
            draft.replace(target)
    except EpisodicError:
        raise
    except OSError as error:
        said = f"{target} cannot be written ({error.strerror or error})."
        if error.errno in _NO_ROOM:
            raise StoreFullError(said, hint="Make room on its disk; what was there before is unchanged.") from error
        raise InputError(said, hint="Check that its folder exists and may be written.") from error


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


async def _write_lines(store: GraphStore, draft: Path, *, zipped: bool) -> tuple[str, ...]:
    """The works that were written. Begins anew where one changed while it was written."""
    for left in reversed(range(_TRIES)):
        works: list[str] = []
        try:
            with _text_file(draft, zipped=zipped) as file:
                for work in await store.works():
                    async for line in _unmoved(store, work.group_id):
                        file.write(line + "\n")
                    works.append(work.group_id)
        except StaleRevisionError:
            if not left:
                raise
        else:
            if not works:
                raise InputError(f"The store {store.address} has no work yet.", hint="There is nothing to back up.")
            return tuple(works)
    raise AssertionError("the last try returns or raises")


@contextmanager
def _text_file(path: Path, *, zipped: bool) -> Generator[TextIO]:
    with path.open("wb") as raw:
        if not zipped:
            with io.TextIOWrapper(raw, encoding="utf-8", newline="\n") as file:
                yield file
            return
        # No name and no time within: the same works are the same bytes.
        with (
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0) as packed,
            io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as file,
        ):
            yield file


async def _unmoved(store: GraphStore, group_id: str) -> AsyncIterator[str]:
    """The work's export. Raises StaleRevisionError if somebody changed the work meanwhile."""
    before = await store.work(group_id)
    async for line in export_lines(store, group_id):
        yield line
    after = await store.work(group_id)
    if before != after:
        revisions = [0 if one is None else one.revision for one in (before, after)]
        raise StaleRevisionError(group_id, base=revisions[0], current=revisions[1])
