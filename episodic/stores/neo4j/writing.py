"""Saves commits in one transaction: takes the work's lock and looks, then writes."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from uuid import uuid4

from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Record, RecordKey
from episodic.stores.neo4j import committing, cypher, schema
from episodic.stores.neo4j.ahead import Locked, Saved, names_of, put
from episodic.stores.neo4j.columns import items, texts, whole
from episodic.stores.neo4j.committing import (
    BATCH,
    NODES,
    FactRow,
    Written,
    asked,
    batches,
    question,
    weight_of,
    written,
)
from episodic.stores.neo4j.connection import Asking, Rows
from episodic.stores.neo4j.drafts import Drafts
from episodic.stores.neo4j.planning import (
    Looked,
    Plan,
    Stored,
    edges_of,
    is_rewired,
    name_key,
    old_record,
    part_keys,
    places_of,
    plan_of,
    renamed,
    rows_of,
    runs_of,
    stored_of,
    vectors_of,
)
from episodic.stores.neo4j.rows import embedding, numbers_of
from episodic.stores.neo4j.shape import ABSENT, EDGES, LABELS, key_of, parent_of, token_of
from episodic.stores.repeated import made_before

COUNTED = {Kind.PASSAGE: "passages", Kind.ENTITY: "entities", Kind.FACT: "facts"}
"""The work's own counts of its searched records."""

_FEW_PLACES = 20
"""Of more chapters the whole row is linked anew."""
_SENT = 0.001
"""Seconds in which a question is sent to the server, before the time of waiting is used."""
_NEW = (0, None, None, *[0] * len(COUNTED))
"""The state of a work that is not there yet."""


async def commit(
    ask: Asking, row: Sequence[Changes], *, drafts: Drafts, most_exact: int, locked: Locked | None = None
) -> Saved:
    """The revision that the last of *row* makes, or has made before; and the kinds that outgrow so many rows.

    Where the work is *locked* already, what has been written ahead fits the row, of which no two touch one record.

    Raises StaleRevisionError, EmbeddingDimensionError, StoreRefusedError (an id that another revision has) or LostWriteError; the
    transaction must then be taken back.
    """
    revision = 0
    outgrown: Sequence[Kind] = ()
    loose = _Loose()
    for number, run in enumerate(runs_of(row)):
        one = _Run(ask, run, drafts=drafts, row=() if number else row, loose=loose, locked=locked)
        revision = await one.save()
        if one.repeated:
            return revision, ()
        outgrown = one.outgrown(most_exact)
    await _drop(ask, cypher.DROP_LOOSE_NAMES, list(dict.fromkeys(loose.names)))
    if loose.others:
        await ask(cypher.DROP_LOOSE, token=token_of(row[0].group_id))
    return revision, outgrown


async def rehearse(ask: Asking) -> None:
    """Puts the statements of a commit without a row, so that the server has planned them: one just started takes seconds for that.

    The transaction must be taken back.
    """
    nobody = uuid4().hex
    names = {"group_id": nobody, "token": nobody, "work": nobody, "commit_id": nobody}
    await ask(committing.LOCK_AND_LOOK, c={**names, "commits": [nobody]})
    await ask(committing.WRITE, c={**names, "unindexed": {}})


@dataclass(slots=True)
class _Loose:
    """What may hang on nothing any more: the keys of names, and whether there are other nodes.

    It goes when all is written: the current server finds a node that was deleted in the same transaction, and fails over it.
    """

    names: list[str] = field(default_factory=list[str])
    others: bool = False


async def _drop(ask: Asking, text: str, keys: list[str]) -> None:
    if keys:
        await ask(text, keys=keys)


class _Parts:
    """What a commit writes, in parts: the first is packed at once, each other one when it is asked for."""

    def __init__(self, parts: Iterator[Written]) -> None:
        self._parts = parts
        self._first = list(islice(parts, 1))

    def __iter__(self) -> Iterator[Written]:
        return chain(self._first, self._parts)


@dataclass(frozen=True, slots=True)
class _Ready:
    """What is to be written, worked out before any of it is."""

    plan: Plan
    parts: _Parts
    moved_edges: Mapping[Kind, list[FactRow]]
    moved_chapters: list[str]
    is_row_linked_anew: bool


