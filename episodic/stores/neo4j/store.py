"""The server store: works in a Neo4j database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from episodic.errors import StoreError, StoreRefusedError
from episodic.model.names import check_name
from episodic.model.records import SEARCHED, Changes, Commit, Kind, Record, RecordKey, Work
from episodic.ports import Bounds, Coming, Scored, Vector
from episodic.stores.neo4j import cypher, full_text, reading, writing
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.ahead import Begun, Locked, Saved, ahead_of
from episodic.stores.neo4j.connection import Asking, Connection
from episodic.stores.neo4j.drafts import Drafts
from episodic.stores.neo4j.indexing import index
from episodic.stores.neo4j.planning import vectors_of
from episodic.stores.neo4j.setting_up import Setup
from episodic.stores.neo4j.shape import key_of, token_of
from episodic.stores.neo4j.vector_search import EXACT_ROWS, EXACT_ROWS_WITH_FILTERS, Nearest, VectorSearch
from episodic.stores.storable import KEY_LIMIT, are_storable, check, clamped

T = TypeVar("T")
P = ParamSpec("P")

_PAGE = 500
_AT_ONCE = 25
"""So many records are worked out before others get their turn."""
ANYWHERE = Bounds()


class Neo4jStore:
    """A GraphStore in a database of a Neo4j server, 5.26 or later, of any edition. Belongs to one event loop.

    The address is as `bolt://user@host:7687/database`; what is given beside it counts more. Without a user none is named to
    the server. Up to `exact_rows` records of a kind a work's vectors are compared exactly, above that by the server's index
    (None: 5,000 where the index can filter inside itself, else 100,000).
    Group names that cannot be kept raise InvalidNameError, other text with half a surrogate pair StoreRefusedError, an address
    that is none ConfigurationError.
    """

    def __init__(
        self,
        address: str,
        *,
        user: str | None = None,
        password: str | None = None,
        database: str | None = None,
        exact_rows: int | None = None,
    ) -> None:
        server = server_of(address, user=user, password=password, database=database)
        self._connection = Connection(server)
        self._setup = Setup(self._connection)
        self._vectors = VectorSearch()
        self._exact_rows = exact_rows
        self._drafts = Drafts("")
        self._begun: Begun | None = None
        self._is_rehearsed = False

    @property
    def address(self) -> str:
        """Where it is, without user or password."""
        return self._connection.address

    async def setup(self) -> None:
        """Makes constraints and indexes where they are missing; every other method does so too.

        Raises StoreVersionError for a server older than 5.26, and for a database that a newer version of this program wrote.
        """
        await self._setup.ready()

    async def close(self) -> None:
        """Ends its connections."""
        await self._give_up()
        await self._connection.close()

    async def works(self) -> Sequence[Work]:
        """All works, by group name (by code points)."""
        return await self._read(reading.works)

    async def work(self, group_id: str) -> Work | None:
        """One work, None where there is none."""
        return await self._ask(reading.work, group_id)

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Saves everything or nothing; the last revision. What is put as it stands already is left as it is."""
        row = (changes, *more)
        begun = self._taken(changes.group_id)
        try:
            check(row, known=() if begun is None else begun.ahead.ids)
            vectors_of(row, None)
            await self._setup.ready()
            drafts, self._drafts = self._drafts_of(changes.group_id), Drafts("")

            def commit(ask: Asking, locked: Locked | None = None) -> Awaitable[Saved]:
                return writing.commit(ask, row, drafts=drafts, most_exact=self._most_exact, locked=locked)

            saved = await begun.finish(commit) if begun is not None and begun.ahead.fits(row) else None
        finally:
            if begun is not None:
                await begun.give_up()
        revision, outgrown = await self._connection.write(commit) if saved is None else saved
        for kind in outgrown:
            await self._index(changes.group_id, kind)
        return revision

    async def foresee(self, group_id: str, records: Sequence[Record], *, coming: Coming | None = None) -> None:
        """Works out what these records come to in the graph, so that the next commit need not; lets others run in between.

        What is new is being written then, in the transaction of the commit that is *coming*, which is taken back where that commit is
        not asked for within a second. The first time it has the server plan what a commit puts to it.
        """
        if not self._is_rehearsed:
            self._is_rehearsed = True
            # What is wrong with the server is said by what needs it.
            with suppress(StoreError):
                await self._setup.ready()
                await self._connection.rehearse(writing.rehearse)
        self._drafts = drafts = self._drafts_of(group_id)
        for begin in range(0, len(records), _AT_ONCE):
            part = records[begin : begin + _AT_ONCE]
            if not are_storable(part):
                # Whoever commits it hears of it.
                return
            drafts.foresee(part)
            await asyncio.sleep(0)
        if coming is not None:
            await self._begin(drafts, records, coming)

    async def _begin(self, drafts: Drafts, records: Sequence[Record], coming: Coming) -> None:
        """Begins a commit, unless one has begun that comes before it, or that of another work."""
        begun = self._begun
        if begun is not None and not begun.is_over:
            if begun.ahead.group_id != drafts.group_id or begun.ahead.comes_before(coming):
                return
            if begun.ahead.is_among(records):
                ahead = ahead_of(drafts, records, coming, before=begun.ahead)
                if ahead is not None:
                    begun.add(ahead)
                return
            await self._give_up()
        ahead = ahead_of(drafts, records, coming)
        self._begun = None if ahead is None else Begun(self._connection, ahead)

    def _taken(self, group_id: str) -> Begun | None:
        """What has begun for this work, which is nobody else's then."""
        begun = self._begun
        if begun is None or begun.ahead.group_id != group_id:
            return None
        self._begun = None
        return begun

    async def _give_up(self) -> None:
        """Takes back what has begun."""
        begun, self._begun = self._begun, None
        if begun is not None:
            await begun.give_up()

    async def commits(self, group_id: str) -> Sequence[Commit]:
        """The work's commits, first to last."""
        return await self._ask(reading.commits, group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Live records of *kind* (all, or those of *ids* that exist), by (told, uuid); with vectors if asked."""
        if ids is None:
            return await self._ask(reading.fetch_all, group_id, kind, vectors=vectors)
        return await self._ask(reading.fetch_some, group_id, kind, ids=ids, vectors=vectors)

    async def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """As `fetch` of all, in flat memory: page by page, so that what is committed meanwhile may be seen or not."""
        last: Record | None = None
        while page := await self._ask(reading.fetch_page, group_id, kind, vectors=vectors, after=last, limit=_PAGE):
            for record in page:
                yield record
            last = page[-1]

    async def history(self, group_id: str, kind: Kind) -> Sequence[tuple[Record, int, int | None]]:
        """Records of an asserted kind with the revision that put and the one that retired them (None: live).

        By (told, uuid, revision). A record that another one replaced under its id is retired by that commit.
        """
        return await self._ask(reading.history, group_id, kind)

    async def digests(self, group_id: str) -> Mapping[RecordKey, str]:
        """The digest of every live record."""
        return await self._ask(reading.digests, group_id)

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """How many live records there are of each kind (kinds without any are left out)."""
        return await self._ask(reading.counts, group_id)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Ids of the entities that have one of these exact name keys, by (told, uuid), under the key."""
        return await self._ask(reading.named, group_id, keys)

    async def search_text(
        self, group_id: str, kind: Kind, text: str, *, limit: int, bounds: Bounds = ANYWHERE
    ) -> Sequence[Scored]:
        """Records of a searched kind whose text shares words (Han: bigrams) with *text*, best first, equal ones by id.

        How rare a word is, is counted over all works of the database; what is found is of this work alone. The commonest
        English words (the, of, and...) count as none. Raises StoreRefusedError for a kind that has no full text.
        """
        _check_searched(kind)
        return await self._ask(full_text.search, group_id, kind, text=text, limit=limit, bounds=clamped(bounds))

    async def search_vector(
        self, group_id: str, kind: Kind, vector: Vector, *, limit: int, bounds: Bounds = ANYWHERE
    ) -> Sequence[Scored]:
        """Records of a searched kind by cosine similarity (-1 to 1, six digits) to *vector*, best first, ties by id.

        A vector of zeros finds nothing and is not found. Raises EmbeddingDimensionError if the work's vectors have another
        length, StoreRefusedError for a kind that has no vectors.
        """
        _check_searched(kind)
        await self._setup.ready()
        return await self._ask(
            self._vectors.search,
            group_id,
            kind,
            nearest=Nearest(vector, limit, clamped(bounds)),
            filters=self._setup.filters,
        )

    async def neighbours(self, group_id: str, entities: Sequence[str], *, limit: int) -> Sequence[Record]:
        """Facts that have one of these entities as subject, object or participant: for each entity the *limit* latest told.

        All together by (told, uuid); of facts told at one place those with the later ids count as later.
        """
        return await self._ask(reading.neighbours, group_id, entities, limit=limit)

    async def delete(self, group_id: str) -> bool:
        """Takes the whole work away, history included; whether there was one. In steps, so that memory suffices for any work."""
        check_name(group_id, "group name")
        await self._give_up()
        await self._setup.ready()
        token = token_of(group_id)
        for text in (*cypher.DELETE_EDGES, cypher.DELETE_NODES):
            await self._connection.run_alone(text, token=token)
        ((number,),) = await self._connection.run_alone(cypher.DELETE_WORK, work=key_of(group_id, "work", group_id))
        return number != 0

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Lets go of history that ended before revision *keep*; how many retired records went. In one transaction."""
        check_name(group_id, "group name")
        await self._give_up()
        await self._setup.ready()
        return await self._connection.write(lambda ask: writing.compact(ask, group_id, keep=keep))

    async def purge(self, group_id: str) -> int:
        """Lets go of all history: no node holds a text that is not live. What the server's own logs keep is the server's."""
        return await self.compact(group_id, keep=KEY_LIMIT)

    async def copy_to(self, path: Path) -> bool:
        """False: what a server keeps is no file; its works are exported instead."""
        del path
        return False

    def _drafts_of(self, group_id: str) -> Drafts:
        return self._drafts if self._drafts.group_id == group_id else Drafts(group_id)

    @property
    def _most_exact(self) -> int:
        if self._exact_rows is not None:
            return self._exact_rows
        return EXACT_ROWS_WITH_FILTERS if self._setup.filters else EXACT_ROWS

    async def _index(self, group_id: str, kind: Kind) -> None:
        work = await self.work(group_id)
        if work is not None and work.dimension is not None:
            await self._setup.vector_indexes(work.dimension)
            await index(self._connection, group_id, kind, dimension=work.dimension)

    async def _ask(
        self,
        question: Callable[Concatenate[Asking, str, P], Awaitable[T]],
        group_id: str,
        *args: P.args,
        **rest: P.kwargs,
    ) -> T:
        """What *question* answers about the work."""
        check_name(group_id, "group name")
        return await self._read(lambda ask: question(ask, group_id, *args, **rest))

    async def _read(self, job: Callable[[Asking], Awaitable[T]]) -> T:
        await self._setup.ready()
        return await self._connection.read(job)


def _check_searched(kind: Kind) -> None:
    if kind not in SEARCHED:
        raise StoreRefusedError(
            f"Records of kind {kind} have neither full text nor vectors.", hint="Search facts, entities or passages."
        )
