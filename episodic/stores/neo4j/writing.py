"""Saves one commit in one transaction: takes the work's lock and looks, then writes."""

from collections.abc import Sequence
from itertools import pairwise

from episodic.errors import StaleRevisionError
from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Record, RecordKey
from episodic.stores.neo4j import committing, cypher, schema
from episodic.stores.neo4j.columns import items, raw_or_none, text_or_none, texts, whole
from episodic.stores.neo4j.committing import NODES, FactRow, batches
from episodic.stores.neo4j.connection import Asking, Rows
from episodic.stores.neo4j.planning import (
    Looked,
    Plan,
    Stored,
    dimension_of,
    edges_of,
    is_rewired,
    name_key,
    name_rows,
    nodes_of,
    old_record,
    parent_rows,
    part_keys,
    part_rows,
    places_of,
    plan_of,
    pointed_at,
)
from episodic.stores.neo4j.rows import numbers_of
from episodic.stores.neo4j.shape import ABSENT, EDGES, LABELS, key_of, parent_of, token_of

COUNTED = {Kind.PASSAGE: "passages", Kind.ENTITY: "entities", Kind.FACT: "facts"}
"""The work's own counts of its searched records."""

_BATCH = 2_000
"""Rows a statement takes; more of them are put in several."""
_FEW_PLACES = 20
"""Of more chapters the whole row is linked anew."""


