"""What is written ahead of a commit is what the commit puts, and only there is it taken for it."""

from collections.abc import Sequence
from dataclasses import replace

from episodic.model.records import Changes, Kind, Record
from episodic.ports import Coming
from episodic.stores.neo4j.ahead import Ahead, ahead_of
from episodic.stores.neo4j.drafts import Drafts
from episodic.stores.neo4j.shape import key_of
from tests.store_contract.builders import changes, direction, entity, episode, fact, passage

RECORDS = (
    entity("lin", "林", vector=direction(1)),
    entity("wu", "吴"),
    fact("f", "lin", "wu", text="林认识吴", vector=direction(2)),
    passage("p", "林到了港口", episode_id="one", vector=direction(3)),
)
CHAPTER = key_of("work", Kind.EPISODE, "one")


def made_of(*records: Record, base: int = 0, revision: int = 1) -> Ahead:
    """What can be written of them."""
    drafts = Drafts("work")
    drafts.foresee(records)
    made = ahead_of(drafts, records, Coming(base, revision))
    assert made is not None
    return made


def fits(made: Ahead, *row: Changes) -> bool:
    """Whether it is of these commits, and of them under no other id."""
    return made.fits(row)


def test_it_fits_a_commit_that_puts_the_very_records() -> None:
    """With others, or as the last of several."""
    assert fits(made_of(*RECORDS), changes("work", *RECORDS))
    assert fits(made_of(*RECORDS), changes("work", episode("one"), *RECORDS))
    assert fits(made_of(*RECORDS, revision=2), changes("work", episode("one")), changes("work", *RECORDS, base=1))


def test_it_fits_no_other_commit() -> None:
    """One that puts other records, or not all of them; in another revision, on another base, or to another work."""
    made = made_of(*RECORDS)
    other = replace(RECORDS[0], value="{}")

    assert not fits(made, changes("work", other, *RECORDS[1:]))
    assert not fits(made, changes("work", *RECORDS[1:]))
    assert not fits(made, changes("work", *RECORDS, other))
    assert not fits(made, changes("work", *RECORDS), changes("work", episode("one"), base=1))
    assert not fits(made, changes("work", *RECORDS, base=1))
    assert not fits(made, changes("elsewhere", *RECORDS))
    twice: Sequence[Changes] = (changes("work", RECORDS[0]), changes("work", *RECORDS, base=1))
    assert not fits(made_of(*RECORDS, revision=2), *twice)


def test_it_fits_no_commit_that_takes_away_what_it_points_at() -> None:
    """What else goes does not matter."""
    made = made_of(*RECORDS)

    assert not fits(made, changes("work", *RECORDS, retire=[(Kind.EPISODE, "one")]))
    assert fits(made, changes("work", *RECORDS, retire=[(Kind.EPISODE, "two")]))
    assert fits(made, changes("work", *RECORDS, retire=[(Kind.ENTITY, "lin")])), "what is put is not taken away"


def test_only_what_is_derived_and_new_is_written_ahead() -> None:
    """And, without a kind, what it points at that is not there."""
    drafts = Drafts("work")
    records = (episode("one"), *RECORDS)

    made = ahead_of(drafts, records, Coming(3, 4, {(Kind.ENTITY, "wu"): ""}))
    known = ahead_of(drafts, records, Coming(3, 4, {(Kind.ENTITY, "wu"): "", (Kind.EPISODE, "one"): ""}))

    assert made is not None
    assert known is not None
    assert set(made.records) == {(Kind.ENTITY, "lin"), (Kind.FACT, "f"), (Kind.PASSAGE, "p")}
    assert made.absent == {CHAPTER}
    assert CHAPTER in made.ends
    assert known.absent == frozenset()
    assert ahead_of(drafts, [episode("one")], Coming(3, 4)) is None
    assert ahead_of(drafts, RECORDS, Coming(3, 4, {(one.kind, one.uuid) for one in RECORDS})) is None


def test_more_than_one_statement_takes_is_written_in_several() -> None:
    """Whatever is in it."""
    long = [replace(entity(f"long {number}", "林"), value="x" * 1_500_000) for number in range(3)]

    assert [part.rows["made"] for part in made_of(*long).parts] == [2, 1]
    assert len(made_of(passage("marks", "row\x1d\x1e\x1frow")).parts) == 1
