"""SQLiteStore, which saves works in one SQLite file, and can be used from any event loop."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from episodic.errors import StoreUnavailableError
from episodic.model.name_keys import check_name
from episodic.model.records import Changes, Commit, Kind, Record, RecordKey, Staged, Work, page_of
from episodic.ports import Bounds, IndexHits, IndexSearch, SearchSteps
from episodic.stores.sqlite import commits, open_file, queries, staging
from episodic.stores.sqlite.checkpoint import copy, empty_log, has_much_free_space, rewrite, shorten_log
from episodic.stores.sqlite.connection_thread import CallerConnection, ConnectionThread, JobConnection
from episodic.stores.sqlite.errors import held_by_a_reader
from episodic.stores.sqlite.index_search import SQLiteIndex
from episodic.stores.validation import ANYWHERE, check_searched, clamped

T = TypeVar("T")

MEMORY = ":memory:"


class SQLiteStore:
    """A GraphStore in one SQLite file, or in memory if the path is ":memory:".

    A store in memory is lost when it is closed. Several stores and processes may use one file: reads see the last
    committed state, and writes wait for each other. `max_pages` is the largest size of the file, in pages of 8 KiB, or
    None for no limit. `patience` is the longest time to wait for other writers, in seconds.

    The methods are documented at the protocol `GraphStore`. Methods raise InvalidNameError for an invalid group name,
    and StoreRefusedError if any other text that should be saved has a lone surrogate.
    """

    def __init__(self, path: str | Path, *, max_pages: int | None = None, patience: float = 30.0) -> None:
        self._address = str(path)
        file = None if self._address == MEMORY else Path(path).absolute()
        self._place = open_file.StoreLocation(path=file, max_pages=max_pages, patience=patience)
        kind = CallerConnection if file is None else ConnectionThread
        self._writer: JobConnection = kind(self._address, partial(open_file.set_up, self._place))
        # A store in memory has one connection. A store in a file has a second connection for reads, so that reads do
        # not wait for commits.
        self._reader = self._writer if file is None else kind(self._address, partial(open_file.connect, self._place))
        self._index = SQLiteIndex()
        self._is_set_up = False

    @property
    def address(self) -> str:
        """The path of the store file as given, or ":memory:"."""
        return self._address

    async def setup(self) -> None:
        """Create the store file if it is missing, and bring its tables up to date. Every other method of the store
        except `close` sets the store up first.
        """
        if not self._is_set_up:
            await self._write(lambda _: None)

    async def close(self) -> None:
        if self._reader is not self._writer:
            await self._reader.close()
        await self._writer.close(self._close_alone)

    async def works(self) -> Sequence[Work]:
        return await self._read(queries.works)

    async def work(self, group_id: str) -> Work | None:
        return await self._ask(group_id, queries.work)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        return await self._save(partial(commits.commit, row=(changes, *more)))

    async def keep(self, group_id: str, *, put: Sequence[Record] = (), remove: Sequence[str] = ()) -> None:
        await self._save(partial(staging.keep, group_id=check_name(group_id, "group name"), put=put, remove=remove))

    async def staged(self, group_id: str) -> Staged | None:
        return await self._ask(group_id, staging.staged)

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        await self._save(partial(staging.stage, part=part, row=(changes, *more)))

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        name = check_name(group_id, "group name")
        return await self._save(partial(staging.publish, group_id=name, readable_from=readable_from))

    async def commits(self, group_id: str) -> Sequence[Commit]:
        return await self._ask(group_id, queries.commits)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        if ids is None:
            return await self._ask(group_id, partial(queries.fetch_all, kind=kind, vectors=vectors))
        return await self._ask(group_id, partial(queries.fetch_some, kind=kind, ids=ids, vectors=vectors))

    async def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """Yield all live (not retired) records of *kind*, which are read page by page, so that memory stays constant.

        All records come from one snapshot of the file. For a store in memory, all records are read at once.
        """
        if self._place.path is None:
            for record in await self.fetch(group_id, kind, vectors=vectors):
                yield record
            return
        await self.setup()
        cached = partial(open_file.connect, self._place, cache_kib=open_file.STREAM_CACHE_KIB)
        view = ConnectionThread(self._address, cached)
        try:
            number = await view.run(partial(queries.begin, group_id=check_name(group_id, "group name")))
            last: Record | None = None
            while page := await view.run(
                partial(queries.fetch_page, number=number, kind=kind, vectors=vectors, after=last, limit=page_of(kind))
            ):
                for record in page:
                    yield record
                last = page[-1]
        finally:
            await view.close()

    async def history(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None
    ) -> Sequence[tuple[Record, int, int | None]]:
        return await self._ask(group_id, partial(queries.history, kind=kind, ids=ids))

    async def history_ids(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await self._ask(group_id, partial(queries.history_ids, kind=kind))

    async def digests(self, group_id: str, kind: Kind | None = None) -> Mapping[RecordKey, str]:
        return await self._ask(group_id, partial(queries.digests, kind=kind))

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        return await self._ask(group_id, self._index.counts)

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = ANYWHERE) -> Mapping[int, int]:
        check_searched(kind)
        return await self._ask(group_id, partial(queries.counts_by_position, kind=kind, bounds=clamped(bounds)))

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await self._ask(group_id, partial(queries.listing, kind=kind))

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return await self._ask(group_id, partial(queries.named, keys=keys))

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        """Return the hits of each of several index searches, all from one snapshot of the file.

        Hits by text are ordered by BM25 score. Only records of this work are found, but for the scores, term
        frequencies are counted over all works of the file. A query is shortened if more than 64 of its words occur in
        the file. A query of more than 8 words is also shortened if its words together occur in very many rows. A
        shortened query has at most 64 words: the words of entities' names, and the rarest other words.

        Cosine similarities are rounded to six digits. A query vector of zeros has no hits, and a record with a vector
        of zeros is never a hit. Hits with equal scores are in the order of their ids. Raise EmbeddingDimensionError if
        a query vector has another dimension than the work's vectors, and StoreRefusedError for a kind that is not
        searched.
        """
        for search in searches:
            check_searched(search.kind)
        return await self._ask(group_id, partial(self._index.search, searches=searches))

    async def retrieve(self, group_id: str, steps: SearchSteps[T]) -> T:
        """Run all steps of a search on one snapshot of the file, and return the result of the search."""
        return await self._ask(group_id, partial(self._index.retrieve, steps=steps))

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        return await self._ask(group_id, partial(self._index.neighbours, entities=entities, limit=limit, facets=facets))

    async def delete(self, group_id: str) -> bool:
        """Delete the whole work with its history, and return whether the work existed.

        The text of the work is overwritten in the file, so that it cannot be recovered from unused space. If a
        connection that reads an old snapshot keeps the write-ahead log from being emptied, the log contains deleted
        text until it is emptied.
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
        """Delete the record versions of a work that revision *keep* or an earlier one retired, and return their number.

        If more than a quarter of the file is unused space afterwards, the file is rewritten without it.
        """
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held():
                number = commits.compact(connection, group_id, keep=keep)
                if self._place.path is not None and has_much_free_space(connection):
                    # The history is deleted even if the file cannot be rewritten now. The next compaction tries to
                    # rewrite the file again.
                    with suppress(sqlite3.OperationalError):
                        rewrite(connection)
                        empty_log(connection)
                shorten_log(connection, self._place.log)
            return number

        return await self._write(job)

    async def purge(self, group_id: str) -> int:
        """Delete all history of a work and rewrite the file, and return the number of deleted versions. After a purge,
        neither the file nor its write-ahead log contains deleted text.

        Raise StoreUnavailableError if a connection that reads an old snapshot keeps the log from being emptied. If the
        log cannot be emptied, the history is deleted all the same, and the deleted text leaves the log with the next
        purge.
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
        """Write a copy of the last committed state into the empty file *path*, check that the copy is intact, and
        return True.

        The store can be used while it is copied. Raise a StoreError that names *path* if it cannot be written or the
        copy is damaged.
        """
        await self.setup()
        if self._place.path is None:
            await self._writer.run(partial(copy, target=path))
            return True
        cached = partial(open_file.connect, self._place, cache_kib=open_file.STREAM_CACHE_KIB)
        view = ConnectionThread(self._address, cached)
        try:
            await view.run(partial(copy, target=path))
        finally:
            await view.close()
        return True

    async def _ask(self, group_id: str, query: Callable[..., T]) -> T:
        """Check the group name, and return the result of *query*, which is called with a connection and this name."""
        return await self._read(partial(query, group_id=check_name(group_id, "group name")))

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        await self.setup()
        return await self._reader.run(job)

    async def _save(self, transaction: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of a write transaction, which is run while no other process writes."""

        def job(connection: sqlite3.Connection) -> T:
            with self._place.lock.held():
                answer = transaction(connection)
                shorten_log(connection, self._place.log)
            return answer

        return await self._write(job)

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        answer = await self._writer.run_to_end(job)
        self._is_set_up = True
        return answer

    def _close_alone(self, connection: sqlite3.Connection) -> None:
        """Close the writer's connection, while holding the writer lock if it is free.

        SQLite moves the log into the file (a checkpoint) when the last connection of a file is closed, which needs the
        writer lock.
        """
        try:
            with self._place.lock.held():
                connection.close()
        except (StoreUnavailableError, OSError):
            connection.close()
