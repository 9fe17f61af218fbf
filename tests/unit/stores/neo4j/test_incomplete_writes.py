"""Tests of incomplete writes: a commit that the server wrote only in part is rolled back and retried."""

import logging
import re
from collections.abc import AsyncIterator

import pytest

from episodic.errors import StoreUnavailableError
from episodic.model.records import Changes, Kind
from episodic.stores.neo4j import Neo4jStore, cypher
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.commit import commit
from episodic.stores.neo4j.connection import Connection, Rows, RunCypher
from episodic.stores.neo4j.graph_model import key_of
from episodic.testing.store_contract.builders import changes, entity, everything, fact, save


@pytest.fixture
async def connection(address: str) -> AsyncIterator[Connection]:
    """A connection of one client."""
    opened = Connection(server_of(address, user=None, password=None, database=None))
    yield opened
    await opened.close()


class Losing:
    """Commits that lose an entity before the write, a given number of times."""

    def __init__(self, connection: Connection, entity_key: str, *, times: int) -> None:
        self.tries = 0
        self._connection = connection
        self._entity_key = entity_key
        self._times = times

    async def commit(self, one: Changes) -> int:
        """Commit and return the new revision."""

        async def job(run: RunCypher) -> int:
            self.tries += 1

            async def run_without(statement: str, /, **parameters: object) -> Rows:
                if statement == cypher.CREATE_RELATIONSHIPS and self.tries <= self._times:
                    await run("MATCH (n:Stored {record_key: $key}) DETACH DELETE n", key=self._entity_key)
                return await run(statement, **parameters)

            return (await commit(run_without, [one])).revision

        return await self._connection.write(job)


@pytest.mark.parametrize("times", [1, 2])
async def test_what_the_server_does_not_write_is_written_again(
    connection: Connection, store: Neo4jStore, group: str, times: int
) -> None:
    """The whole transaction is rolled back and repeated."""
    await save(store, group, entity("lin", "林"), entity("mei", "梅"))
    losing = Losing(connection, key_of(group, Kind.ENTITY, "mei"), times=times)

    assert await losing.commit(changes(group, fact("f", "lin", "mei"), base=1)) == 2

    assert losing.tries == times + 1
    assert list(await store.fetch(group, Kind.FACT)) == [fact("f", "lin", "mei")]
    assert list(await store.neighbours(group, ["mei"], limit=5)) == [fact("f", "lin", "mei")]


async def test_what_the_server_never_writes_is_named_and_nothing_is_saved(
    connection: Connection, store: Neo4jStore, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server can write the name of a new entity but not a fact. Neither of the two is saved."""
    monkeypatch.setattr("episodic.stores.neo4j.connection._ATTEMPTS", 3)
    await save(store, group, entity("lin", "林"), entity("mei", "梅"))
    before = await everything(store, group)
    losing = Losing(connection, key_of(group, Kind.ENTITY, "mei"), times=100)

    with pytest.raises(StoreUnavailableError, match=r"1 of 2 rows.*nothing was saved") as raised:
        await losing.commit(changes(group, entity("wu", "吴"), fact("f", "lin", "mei"), base=1))

    assert raised.value.hint
    assert losing.tries == 3
    assert await everything(store, group) == before


async def test_a_question_waits_for_what_was_committed_before(
    store: Neo4jStore, group: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A query carries the bookmark of the last commit, so that every server of a cluster has seen that commit."""
    with caplog.at_level(logging.DEBUG, logger="neo4j"):
        await save(store, group, entity("lin", "林"))
        committed = [said for said in caplog.messages if "bookmark" in said]
        caplog.clear()
        await store.fetch(group, Kind.ENTITY)
        asked = [said for said in caplog.messages if "RUN" in said]

    last = re.findall(r"'bookmark': '([^']+)'", "\n".join(committed))[-1]
    assert any(f"'bookmarks': ['{last}']" in said for said in asked)
