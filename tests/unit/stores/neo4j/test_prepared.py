"""What was packed ahead is sent where it is what is to be written, and only there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from episodic.model.records import Changes, Record
from episodic.stores.neo4j.committing import FactRow, Written, packed_ahead, written, written_behind
from episodic.stores.neo4j.drafts import Drafts
from episodic.stores.neo4j.planning import Plan, plan_of
from episodic.stores.neo4j.prepared import Prepared, prepared
from tests.store_contract.builders import changes, direction, entity, episode, fact, passage

MARKS = "\x1d\x1e\x1f"
RECORDS = (
    entity("lin", "林", vector=direction(1)),
    entity("wu", "吴"),
    fact("f", "lin", "wu", text="林认识吴", vector=direction(2)),
    passage("p", "林到了港口", episode_id="one", vector=direction(3)),
)


def made_of(*records: Record) -> Prepared:
    """What is packed of them."""
    drafts = Drafts("work")
    drafts.foresee(records)
    made = prepared(drafts, records, there=())
    assert made is not None
    return made


def plan(*row: Changes, there: frozenset[str] = frozenset()) -> Plan:
    """What these commits change in a work in which nothing is."""
    return plan_of(row, {}, drafts=Drafts(row[0].group_id), there=there, dimension=None)


def test_it_fits_a_commit_that_puts_the_very_records() -> None:
    """With others, or as the last of several."""
    made = made_of(*RECORDS)

    assert made.fits(plan(changes("work", *RECORDS)), revision=1)
    assert made.fits(plan(changes("work", episode("one"), *RECORDS)), revision=1)
    assert made.fits(plan(changes("work", episode("one")), changes("work", *RECORDS, base=1)), revision=2)


def test_it_fits_no_other_commit() -> None:
    """One that puts other records, not all of them, in an earlier revision, where some are there already, or to another work."""
    made = made_of(*RECORDS)
    other = replace(RECORDS[0], value="{}")

    assert not made.fits(plan(changes("work", other, *RECORDS[1:])), revision=1)
    assert not made.fits(plan(changes("work", *RECORDS[1:])), revision=1)
    assert not made.fits(plan(changes("work", *RECORDS, other)), revision=1)
    assert not made.fits(plan(changes("work", *RECORDS), changes("work", episode("one"), base=1)), revision=2)
    assert not made.fits(plan(changes("elsewhere", *RECORDS)), revision=1)
    for key in made.keys:
        assert not made.fits(plan(changes("work", *RECORDS), there=frozenset({key})), revision=1)


def test_nothing_is_packed_of_nothing_of_too_much_or_of_marks_themselves() -> None:
    """What cannot be put before other rows is packed with its commit."""
    drafts = Drafts("work")

    assert prepared(drafts, (), there=()) is None
    assert prepared(drafts, [replace(entity("long", "林"), value="x" * 4_000_000)], there=()) is None
    assert prepared(drafts, [passage("marks", f"row{MARKS}row")], there=()) is None


vectors = st.none() | st.binary(min_size=1, max_size=4)
rows = st.lists(st.fixed_dictionaries({"key": st.text(f"a+,剑{MARKS}", max_size=3), "vector": vectors}), max_size=4)
plain = st.lists(st.fixed_dictionaries({"key": st.text("a+,剑", max_size=3), "vector": vectors}), max_size=4)


@given(plain, rows)
def test_what_is_put_behind_is_as_if_packed_together(first: list[FactRow], more: list[FactRow]) -> None:
    """The same rows with the same vectors, and as many of them; or it is said that it cannot be."""
    ahead = packed_ahead({"vectored": first})
    assert ahead is not None
    moves: list[FactRow] = [{"work": "w"}]
    together = written({"vectored": [*first, *more], "moves": moves})

    behind = written_behind(ahead, {"vectored": more, "moves": moves})

    if first and any(mark in str(row["key"]) for row in more for mark in MARKS):
        assert behind is None
        return
    assert behind is not None
    assert taken_apart(behind) == taken_apart(together)
    assert behind.sent["moves"] == together.sent["moves"] == moves
    assert [behind.rows.get(stage, 0) for stage in together.rows] == [*together.rows.values()]


def taken_apart(one: Written) -> Sequence[tuple[Sequence[str], object]]:
    """The values of each row sent, and its vector."""
    if "vectored" not in one.sent:
        return []
    sent = cast("Mapping[str, object]", one.sent["vectored"])
    row, value, _ = cast("list[str]", sent["marks"])
    lines = [line.split(value) for line in str(sent["text"]).split(row)]
    found = cast("list[object]", sent["vectors"])
    return list(zip(lines, [*found, *[None] * (len(lines) - len(found))], strict=True))
