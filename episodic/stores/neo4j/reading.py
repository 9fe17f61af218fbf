"""Answers questions about a work from its nodes and relationships."""

from collections.abc import Iterable, Mapping, Sequence

from episodic.model.records import Commit, Kind, Record, RecordKey, Work
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.columns import is_left, items, text_or_none, texts, whole
from episodic.stores.neo4j.connection import Asking, Rows
from episodic.stores.neo4j.rows import record_of
from episodic.stores.neo4j.shape import EDGES, LABELS, key_of, keys_of, token_of
from episodic.stores.storable import is_storable

_KINDS = {kind.value: kind for kind in Kind}
_NODE_KINDS = [kind.value for kind in LABELS]
_BATCH = 5_000

History = tuple[Record, int, int | None]


async def works(ask: Asking) -> Sequence[Work]:
    """All works, by group name."""
    return sorted(_works_of(await ask(cypher.WORKS)), key=lambda work: work.group_id)


async def work(ask: Asking, group_id: str) -> Work | None:
    """One work, or None."""
    found = _works_of(await ask(cypher.WORK, work=key_of(group_id, "work", group_id)))
    return found[0] if found else None


async def commits(ask: Asking, group_id: str) -> Sequence[Commit]:
    """The work's commits, first to last."""
    rows = await ask(cypher.COMMITS, token=token_of(group_id))
    return [
        Commit(revision=whole(revision), commit_id=str(commit_id), at=str(at), action=str(action))
        for revision, commit_id, at, action in rows
        if is_left(revision, commit_id, at, action)
    ]


async def counts(ask: Asking, group_id: str) -> Mapping[Kind, int]:
    """How many live records of each kind."""
    token = token_of(group_id)
    rows = await ask(cypher.COUNTS, token=token, kinds=_NODE_KINDS)
    for kind in EDGES:
        rows += await ask(cypher.EDGE_COUNTS[kind], token=token)
    return {_KINDS[str(kind)]: whole(number) for kind, number in rows if number and is_left(kind)}


async def digests(ask: Asking, group_id: str) -> Mapping[RecordKey, str]:
    """The digest of every live record."""
    token = token_of(group_id)
    rows = await ask(cypher.DIGESTS, token=token, kinds=_NODE_KINDS)
    for kind in EDGES:
        rows += await ask(cypher.EDGE_DIGESTS[kind], token=token)
    return {
        (_KINDS[str(kind)], uuid): digest
        for kind, uuids, digests in rows
        for uuid, digest in zip(texts(uuids), texts(digests), strict=True)
    }


async def fetch_all(ask: Asking, group_id: str, kind: Kind, *, vectors: bool) -> Sequence[Record]:
    """All live records of *kind*, by (told, uuid)."""
    records: list[Record] = []
    while page := await fetch_page(
        ask, group_id, kind, vectors=vectors, after=records[-1] if records else None, limit=_BATCH
    ):
        records += page
        if len(page) < _BATCH:
            break
    return records


async def fetch_some(ask: Asking, group_id: str, kind: Kind, *, ids: Iterable[str], vectors: bool) -> Sequence[Record]:
    """Those of *ids* that exist, each once, by (told, uuid)."""
    asked = [(kind, uuid) for uuid in dict.fromkeys(ids) if is_storable(uuid)]
    found: list[Record] = []
    for start in range(0, len(asked), _BATCH):
        keys = keys_of(group_id, asked[start : start + _BATCH])
        found += _records(kind, await ask(cypher.FETCH_SOME[kind][vectors], keys=keys, kind=kind.value))
    return sorted(found, key=_place)


async def fetch_page(
    ask: Asking, group_id: str, kind: Kind, *, vectors: bool, after: Record | None, limit: int
) -> Sequence[Record]:
    """The next *limit* records after *after*."""
    told, uuid = (-(1 << 62), "") if after is None else (after.told, after.uuid)
    text = cypher.FETCH_PAGE[kind][vectors]
    rows = await ask(text, token=token_of(group_id), kind=kind.value, told=told, uuid=uuid, limit=limit)
    # A list that the server collects is in no promised order.
    return sorted(_records(kind, rows), key=_place)


async def history(ask: Asking, group_id: str, kind: Kind) -> Sequence[History]:
    """Records with the revisions that put and retired them, by (told, uuid, revision)."""
    token = token_of(group_id)
    if kind in EDGES:
        live = [(*row, None) for row in await ask(cypher.EDGE_HISTORY[kind], token=token)]
        rows = [list(row) for row in live]
    else:
        rows = await ask(cypher.LIVE_HISTORY, token=token, kind=kind.value)
    rows += await ask(cypher.RETIRED_HISTORY, token=token, kind=kind.value)
    versions = [
        (record_of(kind, row[:9]), whole(row[9]), None if row[10] is None else whole(row[10]))
        for row in rows
        if is_left(*row[:5], row[9])
    ]
    return sorted(versions, key=lambda version: (*_place(version[0]), version[1]))


async def named(ask: Asking, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Ids of entities under each of *keys* that names one, in the order of *keys*."""
    asked = [key for key in dict.fromkeys(keys) if is_storable(key)]
    rows = await ask(cypher.NAMED, rows=[{"key": key_of(group_id, "name", name), "name": name} for name in asked])
    found: dict[str, list[tuple[int, str]]] = {}
    for name, uuid, told in rows:
        if is_left(name, uuid, told):
            found.setdefault(str(name), []).append((whole(told), str(uuid)))
    return {name: tuple(uuid for _, uuid in sorted(found[name])) for name in asked if name in found}


async def neighbours(ask: Asking, group_id: str, entities: Iterable[str], *, limit: int) -> Sequence[Record]:
    """For each entity its *limit* latest told facts; all of them together by (told, uuid)."""
    asked = [(Kind.ENTITY, uuid) for uuid in dict.fromkeys(entities) if is_storable(uuid)]
    rows = await ask(cypher.LATEST_AROUND, keys=keys_of(group_id, asked), limit=max(0, limit))
    return await fetch_some(
        ask, group_id, Kind.FACT, ids=[str(uuid) for (uuid,) in rows if is_left(uuid)], vectors=False
    )


def _works_of(rows: Rows) -> list[Work]:
    return [_work_of(row) for row in rows if is_left(row[0], row[1], row[4], row[5])]


def _work_of(row: Sequence[object]) -> Work:
    group_id, revision, embedder, dimension, created_at, changed_at, readable_from = row
    return Work(
        group_id=str(group_id),
        revision=whole(revision),
        embedder=text_or_none(embedder),
        dimension=None if dimension is None else whole(dimension),
        created_at=str(created_at),
        changed_at=str(changed_at),
        readable_from=whole(readable_from),
    )


def _records(kind: Kind, rows: Rows) -> list[Record]:
    found = [items(row) for (part,) in rows for row in items(part)]
    return [record_of(kind, row) for row in found if is_left(*row[:5])]


def _place(record: Record) -> tuple[int, str]:
    return record.told, record.uuid
