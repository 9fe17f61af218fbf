"""Reads from the Neo4j store: works, commits, records, history, names and neighbours."""

from collections.abc import Iterable, Mapping, Sequence

from episodic.model.records import ASSERTED, Commit, Kind, Record, RecordKey, Work, is_service_group
from episodic.ports import Bounds, CandidateSearch, LinkSearch
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import Rows, RunCypher
from episodic.stores.neo4j.graph_model import LABELS, keys_of, token_of, work_key
from episodic.stores.neo4j.rows import OPEN, bounds_parameters, embedding_property, record_of
from episodic.stores.neo4j.search import find
from episodic.stores.neo4j.values import integer, is_complete, items, optional_text, texts
from episodic.stores.validation import is_storable

_NODE_KINDS = [kind.value for kind in LABELS]
_BATCH = 5_000

History = tuple[Record, int, int | None]


async def works(run: RunCypher) -> Sequence[Work]:
    """Return all visible works in the database, ordered by group name, without the groups that the program itself uses."""
    found = [work for work in _works_of(await run(cypher.WORKS)) if not is_service_group(work.group_id)]
    return sorted(found, key=lambda work: work.group_id)


async def work(run: RunCypher, group_id: str) -> Work | None:
    """Return the visible work with this group name, or None if there is none."""
    found = _works_of(await run(cypher.WORK, work=work_key(group_id)))
    return found[0] if found else None


async def commits(run: RunCypher, group_id: str) -> Sequence[Commit]:
    """Return the commits of the work in order of revision."""
    rows = await run(cypher.COMMITS, token=token_of(group_id))
    return [
        Commit(revision=integer(revision), commit_id=str(commit_id), at=str(at), action=str(action))
        for revision, commit_id, at, action in rows
        if is_complete(revision, commit_id, at, action)
    ]


async def counts(run: RunCypher, group_id: str) -> Mapping[Kind, int]:
    """Return the number of live (not retired) records of each kind. A kind without records is left out."""
    rows = await run(cypher.COUNTS, token=token_of(group_id), kinds=_NODE_KINDS)
    return {Kind(str(kind)): integer(number) for kind, number in rows if is_complete(kind)}


async def counts_by_position(run: RunCypher, group_id: str, kind: Kind, *, bounds: Bounds) -> Mapping[int, int]:
    """Return, by narrative position (order key), the number of live (not retired) records of *kind* within *bounds*."""
    rows = await run(cypher.COUNTS_BY_POSITION[kind], token=token_of(group_id), **bounds_parameters(bounds))
    return {integer(told): integer(number) for told, number in rows if is_complete(told)}


async def listing(run: RunCypher, group_id: str, kind: Kind) -> Sequence[str]:
    """Return the listing rows of all live (not retired) records of *kind*, sorted."""
    rows = await run(cypher.LISTING[kind], token=token_of(group_id)) if kind in cypher.LISTING else []
    return sorted(row for (part,) in rows for row in texts(part))


async def digests(run: RunCypher, group_id: str) -> Mapping[RecordKey, str]:
    """Return the digest of every live (not retired) record, by kind and id."""
    rows = await run(cypher.DIGESTS, token=token_of(group_id), kinds=_NODE_KINDS)
    return {
        (Kind(str(kind)), uuid): digest
        for kind, uuids, digests in rows
        for uuid, digest in zip(texts(uuids), texts(digests), strict=True)
    }


async def fetch_all(run: RunCypher, group_id: str, kind: Kind, *, vectors: bool) -> Sequence[Record]:
    """Return all live (not retired) records of *kind*, ordered by narrative position (`told`) and id."""
    records: list[Record] = []
    while page := await fetch_page(
        run, group_id, kind, vectors=vectors, after=records[-1] if records else None, limit=_BATCH
    ):
        records += page
        if len(page) < _BATCH:
            break
    return records


async def fetch_some(
    run: RunCypher, group_id: str, kind: Kind, *, ids: Iterable[str], vectors: bool
) -> Sequence[Record]:
    """Return those live records of *kind* that have one of the given ids, each once, ordered by narrative position and
    id.
    """
    wanted = [(kind, uuid) for uuid in dict.fromkeys(ids) if is_storable(uuid)]
    embedding = await _embedding(run, group_id) if vectors and wanted else None
    found: list[Record] = []
    for start in range(0, len(wanted), _BATCH):
        keys = keys_of(group_id, wanted[start : start + _BATCH])
        found += _records(kind, await run(cypher.FETCH_BY_KEY[kind], keys=keys, embedding=embedding))
    return sorted(found, key=_position)


