"""The backup of a whole store to one file, either as a copy of the store or as an export of every work."""

from __future__ import annotations

import errno
import gzip
import io
import os
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from episodic.errors import EpisodicError, InputError, OutputExistsError, StaleRevisionError, StoreFullError
from episodic.model.series import SeriesRecord
from episodic.pipeline.import_export.exporting import export_lines
from episodic.pipeline.import_export.series_lines import series_lines
from episodic.pipeline.import_export.unfinished import TemporaryTarget, temporary_target
from episodic.pipeline.series_edits import every_series
from episodic.ports import GraphStore

LINES_ENDINGS = (".jsonl", ".jsonl.gz", ".gz")
"""The endings of the file names of backups that are written as JSON lines, for every kind of store."""

_TRIES = 5
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@dataclass(frozen=True, slots=True)
class BackedUp:
    """The result of a backup. `works` are the names of the works in the backup.

    `as_lines` is true if the file is an export as JSON lines, and false if the file is a store that can be opened.
    `removed` are the names of deleted temporary folders, which earlier backups to the same target left behind because
    they were killed.
    """

    path: Path
    works: tuple[str, ...]
    as_lines: bool
    removed: tuple[str, ...] = ()


async def backup(
    store: GraphStore, target: Path, *, replace: bool = False, only: SeriesRecord | None = None
) -> BackedUp:
    """Write every work and series of the store to the file *target*. The file is written completely or not at all. If
    *only* names a series, the file contains only this series with its works, as JSON lines.

    The file permissions let only the file's owner read the backup. A SQLite store is copied even while other processes
    use the store, and the copy is checked. The works are exported as JSON lines if the file name ends in .jsonl or .gz,
    or if the store is on a server. A file whose name ends in .gz is compressed. Raises OutputExistsError if *target*
    exists and may not be replaced. Raises InputError if *target* cannot be written, is a folder or is a store in use,
    or if there is no work to export. Raises StaleRevisionError if works keep changing during the backup, and
    StoreError.
    """
    _check(store, target, replace=replace)
    wants_lines = only is not None or target.name.endswith(LINES_ENDINGS)
    with _replacing_file(target, replace=replace) as place:
        draft = place.draft
        as_lines = wants_lines or not await store.copy_to(draft)
        works = await _write_lines(store, draft, only, zipped=target.name.endswith(".gz")) if as_lines else None
    if works is None:
        works = tuple(one.group_id for one in await store.works())
    return BackedUp(target, works, as_lines, place.removed)


def _check(store: GraphStore, target: Path, *, replace: bool) -> None:
    if target.is_dir():
        raise InputError(f"{target} is a folder.", hint="Name a file in it.")
    if not target.exists():
        return
    with suppress(OSError):
        if target.samefile(store.address):
            raise InputError(f"{target} is the store itself.", hint="Name another file.")
    if not replace:
        raise OutputExistsError(str(target))
    log = target.with_name(target.name + "-wal")
    # A target file with a write-ahead log is not replaced, because SQLite would apply the log of the old file to the
    # new file.
    if log.exists() and log.stat().st_size:
        raise InputError(
            f"{target} is a store that is in use.", hint="Stop the process that uses it, or name another file."
        )


@contextmanager
def _replacing_file(target: Path, *, replace: bool) -> Generator[TemporaryTarget]:
    try:
        with temporary_target(target) as place:
            yield place
            _sync(place.draft)
            if not replace and target.exists():
                raise OutputExistsError(str(target))
            place.draft.replace(target)
    except EpisodicError:
        raise
    except OSError as error:
        said = f"{target} cannot be written ({error.strerror or error})."
        if error.errno in _NO_ROOM:
            raise StoreFullError(
                said, hint="Free some disk space. The file that was there before is unchanged."
            ) from error
        raise InputError(said, hint="Check that its folder exists and may be written.") from error


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


async def _write_lines(store: GraphStore, draft: Path, only: SeriesRecord | None, *, zipped: bool) -> tuple[str, ...]:
    """Export every work and series, or the series *only* with its works, and return the names of the works.

    If a work changes during the export, the export of all works starts again.
    """
    for left in reversed(range(_TRIES)):
        works: list[str] = []
        try:
            with _text_file(draft, zipped=zipped) as file:
                for work in await store.works():
                    if only is not None and work.group_id not in only.works:
                        continue
                    async for line in _export_unchanged(store, work.group_id):
                        file.write(line + "\n")
                    works.append(work.group_id)
                found = await every_series(store) if only is None else (only,)
                file.writelines(line + "\n" for line in series_lines(found))
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
        # The compressed file contains no file name and no time, so that backups of equal works have equal bytes.
        with (
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0) as packed,
            io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as file,
        ):
            yield file


async def _export_unchanged(store: GraphStore, group_id: str) -> AsyncIterator[str]:
    """Yield the lines of a work's export. Raises StaleRevisionError if the work was changed during the export."""
    before = await store.work(group_id)
    async for line in export_lines(store, group_id):
        yield line
    after = await store.work(group_id)
    if before != after:
        revisions = [0 if one is None else one.revision for one in (before, after)]
        raise StaleRevisionError(group_id, base=revisions[0], current=revisions[1])
