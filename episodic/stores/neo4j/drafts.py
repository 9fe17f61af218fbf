"""What a record comes to in the graph, whatever else is saved with it: worked out once, ahead of its commit where there is time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from episodic.model.records import Kind, Record, RecordKey
from episodic.stores.neo4j.committing import lines_of
from episodic.stores.neo4j.rows import Value, fields_of
from episodic.stores.neo4j.shape import EDGES, ends_of, key_of, others_of, parent_of


@dataclass(slots=True)
class Draft:
    """A record's stored key; its properties but for its revision and vector; and, by stored key, what it hangs on.

    `line` is what is sent of it where it is new, if that has been worked out ahead and can be said by itself (see `Stage.lines`).
    `start` and `end` are those of a relationship, `parent` is what a node stands in, `parts` are a fact's other entities, each with
    the key of its own relationship to the fact's subject. `targets` are all nodes that it needs, with the records' own keys.
    """

    key: str
    fields: Mapping[str, Value]
    start: str
    end: str
    parent: str | None
    parts: tuple[tuple[str, str], ...]
    targets: Mapping[str, RecordKey]
    line: str | None = None

    @property
    def row(self) -> Mapping[str, object]:
        """The columns of the record where it is new, but for its revision."""
        return {"record_key": self.key, "start": self.start, "end": self.end, **self.fields}


class Drafts:
    """The drafts of one work's records, each made when it is first asked for."""

    def __init__(self, group_id: str) -> None:
        self.group_id = group_id
        self._made: dict[RecordKey, tuple[str, Draft]] = {}

    def of(self, record: Record) -> Draft:
        """The draft of *record*: the one that was made of it before, if it has not changed but for its vector."""
        known = self._made.get((record.kind, record.uuid))
        if known is not None and known[0] == record.digest:
            return known[1]
        draft = self._made_of(record)
        self._made[record.kind, record.uuid] = (record.digest, draft)
        return draft

    def foresee(self, records: Sequence[Record]) -> None:
        """Make the drafts of *records* with their lines, all of which together take far less than one by one."""
        fresh = [record for record in records if not self._has(record)]
        drafts = [self._made_of(record) for record in fresh]
        lines = lines_of([(one.kind, draft.row) for one, draft in zip(fresh, drafts, strict=True)])
        for record, draft, line in zip(fresh, drafts, lines, strict=True):
            draft.line = line
            self._made[record.kind, record.uuid] = (record.digest, draft)

    def _has(self, record: Record) -> bool:
        known = self._made.get((record.kind, record.uuid))
        return known is not None and known[0] == record.digest

    def _made_of(self, record: Record) -> Draft:
        group_id = self.group_id
        start, end = ends_of(record) if record.kind in EDGES else (None, None)
        others = others_of(record) if record.kind is Kind.FACT else ()
        parent = parent_of(record)
        named = [*(one for one in (start, end, parent) if one is not None), *((Kind.ENTITY, other) for other in others)]
        keys = {one: key_of(group_id, *one) for one in named}
        return Draft(
            key=key_of(group_id, record.kind, record.uuid),
            fields=fields_of(record),
            start=keys[start] if start else "",
            end=keys[end] if end else "",
            parent=keys[parent] if parent else None,
            parts=tuple((keys[Kind.ENTITY, other], key_of(group_id, "part", record.uuid, other)) for other in others),
            targets={stored: key for key, stored in keys.items()},
        )
