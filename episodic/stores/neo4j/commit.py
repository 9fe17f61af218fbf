"""Writes to Neo4j, each in one transaction that locks the work. The module `planning` plans what a commit changes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from episodic.errors import StaleRevisionError
from episodic.model.records import Changes, Kind, Record, RecordKey, Staged
from episodic.stores.idempotency import made_before
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import RunCypher, complete, run_for_keys
from episodic.stores.neo4j.errors import IncompleteWriteError
from episodic.stores.neo4j.graph_model import asked_for, key_of, keys_of, links_of, owner_properties, token_of, work_key
from episodic.stores.neo4j.planning import Existing, Plan, disjoint_parts, embedding_dimension, plan_of
from episodic.stores.neo4j.rows import COUNTED, Row, WorkNode, embedding_property, work_node, works_of
from episodic.stores.validation import refuse_staged
from episodic.weighted_batches import weighted_batches

BATCH_WEIGHT = 2_000
"""The maximum total weight (see `weight_of`) of the rows of one statement. The server keeps several copies of the rows.
"""


async def commit(run: RunCypher, commits: Sequence[Changes]) -> WorkNode:
    """Write successive commits of one work in the given transaction, or nothing if the database has them already.
    Return the state of the work, with the revision of the last of the commits.

    Raise StaleRevisionError, EmbeddingDimensionError, StoreRefusedError or IncompleteWriteError. After an error, the
    transaction must be rolled back. StoreRefusedError means that another revision has the commit's id, or that an
    import of the work is not complete.
    """
    first = commits[0]
    state, staged, made = await _lock(run, commits, created={"created_at": first.at})
    if staged is not None:
        refuse_staged(first.group_id)
    before = made_before(commits, made, revision=state.revision)
    if before is not None:
        return replace(state, revision=before)
    if first.replaces_vectors and state.dimension is not None:
        # The records get a new revision, by which other clients notice that their cached vectors are out of date.
        removed = {"revision": first.base_revision + 1, "embedding": embedding_property(state.dimension)}
        for statement in cypher.REMOVE_VECTORS.values():
            await run(statement, token=token_of(first.group_id), **removed)
    return await _write(run, commits, state)


async def stage(run: RunCypher, part: Staged, commits: Sequence[Changes]) -> WorkNode:
    """Write the changes as the next part of a staged work. If the work ends with this part already, because the call is
    repeated after a lost connection, write nothing.

    Raise StaleRevisionError if the part does not follow the last written part, and the errors that `commit` raises.
    """
    state, found, _ = await _lock(run, commits, created={"staged_from": part.source, "staged_parts": 0})
    written = replace(part, parts=part.parts + 1)
    if found == written:
        return state
    if found != part:
        raise StaleRevisionError(commits[0].group_id, base=commits[0].base_revision, current=state.revision)
    return await _write(run, commits, state, staged_parts=written.parts)


async def publish(run: RunCypher, group_id: str, *, readable_from: int) -> int:
    """Make a staged work visible to reads, and return the revision of the work, or 0 if there is no such work."""
    token = token_of(group_id)
    ((published,),) = await run(cypher.PUBLISH, work=work_key(group_id), token=token, readable_from=readable_from)
    if published:
        await run(cypher.LINK_EPISODES, token=token)
    works = works_of(await run(cypher.WORK, work=work_key(group_id)))
    return works[0].revision if works else 0


async def keep(run: RunCypher, group_id: str, *, put: Sequence[Record], remove: Sequence[str]) -> None:
    """Write and delete records of a checkpoint, unless the work is unknown or staged."""
    if not works_of(await run(cypher.WORK, work=work_key(group_id))):
        return
    plan = Plan(group_id, dimension=None)
    for record in put:
        plan.put(record, None, revision=0)
    await write_rows(run, cypher.UPSERT_NODES, plan.rows[cypher.UPSERT_NODES])
    if remove:
        await run(cypher.DELETE_KEPT, keys=keys_of(group_id, Kind.CHECKPOINT, remove))


async def _lock(
    run: RunCypher, commits: Sequence[Changes], *, created: Row
) -> tuple[WorkNode, Staged | None, Mapping[str, int]]:
    """Lock the work until the transaction ends; a new work gets the properties *created*. Return the work's state, and
    what an import has saved of the work (None if it is not staged). The third returned value maps the ids of those
    commits that are stored already to their revisions.
    """
    group = commits[0].group_id
    created = {**owner_properties(group), "uuid": group, **created}
    keys = [_commit_key(one) for one in commits]
    rows = await run(cypher.LOCK_WORK, work=work_key(group), commit_keys=keys, created=created)
    ((row, source, parts, found),) = rows
    staged = None if source is None else Staged(source, parts)
    return work_node(row), staged, {str(commit_id): revision for commit_id, revision in complete(found, 2)}


async def _write(
    run: RunCypher, commits: Sequence[Changes], state: WorkNode, *, staged_parts: int | None = None
) -> WorkNode:
    """Write the records of all commits, the commits themselves, and the state of the work. If *staged_parts* is given,
    the work stays staged, and its episodes are linked only when the work is published. Return the state after the
    commits.

    Nodes that lost all relationships are deleted last, because records of a later commit may need them. Neo4j 2026.08
    fails if MERGE needs a node that the same transaction has deleted.
    """
    group = commits[0].group_id
    dimension, embedder = embedding_dimension(commits, state.dimension)
    plans = [await _write_part(run, part, dimension=dimension) for part in disjoint_parts(commits)]
    loose_names = [key for plan in plans for key in plan.keys[cypher.DELETE_LOOSE_NAMES]]
    await run_for_keys(run, cypher.DELETE_LOOSE_NAMES, loose_names)
    # A relationship that was deleted or moved may leave a placeholder (a node in place of a record that is not stored)
    # that is connected to no record.
    moved = [plan.rows[statement] for plan in plans for statement in cypher.MOVE_RELATIONSHIPS.values()]
    if any(moved) or any(keys for plan in plans for keys in plan.keys.values()):
        await run(cypher.DELETE_LOOSE_PLACEHOLDERS, token=token_of(group))
    if staged_parts is None and any(plan.moves_episodes for plan in plans):
        await run(cypher.LINK_EPISODES, token=token_of(group))
    counts = {kind: state.counts[kind] + sum(plan.counts[kind] for plan in plans) for kind in COUNTED}
    revision = commits[-1].base_revision + 1
    properties: Row = {"revision": revision, "changed_at": commits[-1].at, "dimension": dimension}
    properties |= {"staged_parts": staged_parts} | {name: counts[kind] for kind, name in COUNTED.items()}
    if embedder is not None or commits[0].replaces_vectors:
        properties["embedder"] = embedder
    gone = {number: keys for plan in plans for number, keys in plan.gone.items()}
    rows = [_commit_row(one, gone.get(one.base_revision + 1)) for one in commits]
    await run(cypher.UPDATE_WORK, work=work_key(group), properties=properties, rows=rows)
    return replace(state, revision=revision, dimension=dimension, counts=counts)


def _commit_key(changes: Changes) -> str:
    return key_of(changes.group_id, "commit", changes.commit_id)


def _commit_row(changes: Changes, gone: Sequence[str] | None) -> Row:
    return {
        **owner_properties(changes.group_id),
        "record_key": _commit_key(changes),
        "kind": "commit",
        "told": changes.base_revision + 1,
        "uuid": changes.commit_id,
        "at": changes.at,
        "action": changes.action,
        "gone": gone,
    }


async def _write_part(run: RunCypher, part: Sequence[Changes], *, dimension: int | None) -> Plan:
    # Before the first commit of a work, there is nothing stored that could be read.
    existing = await _existing(run, part) if part[0].base_revision else {}
    plan = plan_of(part, existing, dimension=dimension)
    await write_rows(run, cypher.COPY_TO_HISTORY, plan.rows[cypher.COPY_TO_HISTORY])
    for statement in cypher.DELETIONS:
        await run_for_keys(run, statement, plan.keys[statement])
    for statement in cypher.WRITES:
        await write_rows(run, statement, plan.rows[statement])
    return plan


async def _existing(run: RunCypher, part: Sequence[Changes]) -> dict[RecordKey, Existing]:
    """Return the stored data of the records that the commits add, replace or retire, by kind and id."""
    ids: defaultdict[Kind, list[str]] = defaultdict(list)
    for changes in part:
        for kind, uuid in (*((record.kind, record.uuid) for record in changes.put), *changes.retire):
            ids[kind].append(uuid)
    rows = await run(cypher.EXISTING, asked=asked_for(part[0].group_id, ids))
    return {
        (Kind(kind), uuid): Existing(digest, text, tuple(names or ()), links_of(links))
        for (found,) in rows
        for kind, uuid, digest, text, names, links in complete(found, 3)
    }


async def write_rows(run: RunCypher, statement: str, rows: Sequence[Row]) -> None:
    """Run a Cypher statement for all rows, in batches. Raise IncompleteWriteError if the statement wrote fewer rows
    than *rows*.
    """
    for batch in weighted_batches(rows, weight=weight_of, most=BATCH_WEIGHT):
        ((written,),) = await run(statement, rows=batch)
        if written != len(batch):
            raise IncompleteWriteError(f"{written} of {len(batch)} rows")


def weight_of(row: Row) -> int:
    """Return the weight of a row: 1, plus 1 for every 1,000 characters of texts and items of lists."""
    values = cast("dict[str, str | list[object] | int | None]", row.get("properties") or {}).values()
    return 1 + sum([len(value) for value in values if isinstance(value, str | list)]) // 1_000
