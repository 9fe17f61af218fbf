"""Saves one commit in one transaction: takes the work's lock, looks, then writes in a few statements."""

from itertools import pairwise

from episodic.errors import StaleRevisionError
from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Record, RecordKey
from episodic.stores.neo4j import cypher, schema
from episodic.stores.neo4j.columns import raw_or_none, text_or_none, texts, whole
from episodic.stores.neo4j.connection import Asking, Rows
from episodic.stores.neo4j.planning import (
    FactRow,
    Plan,
    Stored,
    dimension_of,
    edges_of,
    is_rewired,
    name_key,
    nodes_of,
    old_record,
    part_keys,
    part_rows,
    plan_of,
    pointed_at,
)
from episodic.stores.neo4j.rows import numbers_of, readable
from episodic.stores.neo4j.shape import EDGES, LABELS, key_of, parent_of, token_of

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
        await self._ask(cypher.LOCK, **self._names, work=self._work, at=changes.at, commit_id=changes.commit_id)
        (state,) = await self._ask(cypher.STATE, work=self._work, commit=self._commit)
        revision, dimension, made, indexed, *rows = state
        if isinstance(made, int):
            await self._ask(cypher.UNLOCK, work=self._work)
            return made
        if revision != changes.base_revision:
            current = revision if isinstance(revision, int) else 0
            raise StaleRevisionError(changes.group_id, base=changes.base_revision, current=current)
        known = dimension if isinstance(dimension, int) else None
        found = dimension_of(changes, known)
        plan = plan_of(changes, await self._stored(), dimension=known or found)
        self._rows = {kind: whole(number or 0) for kind, number in zip(COUNTED, rows, strict=True)}
        self._indexed = frozenset(Kind(name) for name in texts(indexed))
        await self._save(plan)
        await self._index(plan)
        embedder = changes.embedder if found is not None and known is None else None
        await self._move(plan, embedder=embedder)
        return self._revision

    async def _move(self, plan: Plan, *, embedder: str | None) -> None:
        changes = self._changes
        await self._ask(
            cypher.MOVE,
            **self._names,
            work=self._work,
            commit=self._commit,
            commit_id=changes.commit_id,
            revision=self._revision,
            at=changes.at,
            action=changes.action,
            dimension=plan.dimension,
            embedder=embedder,
            **{f"{COUNTED[kind]}": number for kind, number in self._rows.items()},
            gone=[f"{kind}:{uuid}" for (kind, uuid), _ in plan.retired if kind in SEARCHED],
        )

    async def _index(self, plan: Plan) -> None:
        """Counts the searched records, and hands new vectors to the index where the work has outgrown exact search."""
        for record, old in plan.put:
            if record.kind in COUNTED and old is None:
                self._rows[record.kind] += 1
        for (kind, _), _ in plan.retired:
            if kind in COUNTED:
                self._rows[kind] -= 1
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

    async def _stored(self) -> dict[RecordKey, Stored]:
        """What is there of all that is put or retired."""
        asked: dict[RecordKey, Record | None] = dict.fromkeys(self._changes.retire)
        asked |= {(record.kind, record.uuid): record for record in self._changes.put}
        group = self._changes.group_id
        by_key = {key_of(group, *key): key for key in asked}
        found: dict[RecordKey, Stored] = {}
        for kinds, question in (
            (frozenset(LABELS), cypher.STORED_NODES),
            *((frozenset({kind}), cypher.STORED_EDGES[kind]) for kind in EDGES),
        ):
            rows: list[FactRow] = [
                _asked(key, record, stored_key=stored_key)
                for stored_key, key in by_key.items()
                if key[0] in kinds
                for record in (asked[key],)
            ]
            for start in range(0, len(rows), _BATCH):
                for answer in await self._ask(question, rows=rows[start : start + _BATCH]):
                    found[by_key[str(answer[0])]] = _stored_of(answer)
        return found

    async def _put(self, text: str, rows: list[FactRow], **parameters: object) -> None:
        for start in range(0, len(rows), _BATCH):
            await self._ask(text, rows=rows[start : start + _BATCH], **parameters)

    async def _drop(self, text: str, keys: list[str]) -> None:
        if keys:
            await self._ask(text, keys=keys)

    async def _save(self, plan: Plan) -> None:
        rewired = [
            old_record((record.kind, record.uuid), old)
            for record, old in plan.put
            if old is not None and is_rewired(record, old)
        ]
        gone = [old_record(key, old) for key, old in plan.retired]
        await self._keep_history(plan)
        await self._take_away(plan, gone, rewired)
        for kind in LABELS:
            await self._put(cypher.PUT_NODES[kind], nodes_of(plan, kind, revision=self._revision), **self._names)
        await self._name(plan, gone)
        await self._put(
            cypher.PUT_ENDS, [{"key": key, "uuid": uuid} for key, uuid in pointed_at(plan).items()], **self._names
        )
        await self._connect(plan)
        await self._chain(plan)
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

    async def _name(self, plan: Plan, gone: list[Record]) -> None:
        """Entities by their exact keys."""
        renamed = [(record, old) for record, old in plan.of(Kind.ENTITY) if old is None or old.keys != record.keys]
        await self._drop(
            cypher.DROP_NAMED, [plan.key((Kind.ENTITY, record.uuid)) for record, old in renamed if old is not None]
        )
        rows: list[FactRow] = [
            {"key": plan.key((Kind.ENTITY, record.uuid)), "name_key": name_key(plan, name), "name": name}
            for record, _ in renamed
            for name in dict.fromkeys(record.keys)
        ]
        await self._put(cypher.PUT_NAMED, rows, **self._names)
        dropped = [name for _, old in renamed if old is not None for name in old.keys]
        dropped += [name for one in gone for name in one.keys]
        await self._drop(cypher.DROP_LOOSE_NAMES, [name_key(plan, name) for name in dict.fromkeys(dropped)])

    async def _connect(self, plan: Plan) -> None:
        """What stands in what, facts, mentions, and who else takes part."""
        for kind, text in cypher.PUT_PARENTS.items():
            rows: list[FactRow] = [
                {"key": plan.key((kind, record.uuid)), "parent": plan.key(parent)}
                for record, old in plan.of(kind)
                if old is None or is_rewired(record, old)
                for parent in (parent_of(record),)
                if parent is not None
            ]
            await self._put(text, rows)
        for kind in EDGES:
            edges = edges_of(plan, kind, revision=self._revision)
            await self._put(cypher.ADD_EDGES[kind], edges.added, **self._names)
            await self._put(cypher.SET_EDGES[kind], edges.kept)
            await self._put(cypher.MOVE_EDGES[kind], edges.moved)
        facts = [record for record, old in plan.of(Kind.FACT) if old is None or is_rewired(record, old)]
        await self._put(cypher.PUT_PARTS, part_rows(plan, facts), **self._names)

    async def _chain(self, plan: Plan) -> None:
        """Chapters beside those that came, went or moved get their new neighbours."""
        places: list[FactRow] = []
        moved: list[str] = []
        for record, old in plan.of(Kind.EPISODE):
            layer = readable(record)["layer"]
            if old is not None and (old.told, old.layer) == (record.told, layer):
                continue
            places.append({"told": record.told, "uuid": record.uuid, "layer": layer})
            if old is not None:
                moved.append(plan.key((Kind.EPISODE, record.uuid)))
                places.append({"told": old.told, "uuid": record.uuid, "layer": old.layer})
        for (kind, uuid), old in plan.retired:
            if kind is Kind.EPISODE:
                places.append({"told": old.told, "uuid": uuid, "layer": old.layer})
        if not places:
            return
        await self._drop(cypher.UNCHAIN, moved)
        if len(places) > _FEW_PLACES:
            rows = await self._ask(cypher.EPISODES, token=self._names["token"])
            pairs = _neighbours(rows)
        else:
            pairs = await self._ask(cypher.CHAIN, places=places, token=self._names["token"])
        await self._ask(cypher.RECHAIN, pairs=pairs)


async def compact(ask: Asking, group_id: str, *, keep: int) -> int:
    """Lets go of history that ended before revision *keep*; how many retired records went."""
    rows = await ask(cypher.READABLE_FROM, work=key_of(group_id, "work", group_id), keep=keep)
    if not rows:
        return 0
    ((number,),) = await ask(cypher.DROP_HISTORY, token=token_of(group_id), keep=whole(rows[0][0]))
    return whole(number)


def _asked(key: RecordKey, record: Record | None, *, stored_key: str) -> FactRow:
    return {
        "key": stored_key,
        "kind": key[0].value,
        "vectored": record is not None and record.vector is not None,
        "digest": "" if record is None else record.digest,
    }


def _stored_of(answer: list[object]) -> Stored:
    _, digest, told, text, keys, links, layer, vector = answer
    return Stored(
        digest=str(digest),
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
