"""Writes to Neo4j outside of commits: the parts of an import, and the records of a checkpoint."""

from collections.abc import Sequence
from dataclasses import replace

from episodic.errors import StaleRevisionError
from episodic.model.records import Changes, Kind, Record, Staged
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.commit import Writer, write_rows
from episodic.stores.neo4j.connection import RunCypher
from episodic.stores.neo4j.graph_model import keys_of, token_of, work_key
from episodic.stores.neo4j.planning import Plan
from episodic.stores.neo4j.reading import works_of
from episodic.stores.neo4j.rows import WorkNode


async def stage(run: RunCypher, part: Staged, commits: Sequence[Changes]) -> WorkNode:
    """Write the changes as the next part of a staged work, or nothing if this part was the last one written.

    Raise StaleRevisionError, EmbeddingDimensionError or IncompleteWriteError, after which the transaction must be
    rolled back.
    """
    writer = Writer(run, commits)
    state, found, _ = await writer.lock(staged_from=part.source)
    written = replace(part, parts=part.parts + 1)
    if found == written:
        return state
    if found != part:
        raise StaleRevisionError(commits[0].group_id, base=commits[0].base_revision, current=state.revision)
    return await writer.write(state, {"staged_parts": written.parts})


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
    await write_rows(run, "checkpoint", cypher.UPSERT_NODES, plan.nodes)
    if remove:
        await run(cypher.DELETE_KEPT, keys=keys_of(group_id, Kind.CHECKPOINT, remove))
