"""Tests of the conversion of records to properties and back."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.records import Kind, Link, Record
from episodic.stores.neo4j.rows import display_properties, embedding_of, properties_of, record_of, vector_of

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
places = st.integers(-(1 << 62) + 1, (1 << 62) - 1)
records = st.builds(
    Record,
    kind=st.sampled_from(Kind),
    uuid=texts,
    value=texts,
    text=st.none() | texts,
    keys=st.lists(texts, max_size=3).map(tuple),
    links=st.lists(st.tuples(st.sampled_from(Link), texts), max_size=3).map(tuple),
    told=places,
    lo=st.none() | places,
    hi=st.none() | places,
)
COLUMNS = ("uuid", "told", "lo", "hi", "value", "text", "keys", "links")


@given(records)
def test_a_record_comes_back_from_its_properties(record: Record) -> None:
    """The vector of a record is a separate property."""
    row = properties_of(record)

    assert record_of(record.kind, [*(row[name] for name in COLUMNS), None]) == record


@given(st.sampled_from(Kind), texts | st.sampled_from(["[]", "null", "1", '{"name":1}', '{"valid_at":[]}', "{"]))
def test_any_value_can_be_shown(kind: Kind, value: str) -> None:
    """The displayed text is taken from the value if the value has one."""
    shown = display_properties(Record(kind, "one", value))

    assert all(field is None or isinstance(field, str) for field in shown.values())


@given(st.lists(st.floats(width=32, allow_nan=False), max_size=40))
def test_a_vector_comes_back_from_its_list_of_floats(numbers: list[float]) -> None:
    """Every float32 number is exactly a double, including negative zero and infinity."""
    vector = np.array(numbers, "<f4").tobytes()

    assert vector_of(embedding_of(vector)) == vector


def test_no_embedding_is_no_vector() -> None:
    """The server answers null for a missing property."""
    assert vector_of(None) is None
