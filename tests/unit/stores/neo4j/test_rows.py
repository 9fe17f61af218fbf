"""Records as properties and back."""

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.records import Kind, Link, Record
from episodic.stores.neo4j.rows import fields_of, numbers_of, readable, record_of
from tests.store_contract.builders import direction, raw

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
    """All but the vector, which is kept beside them."""
    row = fields_of(record)

    assert record_of(record.kind, [*(row[name] for name in COLUMNS), None]) == record


@given(st.sampled_from(Kind), texts | st.sampled_from(["[]", "null", "1", '{"name":1}', '{"valid_at":[]}', "{"]))
def test_any_value_can_be_shown(kind: Kind, value: str) -> None:
    """What people see is taken from a value where it has it, and nothing fails where it has not."""
    shown = readable(Record(kind, "one", value))

    assert all(field is None or isinstance(field, str) for field in shown.values())


def test_vectors_without_a_direction_are_not_indexed() -> None:
    """Zeros, numbers that are none, and nothing at all."""
    empty = [b"", bytes(64), b"\x00\x00\xc0\x7f" * 16, b"\x00\x00\x80\x7f" * 16]

    assert [numbers_of(vector) for vector in empty] == [None] * 4
    assert numbers_of(raw(direction(1))) is not None
