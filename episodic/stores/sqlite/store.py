"""SQLiteStore: the embedded graph store, which keeps works in one SQLite file; usable from any event loop."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from episodic.errors import StoreRefusedError, StoreUnavailableError
from episodic.model.name_keys import check_name
from episodic.model.records import SEARCHED, Changes, Commit, Kind, Record, RecordKey, Work
from episodic.ports import Bounds, Scored, Vector
from episodic.stores.sqlite import backup, commits, full_text, open_file, queries
from episodic.stores.sqlite.checkpoint import empty_log, has_much_free_space, rewrite, shorten_log
from episodic.stores.sqlite.connection_thread import ConnectionThread
from episodic.stores.sqlite.errors import held_by_a_reader
from episodic.stores.sqlite.vector_search import SQLiteVectorSearch
from episodic.stores.validation import clamped

T = TypeVar("T")

MEMORY = ":memory:"
_PAGE = 500
ANYWHERE = Bounds()


class SQLiteStore:
    """A GraphStore in one file, or in memory with ":memory:" (deleted when closed).

    Several stores and processes may use one file: readers see the last committed state, and writers wait for each
    other. `max_pages` limits the size of the file in pages of 8 KiB; `patience` is the longest wait for other writers
    in seconds. Invalid group names raise InvalidNameError; other text with a lone surrogate raises StoreRefusedError.
    """

    def __init__(self, path: str | Path, *, max_pages: int | None = None, patience: float = 30.0) -> None:
        self._address = str(path)
        file = None if self._address == MEMORY else Path(path).absolute()
        self._place = open_file.StoreLocation(path=file, max_pages=max_pages, patience=patience)
        self._writer = ConnectionThread(self._address, partial(open_file.set_up, self._place))
        # A store in memory has a single connection. A file has a second one for reading, so reads do not wait for
        # commits.
        self._reader = (
            self._writer if file is None else ConnectionThread(self._address, partial(open_file.connect, self._place))
        )
        self._vectors = SQLiteVectorSearch()
        self._is_set_up = False

    @property
    def address(self) -> str:
        """The path of the store file as given, or ":memory:"."""
        return self._address

    async def setup(self) -> None:
        """Creates the store file and its tables if the file is missing. Every other method calls `setup` first."""
        if not self._is_set_up:
            await self._write(lambda _: None)

    async def close(self) -> None:
        """Closes the store file. A store in memory is deleted."""
        if self._reader is not self._writer:
            await self._reader.close()
        await self._writer.close(self._close_alone)

    async def works(self) -> Sequence[Work]:
        """Returns all works, by group name (by code points)."""
        return await self._read(queries.works)

    async def work(self, group_id: str) -> Work | None:
        """Returns one work; None if the work does not exist."""
        return await self._ask(group_id, queries.work)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Saves all changes or none, and returns the last revision. Records that have not changed are not written."""
        row = (changes, *more)

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held():
                revision = commits.commit(connection, row)
                shorten_log(connection, self._place.log)
            return revision

        return await self._write(job)

    async def commits(self, group_id: str) -> Sequence[Commit]:
        """Returns the work's commits, first to last."""
        return await self._ask(group_id, queries.commits)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Returns live records of *kind* (all, or the existing records among *ids*), ordered by (told, uuid).

        With *vectors*, the records contain their vectors.
        """
        if ids is None:
            return await self._ask(group_id, partial(queries.fetch_all, kind=kind, vectors=vectors))
        return await self._ask(group_id, partial(queries.fetch_some, kind=kind, ids=ids, vectors=vectors))

    async def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """Yields all live records of *kind* page by page with constant memory; all pages come from one snapshot."""
        if self._place.path is None:
            for record in await self.fetch(group_id, kind, vectors=vectors):
                yield record
            return
        await self.setup()
        view = ConnectionThread(self._address, partial(open_file.connect, self._place))
        try:
            number = await view.run(partial(queries.begin, group_id=check_name(group_id, "group name")))
            last: Record | None = None
            while page := await view.run(
                partial(queries.fetch_page, number=number, kind=kind, vectors=vectors, after=last, limit=_PAGE)
            ):
                for record in page:
                    yield record
                last = page[-1]
        finally:
            await view.close()

    async def history(self, group_id: str, kind: Kind) -> Sequence[tuple[Record, int, int | None]]:
        """Returns all versions of records of an asserted kind, ordered by (told, uuid, revision).

        Each version comes with the revision that put it and the revision that retired it (None: live). A commit that
        replaces a record under the same id retires the old version.
        """
        return await self._ask(group_id, partial(queries.history, kind=kind))

    async def digests(self, group_id: str) -> Mapping[RecordKey, str]:
        """Returns the digest of every live record."""
        return await self._ask(group_id, queries.digests)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """Returns the number of live records of each kind; kinds without records are left out."""
        return await self._ask(group_id, queries.counts)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Returns entity ids by exact name key; the ids of one key are ordered by (told, uuid)."""
        return await self._ask(group_id, partial(queries.named, keys=keys))

    async def search_text(
        self, group_id: str, kind: Kind, text: str, *, limit: int, bounds: Bounds = ANYWHERE
    ) -> Sequence[Scored]:
        """Returns records of a searched kind that share words (Han: bigrams) with *text*, by descending BM25; ties by
        id.

        Only records of this work are returned, but term frequencies are counted over all works of the file. A query
        that would touch very many rows leaves out words that occur in more than a tenth of the rows; names of this work
        always stay. Raises StoreRefusedError for a kind that has no full text.
        """
        _check_searched(kind)
        return await self._ask(
            group_id, partial(full_text.search, kind=kind, text=text, limit=limit, bounds=clamped(bounds))
        )

    async def search_vector(
        self, group_id: str, kind: Kind, vector: Vector, *, limit: int, bounds: Bounds = ANYWHERE
    ) -> Sequence[Scored]:
        """Returns records of a searched kind by descending cosine similarity (-1 to 1, six digits) to *vector*; ties by
        id.

        A zero vector has no results and is never a result. Raises EmbeddingDimensionError if the work's vectors have
        another dimension, and StoreRefusedError for a kind that has no vectors.
        """
        _check_searched(kind)
        return await self._ask(
            group_id, partial(self._vectors.search, kind=kind, vector=vector, limit=limit, bounds=clamped(bounds))
        )

    async def neighbours(self, group_id: str, entities: Sequence[str], *, limit: int) -> Sequence[Record]:
        """Returns facts with one of these entities as subject, object or participant, ordered by (told, uuid).

        Each entity contributes its last *limit* facts in narrative order; facts at the same position are ordered by id.
        """
        return await self._ask(group_id, partial(queries.neighbours, entities=entities, limit=limit))

    async def delete(self, group_id: str) -> bool:
        """Deletes the whole work with its history and overwrites the work's text in the file; returns whether the work
        existed.
        """
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> bool:
            with self._place.lock.held():
                was_there = commits.delete(connection, group_id)
                if was_there:
                    empty_log(connection)
            return was_there

        return await self._write(job)

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Deletes history that ended before revision *keep*; returns the number of deleted retired records.

        If more than a quarter of the file is free space afterwards, the file is rewritten without the free space.
        """
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held():
                number = commits.compact(connection, group_id, keep=keep)
                if self._place.path is not None and has_much_free_space(connection):
                    # The history is deleted. If the file cannot be rewritten now, a later compaction rewrites the file.
                    with suppress(sqlite3.OperationalError):
                        rewrite(connection)
                        empty_log(connection)
                shorten_log(connection, self._place.log)
            return number

        return await self._write(job)

    async def purge(self, group_id: str) -> int:
        """Deletes all history and rewrites the file, so that neither the file nor the log contains deleted text.

        Raises StoreUnavailableError if a reader of an old snapshot prevents the truncation of the log. In this case,
        the history is deleted, and the next purge removes the rest from the log.
        """
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held():
                number = commits.purge(connection, group_id)
                if self._place.path is not None:
                    rewrite(connection)
                    if not empty_log(connection):
                        raise held_by_a_reader(self._address)
            return number

        return await self._write(job)

    async def copy_to(self, path: Path) -> bool:
        """Writes a checked copy of the last committed state into the empty file *path*, without blocking the store.

        Raises a StoreError; the error names *path* if the copy could not be written.
        """
        await self.setup()
        if self._place.path is None:
            await self._writer.run(partial(backup.copy, target=path))
            return True
        view = ConnectionThread(self._address, partial(open_file.connect, self._place))
        try:
            await view.run(partial(backup.copy, target=path))
        finally:
            await view.close()
        return True

    async def _ask(self, group_id: str, query: Callable[..., T]) -> T:
        """Calls *query* with a connection and the checked group name, and returns the result."""
        return await self._read(partial(query, group_id=check_name(group_id, "group name")))

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        await self.setup()
        return await self._reader.run(job)

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        answer = await self._writer.run(job)
        self._is_set_up = True
        return answer

    def _close_alone(self, connection: sqlite3.Connection) -> None:
        """Closes the writer's connection, holding the writer lock if the lock can be acquired.

        The last connection of a file runs a checkpoint when the connection closes, and a checkpoint needs the lock.
        """
        try:
            with self._place.lock.held():
                connection.close()
        except (StoreUnavailableError, OSError):
            connection.close()


def _check_searched(kind: Kind) -> None:
    if kind not in SEARCHED:
        raise StoreRefusedError(
            f"Records of kind {kind} have neither full text nor vectors.", hint="Search facts, entities or passages."
        )
