"""An imported work into a store: its commits made again one by one, the last with everything that is derived."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.errors import EmbedderMismatchError, InputError
from episodic.model.asserted import Act, Judgement
from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading
from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Record, RecordKey, Work, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.deriving.recorder import embedded
from episodic.pipeline.deriving.records_of import record_of
from episodic.pipeline.exchange.importing import Imported
from episodic.pipeline.placing import VectorsOf
from episodic.pipeline.work.settling import Answers
from episodic.pipeline.work.state import Workbench
from episodic.ports import Embedder, GraphStore


@dataclass(frozen=True, slots=True)
class Restored:
    """An import's answer: the work's revision, and whether anything had to be written for it."""

    revision: int
    changed: bool


async def restore(store: GraphStore, found: Imported, *, embedder: Embedder, vectors_of: VectorsOf) -> Restored:
    """Write the imported work. An import that was interrupted goes on where it was; one of what is there changes nothing.

    Raises InputError if the store has another work of that name, or an older state of this one, EmbedderMismatchError,
    StoreError. Unless the process dies, a failed import leaves nothing.
    """
    if found.embedder is not None and found.embedder != embedder.name:
        raise EmbedderMismatchError(found.embedder, embedder.name)
    work = await store.work(found.group_id)
    if work is not None and await _is_there(store, found, work):
        cut = work.readable_from < found.readable_from
        if cut:
            await store.compact(found.group_id, keep=found.readable_from)
        return Restored(work.revision, changed=cut)
    records = await _derived(found, embedder=embedder, vectors_of=vectors_of)
    done = False
    try:
        for changes in _commits(found, records):
            await store.commit(changes)
        await store.compact(found.group_id, keep=found.readable_from)
        done = True
    finally:
        if not done:
            await store.delete(found.group_id)
    return Restored(len(found.commits), changed=True)


async def _is_there(store: GraphStore, found: Imported, work: Work) -> bool:
    """Whether all its commits are there; False where an import that was interrupted left its beginning. Raises InputError."""
    there = [one.commit_id for one in await store.commits(found.group_id)]
    if there != [one.commit_id for one in found.commits[: len(there)]]:
        raise InputError(
            f"The store has another work called {found.group_id!r}.",
            hint="Delete it first, or import into another store.",
        )
    if len(there) == len(found.commits):
        return True
    # Until its last commit an import has written nothing that is derived.
    if any(kind not in ASSERTED for kind in await store.counts(found.group_id)):
        raise InputError(
            f"The store has {found.group_id!r} as it was at revision {work.revision}.",
            hint="Delete it first, or import into another store.",
        )
    return False


def _commits(found: Imported, derived: list[Record]) -> list[Changes]:
    """The work's commits with what each put and retired; the last has everything derived, too."""
    put: dict[int, list[Record]] = {}
    retired: dict[int, list[RecordKey]] = {}
    for one in found.dated:
        put.setdefault(one.put, []).append(one.record)
        if one.retired is not None:
            retired.setdefault(one.retired, []).append((one.record.kind, one.record.uuid))
    made: list[Changes] = []
    for commit in found.commits:
        fresh = put.get(commit.revision, [])
        again = {(one.kind, one.uuid) for one in fresh}
        last = commit.revision == len(found.commits)
        made.append(
            Changes(
                group_id=found.group_id,
                base_revision=commit.revision - 1,
                commit_id=commit.commit_id,
                at=commit.at,
                action=commit.action,
                put=(*fresh, *derived) if last else tuple(fresh),
                retire=tuple(key for key in retired.get(commit.revision, ()) if key not in again),
                embedder=found.embedder,
                dimension=found.dimension,
            )
        )
    return made


async def _derived(found: Imported, *, embedder: Embedder, vectors_of: VectorsOf) -> list[Record]:
    """Everything derived from the live assertions, with the file's vectors; what the file has none for is embedded."""
    asserted = _asserted(found)
    bench = Workbench(found.group_id, vectors_of=vectors_of)
    answers = Answers.of(asserted.judgements.values())
    state = bench.state(asserted, bench.replayed(asserted, answers), answers, redirects={})
    asserted_kinds = {one.record.kind for one in found.dated}
    fresh = [one for key, one in state.records.items() if key[0] not in asserted_kinds | {Kind.SETTING}]
    fresh.extend(record_of(one) for one in found.redirects if one.uuid not in state.graph.ids)
    with_vector = [
        one.with_vector(found.vectors.get((one.kind, one.uuid))) if one.kind in SEARCHED else one for one in fresh
    ]
    bare = {(one.kind, one.uuid): one for one in with_vector if one.vector is not None}
    return await embedded(with_vector, bare.get, embedder)


def _asserted(found: Imported) -> Asserted:
    live = [one.record for one in found.dated if one.retired is None]

    def values(kind: Kind) -> list[Record]:
        return [one for one in live if one.kind is kind]

    episodes = sorted(
        (from_json(Episode, one.value) for one in values(Kind.EPISODE)), key=lambda one: (one.order, one.uuid)
    )
    readings = {one.uuid: from_json(ChapterReading, one.value) for one in values(Kind.READING)}
    settings = [from_json(WorkSettings, one.value) for one in values(Kind.SETTING)]
    judgements = [from_json(Judgement, one.value) for one in values(Kind.JUDGEMENT)]
    acts = [from_json(Act, one.value) for one in values(Kind.ACT)]
    return Asserted(
        group_id=found.group_id,
        settings=settings[0] if settings else WorkSettings(),
        chapters=tuple(AssertedChapter(one, readings[one.uuid]) for one in episodes if one.uuid in readings),
        judgements={one.uuid: one for one in judgements},
        acts=tuple(sorted(acts, key=lambda one: one.number)),
        waiting=tuple(one for one in episodes if one.uuid not in readings),
    )
