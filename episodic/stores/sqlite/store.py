"""The embedded store: works in one SQLite file, asked from any event loop."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from episodic.errors import StoreRefusedError, StoreUnavailableError
from episodic.model.names import check_name
from episodic.model.records import SEARCHED, Changes, Commit, Kind, Record, RecordKey, Work
from episodic.ports import Bounds, Coming, Scored, Vector
from episodic.stores.sqlite import copying, full_text, opening, reading, writing
from episodic.stores.sqlite.checkpoint import empty_log, is_loose, rewrite, shorten_log
from episodic.stores.sqlite.faults import held_by_a_reader
from episodic.stores.sqlite.vector_search import VectorSearch
from episodic.stores.sqlite.worker import Worker
from episodic.stores.storable import clamped
from episodic.uncollected import uncollected

T = TypeVar("T")

MEMORY = ":memory:"
_PAGE = 500
ANYWHERE = Bounds()


class SQLiteStore:
    """A GraphStore in one file, or in memory with ":memory:" (gone when closed).

    Several stores and processes may use one file: readers see what was committed last, writers take turns.
    `max_pages` limits the file to so many pages of 8 KiB; `patience` is how many seconds a call waits for other writers.
    Group names that cannot be kept raise InvalidNameError, other text with half a surrogate pair StoreRefusedError.
    """

    def __init__(self, path: str | Path, *, max_pages: int | None = None, patience: float = 30.0) -> None:
        self._address = str(path)
        file = None if self._address == MEMORY else Path(path).absolute()
        self._place = opening.Place(path=file, max_pages=max_pages, patience=patience)
        self._writer = Worker(self._address, partial(opening.set_up, self._place))
        # A store in memory is its connection; a file has a second one, so that questions do not wait for commits.
        self._reader = self._writer if file is None else Worker(self._address, partial(opening.connect, self._place))
        self._vectors = VectorSearch()
        self._is_set_up = False

    @property
    def address(self) -> str:
        """The path as given, or ":memory:"."""
        return self._address

    async def setup(self) -> None:
        """Makes the file and its tables where they are missing; every other method does so too."""
        if not self._is_set_up:
            await self._write(lambda _: None)

    async def close(self) -> None:
        """Lets go of the file. A store in memory is gone then."""
        if self._reader is not self._writer:
            await self._reader.close()
        await self._writer.close(self._close_alone)

    async def works(self) -> Sequence[Work]:
        """All works, by group name (by code points)."""
        return await self._read(reading.works)

    async def work(self, group_id: str) -> Work | None:
        """One work, None where there is none."""
        return await self._ask(group_id, reading.work)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Saves everything or nothing; the last revision. What is put as it stands already is left as it is."""
        row = (changes, *more)

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held(), uncollected():
                revision = writing.commit(connection, row)
                shorten_log(connection, self._place.log)
            return revision

        return await self._write(job)

    async def foresee(self, group_id: str, records: Sequence[Record], *, coming: Coming | None = None) -> None:
        """Does nothing: rows are made as fast as they would be found again."""
        del group_id, records, coming

    async def commits(self, group_id: str) -> Sequence[Commit]:
        """The work's commits, first to last."""
        return await self._ask(group_id, reading.commits)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Live records of *kind* (all, or those of *ids* that exist), by (told, uuid); with vectors if asked."""
        if ids is None:
            return await self._ask(group_id, partial(reading.fetch_all, kind=kind, vectors=vectors))
        return await self._ask(group_id, partial(reading.fetch_some, kind=kind, ids=ids, vectors=vectors))

    async def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """As `fetch` of all, in flat memory; of one view of the file, whatever is committed meanwhile."""
        if self._place.path is None:
            for record in await self.fetch(group_id, kind, vectors=vectors):
                yield record
            return
        await self.setup()
        view = Worker(self._address, partial(opening.connect, self._place))
        try:
            number = await view.run(partial(reading.begin, group_id=check_name(group_id, "group name")))
            last: Record | None = None
            while page := await view.run(
                partial(reading.fetch_page, number=number, kind=kind, vectors=vectors, after=last, limit=_PAGE)
            ):
                for record in page:
                    yield record
                last = page[-1]
        finally:
            await view.close()

    async def history(self, group_id: str, kind: Kind) -> Sequence[tuple[Record, int, int | None]]:
        """Records of an asserted kind with the revision that put and the one that retired them (None: live).

        By (told, uuid, revision). A record that another one replaced under its id is retired by that commit.
        """
        return await self._ask(group_id, partial(reading.history, kind=kind))

    async def digests(self, group_id: str) -> Mapping[RecordKey, str]:
        """The digest of every live record."""
        return await self._ask(group_id, reading.digests)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """How many live records there are of each kind (kinds without any are left out)."""
        return await self._ask(group_id, reading.counts)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Ids of the entities that have one of these exact name keys, by (told, uuid), under the key."""
        return await self._ask(group_id, partial(reading.named, keys=keys))

    async def search_text(
        self, group_id: str, kind: Kind, text: str, *, limit: int, bounds: Bounds = ANYWHERE
    ) -> Sequence[Scored]:
        """Records of a searched kind whose text shares words (Han: bigrams) with *text*, best BM25 first, equal ones by id.

        How rare a word is, is counted over all works of the file; what is found is of this work alone. A question that would
        touch very many rows leaves out words that stand in more than a tenth of them, never the names of this work.
        Raises StoreRefusedError for a kind that has no full text.
        """
        _check_searched(kind)
        return await self._ask(
            group_id, partial(full_text.search, kind=kind, text=text, limit=limit, bounds=clamped(bounds))
        )

    async def search_vector(
        self, group_id: str, kind: Kind, vector: Vector, *, limit: int, bounds: Bounds = ANYWHERE
    ) -> Sequence[Scored]:
        """Records of a searched kind by cosine similarity (-1 to 1, six digits) to *vector*, best first, ties by id.

        A vector of zeros finds nothing and is not found. Raises EmbeddingDimensionError if the work's vectors have another
        length, StoreRefusedError for a kind that has no vectors.
        """
        _check_searched(kind)
        return await self._ask(
            group_id, partial(self._vectors.search, kind=kind, vector=vector, limit=limit, bounds=clamped(bounds))
        )

    async def neighbours(self, group_id: str, entities: Sequence[str], *, limit: int) -> Sequence[Record]:
        """Facts that have one of these entities as subject, object or participant: for each entity the *limit* latest told.

        All together by (told, uuid); of facts told at one place those with the later ids count as later.
        """
        return await self._ask(group_id, partial(reading.neighbours, entities=entities, limit=limit))

    async def delete(self, group_id: str) -> bool:
        """Takes the whole work away, history included; whether there was one. Its text is overwritten in the file."""
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> bool:
            with self._place.lock.held():
                was_there = writing.delete(connection, group_id)
                if was_there:
                    empty_log(connection)
            return was_there

        return await self._write(job)

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Lets go of history that ended before revision *keep*; how many retired records went.

        A file of which more than a quarter is free room then gives it back to the disk.
        """
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held():
                number = writing.compact(connection, group_id, keep=keep)
                if self._place.path is not None and is_loose(connection):
                    # The history is gone; a file that cannot be made smaller now is made so another time.
                    with suppress(sqlite3.OperationalError):
                        rewrite(connection)
                        empty_log(connection)
                shorten_log(connection, self._place.log)
            return number

        return await self._write(job)

    async def purge(self, group_id: str) -> int:
        """Lets go of all history, and writes the file anew, so that not a byte of it is left there or in the log.

        Raises StoreUnavailableError where a reader of an old view keeps the log as it is; the history is gone then, and what
        the log has of it goes when it is purged again.
        """
        check_name(group_id, "group name")

        def job(connection: sqlite3.Connection) -> int:
            with self._place.lock.held():
                number = writing.purge(connection, group_id)
                if self._place.path is not None:
                    rewrite(connection)
                    if not empty_log(connection):
                        raise held_by_a_reader(self._address)
            return number

        return await self._write(job)

    async def copy_to(self, path: Path) -> bool:
        """Writes a checked copy of the file, as it was last committed, into the empty file *path*; others go on meanwhile.

        Raises StoreError, which names *path* where that is what could not be written.
        """
        await self.setup()
        if self._place.path is None:
            await self._writer.run(partial(copying.copy, target=path))
            return True
        view = Worker(self._address, partial(opening.connect, self._place))
        try:
            await view.run(partial(copying.copy, target=path))
        finally:
            await view.close()
        return True

    async def _ask(self, group_id: str, question: Callable[..., T]) -> T:
        """What *question* answers to (connection, group name)."""
        return await self._read(partial(question, group_id=check_name(group_id, "group name")))

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        await self.setup()
        return await self._reader.run(job)

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        answer = await self._writer.run(job)
        self._is_set_up = True
        return answer

    def _close_alone(self, connection: sqlite3.Connection) -> None:
        """The last connection of a file copies its log when it closes: a checkpoint, so with the lock, if it can be had."""
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