class _Run:
    """Commits on their way that do not touch the same records: looked for and written together. Made anew for each attempt."""

    def __init__(
        self,
        ask: Asking,
        run: Sequence[Changes],
        *,
        drafts: Drafts,
        row: Sequence[Changes],
        loose: _Loose,
        locked: Locked | None,
    ) -> None:
        """*row* are all commits of the transaction where nothing of it has been written yet."""
        self.repeated = False
        """After `save`: whether all of *row* were committed before."""
        self._ask = ask
        self._run = run
        self._drafts = drafts
        self._group = run[0].group_id
        self._names = names_of(self._group)
        self._work = key_of(self._group, "work", self._group)
        self._row = row
        self._loose = loose
        self._locked = locked
        self._rows: dict[Kind, int] = {}
        self._indexed: frozenset[Kind] = frozenset()

    async def save(self) -> int:
        """The revision of the last of them; where all of them were committed before, the one that the last of all made then."""
        base = self._run[0].base_revision
        if self._locked is not None:
            looked = self._looked()
            found = await self._look(batches(looked.rows, BATCH)) if base else ()
            await self._save(self._ready(looked, self._locked.state, found))
            return self._last
        looked = self._looked() if base else Looked()
        ready: _Ready | None = None
        locking = asyncio.create_task(self._lock(looked.rows))
        try:
            if not base:
                # Of a new work nothing is there; if it is, the commit is refused.
                await asyncio.wait((locking,), timeout=_SENT)
                ready = self._ready(Looked(ends=self._ends(self._records())), _NEW, ())
            state, made, found = await locking
        finally:
            locking.cancel()
        before = made_before(self._row or self._run, made, revision=whole(state[0] or 0))
        if before is not None:
            await self._ask(cypher.UNLOCK, work=self._work)
            self.repeated = True
            return before
        await self._save(ready or self._ready(looked, state, found))
        return self._last

    @property
    def _last(self) -> int:
        """The revision that the last of them makes."""
        return self._run[-1].base_revision + 1

    def _looked(self) -> Looked:
        """What is asked for: all that is put or retired, but for what is ahead, and the nodes that something put points at."""
        put = self._records()
        looked = Looked(ends=self._ends(put))
        retired = {key: None for changes in self._run for key in changes.retire if key not in put}
        for key, record in {**retired, **put}.items():
            stage = key[0].value if key[0] in EDGES else NODES
            if record is None:
                stored_key, digest = key_of(self._group, *key), ""
            else:
                stored_key, digest = self._drafts.of(record).key, "" if record.vector is None else record.digest
            looked.keys[stored_key] = key
            looked.rows[stage].append(asked(stored_key, digest=digest))
        looked.rows[NODES] += [asked(key) for key in looked.ends if key not in looked.keys]
        return looked

    def _records(self) -> dict[RecordKey, Record]:
        """What is put and not ahead, by key: of two records under one key the last one counts."""
        put = {(record.kind, record.uuid): record for changes in self._run for record in changes.put}
        return (
            put
            if self._locked is None
            else {key: one for key, one in put.items() if key not in self._locked.ahead.records}
        )

    def _ends(self, put: Mapping[RecordKey, Record]) -> dict[str, str]:
        """The nodes that it points at."""
        return {
            stored: uuid for record in put.values() for stored, (_, uuid) in self._drafts.of(record).targets.items()
        }

    async def _lock(
        self, rows: Mapping[str, Sequence[str]]
    ) -> tuple[Sequence[object], Mapping[str, int], list[Stored]]:
        """Takes the lock; the state of the work, the revisions that were made under these ids, what is there of what is looked for."""
        first, *more = list(batches(rows, BATCH)) or [{}]
        commits = [self._commit(changes.commit_id) for changes in self._row]
        names = {**self._names, "commits": commits, "commit_id": self._run[-1].commit_id}
        ((state, made, found),) = await self._ask(committing.LOCK_AND_LOOK, c={**names, **question(first)})
        known = {str(commit_id): whole(told) for commit_id, told in map(items, items(made))}
        there = [stored_of(items(row)) for row in items(found)]
        return items(state), known, [*there, *await self._look(more)]

    async def _look(self, rows: Iterable[Mapping[str, list[str]]]) -> list[Stored]:
        """What is there of what is looked for."""
        there: list[Stored] = []
        for batch in rows:
            ((found,),) = await self._ask(committing.LOOK, c=question(batch))
            there += [stored_of(items(row)) for row in items(found)]
        return there

    def _commit(self, commit_id: str) -> str:
        return key_of(self._group, "commit", commit_id)

    def _move(self, plan: Plan, *, embedder: str | None) -> dict[str, list[FactRow]]:
        """The work's new revision, and what is noted of each commit."""
        last = self._run[-1]
        fields: FactRow = {"revision": last.base_revision + 1, "changed_at": last.at, "dimension": plan.dimension}
        fields |= {COUNTED[kind]: number for kind, number in self._rows.items()}
        if not self._run[0].base_revision:
            fields["created_at"] = self._run[0].at
        gone: defaultdict[int, list[str]] = defaultdict(list)
        for key, _ in plan.retired:
            if key[0] in SEARCHED:
                gone[plan.revisions[key]].append(f"{key[0]}:{key[1]}")
        commits: list[FactRow] = [
            {
                "record_key": self._commit(changes.commit_id),
                "told": changes.base_revision + 1,
                "uuid": changes.commit_id,
                "at": changes.at,
                "action": changes.action,
                "gone": gone[changes.base_revision + 1],
            }
            for changes in self._run
        ]
        return {"moves": [{"work": self._work, "fields": fields, "embedder": embedder}], "commits": commits}

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
        """The kinds of which there are more than *limit* and that are not indexed yet; after `save`."""
        return [kind for kind in COUNTED if self._rows.get(kind, 0) > limit and kind not in self._indexed]

    async def _put(self, text: str, rows: list[FactRow]) -> None:
        for start in range(0, len(rows), BATCH):
            await self._ask(text, rows=rows[start : start + BATCH])

    def _ready(self, looked: Looked, state: Sequence[object], found: Sequence[Stored]) -> _Ready:
        """What the commits come to, from the work's *state* and what was *found* of what is looked for."""
        _, dimension, indexed, *counts = state
        length, embedder = vectors_of(self._run, dimension if isinstance(dimension, int) else None)
        stored = {looked.keys[row.key]: row for row in found if row.key in looked.keys and row.kind != ABSENT}
        there = frozenset(row.key for row in found)
        if self._locked is not None:
            there |= self._locked.ahead.absent
        plan = plan_of(self._run, stored, drafts=self._drafts, there=there, dimension=length)
        if self._locked is not None:
            plan.written = self._locked.ahead.ids
        self._rows = {kind: whole(number or 0) for kind, number in zip(COUNTED, counts, strict=True)}
        self._indexed = frozenset(Kind(name) for name in texts(indexed))
        self._count(plan)
        places, moved = places_of(plan)
        more = {"places": places if len(places) <= _FEW_PLACES else [], **self._move(plan, embedder=embedder)}
        edges = {kind: edges_of(plan, kind) for kind in EDGES}
        rows = rows_of(plan, edges, ends=looked.ends) | more
        return _Ready(
            plan=plan,
            parts=_Parts(written(part) for part in batches(rows, BATCH, weight_of)),
            moved_edges={kind: found.moved for kind, found in edges.items()},
            moved_chapters=moved,
            is_row_linked_anew=len(places) > _FEW_PLACES,
        )

    async def _save(self, ready: _Ready) -> None:
        plan = ready.plan
        rewired = [
            old_record((record.kind, record.uuid), old)
            for record, old in plan.put
            if old is not None and is_rewired(record, old)
        ]
        gone = [old_record(key, old) for key, old in plan.retired]
        await self._keep_history(plan)
        await self._take_away(plan, gone, rewired)
        await _drop(self._ask, cypher.UNCHAIN, ready.moved_chapters)
        # What the index held of an older vector goes with it.
        unindexed = {} if plan.dimension is None else {embedding(plan.dimension): None}
        names = {**self._names, "unindexed": unindexed, "revision": self._last}
        for part in ready.parts:
            await put(self._ask, part, names)
        for kind, rows in ready.moved_edges.items():
            await self._put(cypher.MOVE_EDGES[kind], rows)
        if ready.is_row_linked_anew:
            await self._chain_all()
        dropped = [name for _, old in renamed(plan) if old is not None for name in old.keys]
        dropped += [name for one in gone for name in one.keys]
        self._loose.names += [name_key(plan, name) for name in dict.fromkeys(dropped)]
        self._loose.others = self._loose.others or bool(gone or rewired)
        await self._index(plan)

    async def _keep_history(self, plan: Plan) -> None:
        replaced = [(record.kind, record.uuid) for record, old in plan.put if old is not None]
        keys = [key for key in (*replaced, *(key for key, _ in plan.retired)) if key[0] in ASSERTED]
        rows: list[FactRow] = [
            {"key": plan.key(key), "as": key_of(self._group, "retired", *key, revision), "revision": revision}
            for key in keys
            for revision in (plan.revisions[key],)
        ]
        await self._put(cypher.KEEP_HISTORY, rows)

    async def _take_away(self, plan: Plan, gone: list[Record], rewired: list[Record]) -> None:
        """Retired relationships, then retired nodes; and what changed records pointed at before."""
        for kind in EDGES:
            await _drop(
                self._ask, cypher.RETIRE_EDGES[kind], [plan.key((kind, one.uuid)) for one in gone if one.kind is kind]
            )
        facts = [record for record in (*gone, *rewired) if record.kind is Kind.FACT]
        await _drop(self._ask, cypher.DROP_PARTS, [key for fact in facts for key in part_keys(plan, fact)])
        held = [record for record in rewired if parent_of(record) is not None]
        await _drop(self._ask, cypher.DROP_PARENTS, [plan.key((one.kind, one.uuid)) for one in held])
        await _drop(
            self._ask, cypher.RETIRE_NODES, [plan.key((one.kind, one.uuid)) for one in gone if one.kind in LABELS]
        )

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


def _neighbours(rows: Rows) -> list[list[object]]:
    """Each chapter's key with that of the next one of its layer, from (layer, told, id, key)."""
    placed = sorted((str(layer), whole(told), str(uuid), str(key)) for layer, told, uuid, key in rows)
    return [[one[3], after[3]] for one, after in pairwise(placed) if one[0] == after[0]]