class Commit:
    """One commit on its way. Made anew for each attempt."""

    def __init__(self, ask: Asking, changes: Changes) -> None:
        self._ask = ask
        self._changes = changes
        self._revision = changes.base_revision + 1
        group = changes.group_id
        self._names: dict[str, object] = {"group_id": group, "token": token_of(group)}
        self._work = key_of(group, "work", group)
        self._commit = key_of(group, "commit", changes.commit_id)
        self._rows: dict[Kind, int] = {}
        self._indexed: frozenset[Kind] = frozenset()

    async def run(self) -> int:
        """The new revision, or the one that this `commit_id` made before.

        Raises StaleRevisionError or EmbeddingDimensionError; the transaction must then be taken back.
        """
        changes = self._changes
        looked = self._looked()
        state, found = await self._lock(looked)
        revision, dimension, made, indexed, *rows = state
        if isinstance(made, int):
            await self._ask(cypher.UNLOCK, work=self._work)
            return made
        if revision != changes.base_revision:
            current = revision if isinstance(revision, int) else 0
            raise StaleRevisionError(changes.group_id, base=changes.base_revision, current=current)
        known = dimension if isinstance(dimension, int) else None
        length = dimension_of(changes, known)
        stored = {looked.keys[row.key]: row for row in found if row.key in looked.keys and row.kind != ABSENT}
        plan = plan_of(changes, stored, there=frozenset(row.key for row in found), dimension=known or length)
        self._rows = {kind: whole(number or 0) for kind, number in zip(COUNTED, rows, strict=True)}
        self._indexed = frozenset(Kind(name) for name in texts(indexed))
        self._count(plan)
        embedder = changes.embedder if length is not None and known is None else None
        await self._save(plan, self._move(plan, embedder=embedder))
        await self._index(plan)
        return self._revision

    def _looked(self) -> Looked:
        """What is asked for: all that is put or retired, and the nodes that something put points at."""
        changes, group = self._changes, self._changes.group_id
        asked: dict[RecordKey, Record | None] = dict.fromkeys(changes.retire)
        asked |= {(record.kind, record.uuid): record for record in changes.put}
        looked = Looked({key_of(group, *key): key for key in asked})
        for stored_key, key in looked.keys.items():
            stage = key[0].value if key[0] in EDGES else NODES
            looked.rows[stage].append(_asked(asked[key], stored_key=stored_key))
        looked.rows[NODES] += [
            _asked(None, stored_key=key) for key in pointed_at(group, changes.put) if key not in looked.keys
        ]
        return looked

    async def _lock(self, looked: Looked) -> tuple[Sequence[object], list[Stored]]:
        """Takes the lock; the state of the work, and what is there of what is looked for."""
        first, *more = list(batches(looked.rows, _BATCH)) or [{}]
        names = {**self._names, "work": self._work, "commit": self._commit, "commit_id": self._changes.commit_id}
        ((state, found),) = await self._ask(committing.LOCK_AND_LOOK, c={**names, "at": self._changes.at, **first})
        rows = list(items(found))
        for batch in more:
            ((found,),) = await self._ask(committing.LOOK, c=batch)
            rows += items(found)
        return items(state), [_stored_of(items(row)) for row in rows]

    def _move(self, plan: Plan, *, embedder: str | None) -> FactRow:
        """The work's new revision, and what is noted of the commit."""
        changes = self._changes
        fields: FactRow = {"revision": self._revision, "changed_at": changes.at, "dimension": plan.dimension}
        fields |= {COUNTED[kind]: number for kind, number in self._rows.items()}
        commit: FactRow = {
            "group_id": changes.group_id,
            "group_token": self._names["token"],
            "record_key": self._commit,
            "kind": "commit",
            "told": self._revision,
            "uuid": changes.commit_id,
            "at": changes.at,
            "action": changes.action,
            "gone": [f"{kind}:{uuid}" for (kind, uuid), _ in plan.retired if kind in SEARCHED],
        }
        return {"work": self._work, "fields": fields, "embedder": embedder, "commit": commit}

    def _count(self, plan: Plan) -> None:
        """Counts the searched records."""
        for record, old in plan.put:
            if record.kind in COUNTED and old is None:
                self._rows[record.kind] += 1
        for (kind, _), _ in plan.retired:
            if kind in COUNTED:
                self._rows[kind] -= 1

    async def _index(self, plan: Plan) -> None:
        """Hands new vectors to the index where the work has outgrown exact search."""
        if plan.dimension is None:
            return
        for kind in self._indexed:
            records = [*(record for record, _ in plan.of(kind)), *(one for one in plan.embedded if one.kind is kind)]
            rows: list[FactRow] = [
                {"key": plan.key((kind, record.uuid)), "numbers": numbers}
                for record in records
                if record.vector is not None and (numbers := numbers_of(record.vector)) is not None
            ]
            await self._put(schema.set_numbers(kind, plan.dimension), rows)

    def outgrown(self, limit: int) -> list[Kind]:
        """The kinds of which there are more than *limit* and that are not indexed yet; after `run`."""
        return [kind for kind in COUNTED if self._rows.get(kind, 0) > limit and kind not in self._indexed]

    async def _put(self, text: str, rows: list[FactRow], **parameters: object) -> None:
        for start in range(0, len(rows), _BATCH):
            await self._ask(text, rows=rows[start : start + _BATCH], **parameters)

    async def _drop(self, text: str, keys: list[str]) -> None:
        if keys:
            await self._ask(text, keys=keys)

    async def _save(self, plan: Plan, move: FactRow) -> None:
        rewired = [
            old_record((record.kind, record.uuid), old)
            for record, old in plan.put
            if old is not None and is_rewired(record, old)
        ]
        gone = [old_record(key, old) for key, old in plan.retired]
        await self._keep_history(plan)
        await self._take_away(plan, gone, rewired)
        places, moved = places_of(plan)
        is_few = len(places) <= _FEW_PLACES
        await self._drop(cypher.UNCHAIN, moved)
        nodes = nodes_of(plan, revision=self._revision)
        edges = {kind: edges_of(plan, kind, revision=self._revision) for kind in EDGES}
        facts = [record for record, old in plan.of(Kind.FACT) if old is None or is_rewired(record, old)]
        renamed = [(record, old) for record, old in plan.of(Kind.ENTITY) if old is None or old.keys != record.keys]
        stages: dict[str, list[FactRow]] = {
            "made": nodes.made,
            "changed": nodes.kept,
            "unnamed": [{"key": plan.key((Kind.ENTITY, one.uuid))} for one, old in renamed if old is not None],
            "named": name_rows(plan, [record for record, _ in renamed]),
            "held": parent_rows(plan),
            "joined": [row for kind in EDGES for row in edges[kind].made],
            **{f"set_{kind}": edges[kind].kept for kind in EDGES},
            "places": places if is_few else [],
            "moves": [move],
        }
        stages["joined"] += part_rows(plan, facts)
        for batch in batches(stages, _BATCH):
            await self._ask(committing.WRITE, c={**self._names, **batch})
        for kind in EDGES:
            await self._put(cypher.MOVE_EDGES[kind], edges[kind].moved)
        if not is_few:
            await self._chain_all()
        dropped = [name for _, old in renamed if old is not None for name in old.keys]
        dropped += [name for one in gone for name in one.keys]
        await self._drop(cypher.DROP_LOOSE_NAMES, [name_key(plan, name) for name in dict.fromkeys(dropped)])
        if gone or rewired:
            await self._ask(cypher.DROP_LOOSE, token=self._names["token"])

    async def _keep_history(self, plan: Plan) -> None:
        replaced = [(record.kind, record.uuid) for record, old in plan.put if old is not None]
        keys = [key for key in (*replaced, *(key for key, _ in plan.retired)) if key[0] in ASSERTED]
        group = self._changes.group_id
        rows: list[FactRow] = [
            {"key": plan.key(key), "as": key_of(group, "retired", key[0], key[1], self._revision)} for key in keys
        ]
        await self._put(cypher.KEEP_HISTORY, rows, revision=self._revision)

    async def _take_away(self, plan: Plan, gone: list[Record], rewired: list[Record]) -> None:
        """Retired relationships, then retired nodes; and what changed records pointed at before."""
        for kind in EDGES:
            await self._drop(
                cypher.RETIRE_EDGES[kind], [plan.key((kind, one.uuid)) for one in gone if one.kind is kind]
            )
        facts = [record for record in (*gone, *rewired) if record.kind is Kind.FACT]
        await self._drop(cypher.DROP_PARTS, [key for fact in facts for key in part_keys(plan, fact)])
        held = [record for record in rewired if parent_of(record) is not None]
        await self._drop(cypher.DROP_PARENTS, [plan.key((one.kind, one.uuid)) for one in held])
        await self._drop(cypher.RETIRE_NODES, [plan.key((one.kind, one.uuid)) for one in gone if one.kind in LABELS])

    async def _chain_all(self) -> None:
        """Links the whole row of chapters anew."""
        rows = await self._ask(cypher.EPISODES, token=self._names["token"])
        await self._ask(cypher.RECHAIN, pairs=_neighbours(rows))


