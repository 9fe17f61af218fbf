"""What of a commit can be packed before the commit is asked for: records that will likely be new."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.records import ASSERTED, Record, RecordKey
from episodic.stores.neo4j.committing import BATCH, FactRow, packed_ahead, weight
from episodic.stores.neo4j.drafts import Drafts
from episodic.stores.neo4j.packing import Packed
from episodic.stores.neo4j.planning import Plan, edges_of, rows_of
from episodic.stores.neo4j.shape import EDGES


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is sent to make *records*, but for their revision, by stage; and the stored keys that they get.

    `ids` are those of the very records, in which there is nothing that cannot be kept.
    """

    group_id: str
    records: tuple[Record, ...]
    ids: frozenset[int]
    keys: frozenset[str]
    packed: Mapping[str, Packed]
    weight: int

    def is_among(self, group_id: str, records: Sequence[Record]) -> bool:
        """Whether it was made of some of these very records of this work."""
        return self.group_id == group_id and self.ids.issubset(map(id, records))

    def fits(self, plan: Plan, *, revision: int) -> bool:
        """Whether the plan puts these very records, all of them new, and in this revision."""
        return (
            self.is_among(plan.group_id, [record for record, _ in plan.put])
            and self.keys.isdisjoint(plan.there)
            and all(plan.revision(one) == revision for one in self.records)
        )


def prepared(drafts: Drafts, foreseen: Sequence[Record], *, there: Container[RecordKey]) -> Prepared | None:
    """What can be packed ahead of records of which some are *there*; None where that is nothing, or more than one statement takes.

    What is asserted is left out: of several commits at once each asserts its own, and what is derived is the last one's.
    """
    records = [one for one in foreseen if one.kind not in ASSERTED and (one.kind, one.uuid) not in there]
    if not 0 < len(records) < BATCH:
        return None
    rows = _new_rows(drafts, records)
    weighing = weight(rows)
    packed = packed_ahead(rows) if weighing < BATCH else None
    if packed is None:
        return None
    keys = frozenset(drafts.of(one).key for one in records)
    return Prepared(drafts.group_id, tuple(records), frozenset(map(id, records)), keys, packed, weighing)


def _new_rows(drafts: Drafts, records: Sequence[Record]) -> Mapping[str, Sequence[FactRow]]:
    """The rows of records that are new, of a revision that is not known yet."""
    put = [(record, None) for record in records]
    plan = Plan(drafts, None, put=[*put], revisions={(record.kind, record.uuid): 0 for record in records})
    rows = rows_of(plan, {kind: edges_of(plan, kind) for kind in EDGES}, ends={})
    return {
        stage: [{**row, "revision": None} if "revision" in row else row for row in found]
        for stage, found in rows.items()
    }
