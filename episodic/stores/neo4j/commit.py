"""Commits to Neo4j: one transaction locks the work, reads the stored records, and writes the changes.

What changes in the graph is computed by the module `planning`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from episodic.model.records import Changes, Kind, RecordKey, Staged
from episodic.stores.idempotency import made_before
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import RunCypher, complete, run_for_keys
from episodic.stores.neo4j.errors import IncompleteWriteError
from episodic.stores.neo4j.graph_model import TYPES, asked_for, key_of, links_of, owner_properties, token_of, work_key
from episodic.stores.neo4j.planning import Existing, Plan, disjoint_parts, embedding_dimension, plan_of
from episodic.stores.neo4j.rows import COUNTED, Row, WorkNode, work_node
from episodic.stores.validation import refuse_staged
from episodic.weighted_batches import weighted_batches

BATCH_WEIGHT = 2_000
"""The maximum total weight of the rows that one Cypher statement writes (see `weight_of`). The server keeps several
copies of a running statement's parameters.
"""
_CHARACTERS = 1_000
"""How many characters of a text, or numbers of an embedding, add 1 to the weight of a row."""


async def commit(run: RunCypher, commits: Sequence[Changes]) -> WorkNode:
    """Write successive commits of one work in the given transaction, or nothing if the database has them already.
    Return the state of the work, with the revision of the last of the commits.

    Raise StaleRevisionError, EmbeddingDimensionError, StoreRefusedError (another revision has the commit's id, or an
    import of the work is not complete) or IncompleteWriteError, after which the transaction must be rolled back.
    """
    writer = Writer(run, commits)
    state, staged, made = await writer.lock()
    if staged is not None:
        refuse_staged(commits[0].group_id)
    before = made_before(commits, made, revision=state.revision)
    if before is not None:
        return replace(state, revision=before)
    if commits[0].replaces_vectors and state.dimension is not None:
        await writer.remove_vectors(state.dimension)
    properties: Row = {"changed_at": commits[-1].at}
    if not commits[0].base_revision:
        properties["created_at"] = commits[0].at
    if commits[0].replaces_vectors:
        properties["embedder"] = None
    return await writer.write(state, properties, link_episodes=True)


class Writer:
    """Runs the Cypher statements that write the commits of one work in one transaction."""

    def __init__(self, run: RunCypher, commits: Sequence[Changes]) -> None:
        self._run = run
        self._commits = commits
        self._group = commits[0].group_id
        self._work = work_key(self._group)
        self._token = token_of(self._group)
        self._owner = owner_properties(self._group)

    async def lock(self, *, staged_from: str | None = None) -> tuple[WorkNode, Staged | None, Mapping[str, int]]:
        """Lock the work until the transaction ends. A work that does not exist is created, as a staged work if
        *staged_from* is given.

        Return the work's state, what an import has saved of it (None if it is not staged), and the revisions, by commit
        id, of those commits that are stored already.
        """
        created: Row = {**self._owner, "uuid": self._group}
        if staged_from is not None:
            created |= {"staged_from": staged_from, "staged_parts": 0}
        keys = [self._commit_key(one) for one in self._commits]
        ((row, source, parts, found),) = await self._run(
            cypher.LOCK_WORK, work=self._work, commit_keys=keys, created=created
        )
        staged = None if source is None else Staged(source, parts)
        made = {str(commit_id): revision for commit_id, revision in complete(found, 2)}
        return work_node(row) or WorkNode(0, None, "", {}), staged, made

    async def write(self, state: WorkNode, properties: Row, *, link_episodes: bool = False) -> WorkNode:
        """Write the records of all commits, the commits themselves, and the state of the work with further *properties*
        of the work's node. Return the state of the work after the commits.

        Nodes that lost all relationships are deleted last, because records of a later commit may need them, and Neo4j
        2026.08 fails if MERGE needs a node that the same transaction has deleted.
        """
        dimension, embedder = embedding_dimension(self._commits, state.dimension)
        plans = [await self._write_part(part, dimension=dimension) for part in disjoint_parts(self._commits)]
        await run_for_keys(self._run, cypher.DELETE_LOOSE_NAMES, [key for plan in plans for key in plan.loose_names])
        if any(plan.may_loosen for plan in plans):
            await self._run(cypher.DELETE_LOOSE_PLACEHOLDERS, token=self._token)
        if link_episodes and any(plan.moves_episodes for plan in plans):
            await self._run(cypher.LINK_EPISODES, token=self._token)
        counts = {kind: state.counts.get(kind, 0) + sum(plan.counts[kind] for plan in plans) for kind in COUNTED}
        revision = self._commits[-1].base_revision + 1
        properties |= {"revision": revision, "dimension": dimension}
        properties |= {name: counts[kind] for kind, name in COUNTED.items()}
        if embedder is not None:
            properties["embedder"] = embedder
        gone = {number: keys for plan in plans for number, keys in plan.gone.items()}
        rows = [self._commit_row(one, gone.get(one.base_revision + 1)) for one in self._commits]
        await self._run(cypher.UPDATE_WORK, work=self._work, properties=properties, rows=rows)
        return replace(state, revision=revision, dimension=dimension, counts=counts)

    def _commit_key(self, changes: Changes) -> str:
        return key_of(self._group, "commit", changes.commit_id)

    def _commit_row(self, changes: Changes, gone: Sequence[str] | None) -> Row:
        return {
            **self._owner,
            "record_key": self._commit_key(changes),
            "kind": "commit",
            "told": changes.base_revision + 1,
            "uuid": changes.commit_id,
            "at": changes.at,
            "action": changes.action,
            "gone": gone,
        }

    async def remove_vectors(self, dimension: int) -> None:
        """Remove the embeddings of all searched records of the work. The records get a new revision, by which other
        clients notice that their cached vectors are out of date.
        """
        revision = self._commits[0].base_revision + 1
        for kind in COUNTED:
            await self._run(cypher.remove_vectors(kind, dimension), token=self._token, revision=revision)

    async def _write_part(self, part: Sequence[Changes], *, dimension: int | None) -> Plan:
        # Before the first commit of a work, there is nothing stored that could be read.
        existing = await self._existing(part) if part[0].base_revision else {}
        plan = plan_of(part, existing, dimension=dimension)
        await write_rows(self._run, "history copies", cypher.COPY_TO_HISTORY, plan.history)
        for type_, keys in plan.dropped.items():
            await run_for_keys(self._run, cypher.DELETE_RELATIONSHIPS[type_], keys)
        await run_for_keys(self._run, cypher.DETACH_NODES, plan.detached)
        await run_for_keys(self._run, cypher.RETIRE_NODES, plan.retired_nodes)
        await write_rows(self._run, "nodes", cypher.UPSERT_NODES, plan.nodes)
        await write_rows(self._run, "missing nodes", cypher.CREATE_MISSING_NODES, [*plan.missing.values()])
        await write_rows(self._run, "relationships", cypher.CREATE_RELATIONSHIPS, plan.relationships)
        for kind, type_ in TYPES.items():
            await write_rows(self._run, f"{kind} relationships", cypher.UPDATE_RELATIONSHIPS[type_], plan.updated[kind])
            await write_rows(self._run, f"{kind} relationships", cypher.MOVE_RELATIONSHIPS[type_], plan.moved[kind])
        return plan

    async def _existing(self, part: Sequence[Changes]) -> dict[RecordKey, Existing]:
        """Return the stored data of the records that the commits add, replace or retire, by kind and id."""
        ids: defaultdict[Kind, list[str]] = defaultdict(list)
        for changes in part:
            for kind, uuid in (*((record.kind, record.uuid) for record in changes.put), *changes.retire):
                ids[kind].append(uuid)
        rows = await self._run(cypher.EXISTING, asked=asked_for(self._group, ids))
        return {
            (Kind(kind), uuid): Existing(digest, text, tuple(names or ()), links_of(links))
            for (found,) in rows
            for kind, uuid, digest, text, names, links in complete(found, 3)
        }


async def write_rows(run: RunCypher, what: str, query: str, rows: Sequence[Row]) -> None:
    """Run a Cypher statement for all rows, in batches. Raise IncompleteWriteError if it wrote fewer rows."""
    for batch in weighted_batches(rows, weight=weight_of, most=BATCH_WEIGHT):
        ((written,),) = await run(query, rows=batch)
        if written != len(batch):
            raise IncompleteWriteError(f"{written} of {len(batch)} {what}")


def weight_of(row: Row) -> int:
    """Return the weight of a row: 1, plus 1 for every 1,000 characters of texts and items of lists."""
    properties = row.get("properties")
    if not isinstance(properties, dict):
        return 1
    values = cast("dict[str, str | list[object] | int | None]", properties).values()
    return 1 + sum([len(value) for value in values if isinstance(value, str | list)]) // _CHARACTERS
