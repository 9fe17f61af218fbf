"""Sequences of commits for the tests that save several commits in one transaction."""

from collections.abc import Sequence

from episodic.model.records import Changes, Kind, Record, RecordKey
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    fact,
    mention,
    passage,
    redirect,
    statement,
)

Part = tuple[Sequence[Record], Sequence[RecordKey]]

BEFORE: Part = (
    (
        episode("one", "old", told=1),
        entity("lin", "林", "Lin", told=1, vector=direction(1)),
        entity("wu", "吴", told=1),
        fact("f1", "lin", "wu", text="林认识吴", told=1, lo=1, vector=direction(2)),
        fact("f2", "wu", text="吴住在港口", told=1, others=["lin", "shen"]),
        mention("m1", episode_id="one", entity_id="lin", told=1),
    ),
    (),
)

DISJOINT: tuple[Part, ...] = (
    ((episode("two", "二", told=2), Record(Kind.READING, "r2", '{"n":2}', told=2)), ()),
    ((), ((Kind.FACT, "f2"), (Kind.ENTITY, "nobody"))),
    ((episode("one", "new", told=1), Record(Kind.JUDGEMENT, "j", "{}")), ()),
    ((), ()),
    (
        (
            passage("p1", "林到了港口", episode_id="one", told=1, vector=direction(3)),
            passage("p2", "值夜者", episode_id="two", told=2),
            statement("s1", passage_id="p1", fact_id="f1", told=1),
            entity("lin", "林", "林远", told=1, vector=direction(4)),
            entity("shen", "沈", told=2),
            fact("f1", "lin", "shen", text="林认识沈", told=1, lo=1, hi=2),
            fact("f3", "shen", text="沈住在首都", told=2, vector=direction(5)),
            mention("m2", episode_id="two", entity_id="shen", told=2),
            redirect("old", "lin"),
        ),
        ((Kind.ENTITY, "wu"), (Kind.MENTION, "m1")),
    ),
)
"""A sequence of commits of which no two change the same record."""

OVERLAPPING: tuple[Part, ...] = (
    (
        (episode("two", "first", told=2), entity("shen", "沈", told=2), fact("f4", "shen", "lin", text="旧的", told=2)),
        (),
    ),
    ((episode("two", "second", told=2), episode("one", "new", told=1), entity("he", "何", told=2)), ()),
    ((fact("f4", "lin", "shen", text="新的", told=3, vector=direction(6)),), ((Kind.ENTITY, "he"), (Kind.FACT, "f1"))),
    ((episode("two", "third", told=4), entity("lin", "林", told=1)), ((Kind.EPISODE, "one"),)),
    ((episode("one", "again", told=1), fact("f1", "lin", text="林认识吴", told=1)), ((Kind.EPISODE, "two"),)),
)
"""A sequence of commits in which later commits replace, retire or restore records of earlier commits."""

GROWING: tuple[Part, ...] = (
    ((episode("two", "二", told=2), Record(Kind.READING, "r2", '{"n":2}', told=2)), ()),
    (
        (
            passage("p1", "林到了港口", episode_id="one", told=1, vector=direction(3)),
            passage("p2", "何来了", episode_id="two", told=2),
            entity("he", "何", "林", told=2, vector=direction(4)),
            entity("wu", "吴", "小吴", told=1),
            fact("f3", "he", "lin", text="何认识林", told=2, others=["wu"], vector=direction(5)),
            fact("f4", "wu", "nobody", text="吴认识谁", told=2),
            mention("m2", episode_id="two", entity_id="he", told=2),
        ),
        ((Kind.MENTION, "m1"),),
    ),
)
"""A sequence of commits that add derived records, change records and retire a record."""

EMPTY: tuple[Part, ...] = (((), ()), ((), ()))


def row_of(group: str, parts: Sequence[Part], *, base: int) -> list[Changes]:
    """Return successive commits of the work *group*, one for each of *parts*, the first with the base revision *base*.
    The commit ids do not contain the group name, so that two works can have equal commits.
    """
    return [
        changes(
            group,
            *put,
            retire=retire,
            base=base + number,
            commit_id=f"c-{base + number}",
            at=f"at {base + number}",
            action=f"part {number}",
            embedder=f"embedder {base + number}",
        )
        for number, (put, retire) in enumerate(parts)
    ]
