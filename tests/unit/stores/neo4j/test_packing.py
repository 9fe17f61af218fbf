"""Rows sent as one text arrive as they were, whatever stands in them."""

import logging
from collections.abc import AsyncIterator
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.stores.neo4j import Neo4jStore
from episodic.stores.neo4j.address import server_of
from episodic.stores.neo4j.connection import Connection
from episodic.stores.neo4j.packing import LINE, TEXT, TEXT_OR_NONE, TEXTS, WHOLE, Stage
from tests.store_contract.builders import HOSTILE, direction, entity, raw, save

STAGE = Stage("sent", {"one": TEXT, "maybe": TEXT_OR_NONE, "many": TEXTS, "number": WHOLE}, vectors=True)
MARKS = "\x1d\x1e\x1f"
LARGE = (1 << 62) - 1

texts = st.text(alphabet=f"a+,剑{MARKS}", max_size=5)
rows = st.fixed_dictionaries(
    {
        "one": texts,
        "maybe": st.none() | texts,
        "many": st.none() | st.lists(texts, min_size=1, max_size=3),
        "number": st.integers(-LARGE, LARGE),
    }
)


@given(st.lists(rows, min_size=1, max_size=5))
def test_marks_stand_between_values_and_nowhere_else(sent: list[dict[str, object]]) -> None:
    """Taken apart by them, a text has as many rows, values and items as were put into it, and the same."""
    packed = STAGE.packed(sent)

    row, value, item = cast("list[str]", packed["marks"])
    pieces = [line.split(value) for line in str(packed["text"]).split(row)]
    assert [one for one, *_ in pieces] == [one["one"] for one in sent]
    assert [maybe[1:] if maybe else None for _, maybe, *_ in pieces] == [one["maybe"] for one in sent]
    assert [many[1:].split(item) if many else None for *_, many, _ in pieces] == [one["many"] for one in sent]
    assert [int(number) for *_, number in pieces] == [one["number"] for one in sent]


LINED = Stage("sent", {"one": TEXT, "maybe": TEXT_OR_NONE, "many": TEXTS, "number": WHOLE})


@given(st.lists(st.tuples(rows, st.booleans()), min_size=1, max_size=5))
def test_lines_made_ahead_say_the_same(sent: list[tuple[dict[str, object], bool]]) -> None:
    """For all rows or for some of them; what is sent beside them when they were made does not matter."""
    plain = LINED.packed([row for row, _ in sent])

    lines = LINED.lines([{**row, "number": 0} for row, _ in sent])
    ahead = LINED.packed(
        [{**row, LINE: line} if lined else row for (row, lined), line in zip(sent, lines, strict=True)]
    )

    assert _taken_apart(ahead) == _taken_apart(plain)


def _taken_apart(packed: dict[str, object]) -> list[list[object]]:
    row, value, item = cast("list[str]", packed["marks"])
    lines = [line.split(value) for line in str(packed["text"]).split(row)]
    return [[one, maybe, many.split(item), number] for one, maybe, many, number in lines]


@pytest.fixture
async def connection(address: str) -> AsyncIterator[Connection]:
    """A way to put statements to the server."""
    opened = Connection(server_of(address, user=None, password=None, database=None))
    yield opened
    await opened.close()


async def test_the_server_takes_rows_apart_as_they_were(connection: Connection) -> None:
    """Nothing is lost, taken for nothing or made of nothing; vectors beyond the last one are null."""
    values: list[str] = [*HOSTILE, "", "+", ",", *MARKS, f"{MARKS}{MARKS}"]
    sent: list[dict[str, object]] = [
        {"one": text, "maybe": text, "many": [text, "", text], "number": number - LARGE}
        for number, text in enumerate(values)
    ]
    sent.append({"one": "", "maybe": None, "many": None, "number": LARGE})
    sent.append({"one": "last", "many": [""], "number": 0})
    vectors = [raw(direction(1)), None, raw(direction(2))]
    for one, vector in zip(sent, vectors, strict=False):
        one["vector"] = vector
    question = f"{STAGE.rows} RETURN {STAGE.fields(STAGE.columns)}, vector"

    answers = await connection.read(lambda ask: ask(question, c={"sent": STAGE.packed(sent)}))

    assert [row for row, _ in answers] == [
        {"one": row["one"], "maybe": row.get("maybe"), "many": row["many"], "number": row["number"]} for row in sent
    ]
    assert [vector for _, vector in answers] == [*vectors, *[None] * (len(sent) - 3)]


@pytest.mark.parametrize("vectors", [True, False])
async def test_nothing_sent_is_no_row(connection: Connection, vectors: bool) -> None:
    """A stage without rows is left out of what is sent."""
    question = f"{Stage('sent', STAGE.columns, vectors=vectors).rows} RETURN row"

    answers = await connection.read(lambda ask: ask(question, c={}))

    assert answers == []


async def test_the_driver_s_log_has_no_word_of_the_author(
    store: Neo4jStore, group: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even where it is kept: what is sent is never written out."""
    with caplog.at_level(logging.DEBUG, logger="neo4j"):
        await save(store, group, entity("lin", "林黛玉", vector=direction(1)))
        await store.named(group, ["林黛玉"])

    assert "RUN" in caplog.text
    assert "林黛玉" not in caplog.text