async def compact(ask: Asking, group_id: str, *, keep: int) -> int:
    """Lets go of history that ended before revision *keep*; how many retired records went."""
    rows = await ask(cypher.READABLE_FROM, work=key_of(group_id, "work", group_id), keep=keep)
    if not rows:
        return 0
    ((number,),) = await ask(cypher.DROP_HISTORY, token=token_of(group_id), keep=whole(rows[0][0]))
    return whole(number)


def _asked(record: Record | None, *, stored_key: str) -> FactRow:
    return {
        "key": stored_key,
        "vectored": record is not None and record.vector is not None,
        "digest": "" if record is None else record.digest,
    }


def _stored_of(answer: Sequence[object]) -> Stored:
    key, kind, digest, told, text, keys, links, layer, vector = answer
    return Stored(
        key=str(key),
        kind=str(kind),
        digest=text_or_none(digest) or "",
        told=whole(told),
        text=text_or_none(text),
        keys=texts(keys),
        links=texts(links),
        layer=text_or_none(layer) or "",
        vector=raw_or_none(vector),
    )


def _neighbours(rows: Rows) -> list[list[object]]:
    """Each chapter's key with that of the next one of its layer, from (layer, told, id, key)."""
    placed = sorted((str(layer), whole(told), str(uuid), str(key)) for layer, told, uuid, key in rows)
    return [[one[3], after[3]] for one, after in pairwise(placed) if one[0] == after[0]]