async def fetch_page(
    run: RunCypher, group_id: str, kind: Kind, *, vectors: bool, after: Record | None, limit: int
) -> Sequence[Record]:
    """Return the first *limit* live records of *kind* after the record *after*, in the order of narrative position and
    id.

    If *after* is None, the result begins with the first record of the kind.
    """
    told, uuid = (-OPEN, "") if after is None else (after.told, after.uuid)
    embedding = await _embedding(run, group_id) if vectors else None
    rows = await run(
        cypher.FETCH_PAGE[kind], token=token_of(group_id), told=told, uuid=uuid, limit=limit, embedding=embedding
    )
    # The result is sorted again, because Cypher's collect() does not guarantee an order.
    return sorted(_records(kind, rows), key=_position)


async def history(run: RunCypher, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None) -> Sequence[History]:
    """Return all stored versions of the records of *kind*, or of the records with the given ids. Each version comes
    with the revision that saved it and the revision that retired it (None for a live version).

    The versions are ordered by narrative position, id and revision; a kind whose history is not kept has none.
    """
    if kind not in ASSERTED:
        return []
    token = token_of(group_id)
    if ids is None:
        rows = await run(cypher.LIVE_HISTORY[kind], token=token)
    else:
        keys = keys_of(group_id, [(kind, uuid) for uuid in ids])
        rows = await run(cypher.LIVE_HISTORY_OF_SOME[kind], keys=keys)
    rows += await run(cypher.RETIRED_HISTORY, token=token, kind=kind.value, ids=None if ids is None else list(ids))
    versions = [
        (record_of(kind, row[:9]), integer(row[9]), None if row[10] is None else integer(row[10]))
        for row in rows
        if is_complete(*row[:5], row[9])
    ]
    return sorted(versions, key=lambda version: (*_position(version[0]), version[1]))


async def history_ids(run: RunCypher, group_id: str, kind: Kind) -> Sequence[str]:
    """Return the ids of all records of *kind*, live and retired, ordered by their first narrative position and by id. A
    kind whose history is not kept has no ids here.
    """
    if kind not in ASSERTED:
        return []
    found: dict[str, int] = {}
    for uuid, told in await run(cypher.HISTORY_IDS[kind], token=token_of(group_id), kind=kind.value):
        if is_complete(uuid, told):
            found[str(uuid)] = min(integer(told), found.get(str(uuid), OPEN))
    return sorted(found, key=lambda uuid: (found[uuid], uuid))


async def named(run: RunCypher, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return, for each of the name keys, the ids of the entities that have it.

    A name key that no entity has is left out.
    """
    return (await find(run, group_id, CandidateSearch(names=keys))).names


async def neighbours(
    run: RunCypher, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...]
) -> Sequence[Record]:
    """Return facts of the given entities, each once, in the order of narrative position and id.

    For each entity, `neighbours` finds the *limit* facts that are told last, among its facts with at least one facet of
    each set in *facets*.
    """
    found = await find(run, group_id, CandidateSearch(links=[LinkSearch(entities, limit, facets)]))
    return await fetch_some(run, group_id, Kind.FACT, ids=found.links[0], vectors=False)


async def _embedding(run: RunCypher, group_id: str) -> str | None:
    """Return the name of the property with the work's embeddings, or None if the work has no embeddings."""
    found = await work(run, group_id)
    return None if found is None or found.dimension is None else embedding_property(found.dimension)


def _works_of(rows: Rows) -> list[Work]:
    return [_work_of(row) for row in rows if is_complete(row[0], row[1], row[4], row[5])]


def _work_of(row: Sequence[object]) -> Work:
    group_id, revision, embedder, dimension, created_at, changed_at, readable_from = row
    return Work(
        group_id=str(group_id),
        revision=integer(revision),
        embedder=optional_text(embedder),
        dimension=None if dimension is None else integer(dimension),
        created_at=str(created_at),
        changed_at=str(changed_at),
        readable_from=integer(readable_from),
    )


def _records(kind: Kind, rows: Rows) -> list[Record]:
    found = [items(row) for (part,) in rows for row in items(part)]
    return [record_of(kind, row) for row in found if is_complete(*row[:5])]


def _position(record: Record) -> tuple[int, str]:
    return record.told, record.uuid
