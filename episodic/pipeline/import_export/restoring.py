"""The writing of an imported work to a store. The commits of the work are repeated one by one, and the last commit also
contains the derived records.
"""

from __future__ import annotations

from dataclasses import dataclass

from episodic.errors import EmbedderMismatchError, InputError
from episodic.model.decisions import Judgement, Override
from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading
from episodic.model.records import ASSERTED, SEARCHED, Changes, Kind, Record, RecordKey, Work, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.import_export.importing import Imported
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.projection.record_cache import embedded
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.state import Workbench
from episodic.pipeline.text_positions import VectorsOf
from episodic.ports import Embedder, GraphStore


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of an import: the work's revision, and whether the import changed the store."""

    revision: int
    changed: bool


async def restore(
    store: GraphStore, found: Imported, *, embedder: Embedder, vectors_of: VectorsOf, at_once: bool = False
) -> Restored:
    """Write the imported work to the store. With *at_once*, all commits are saved in one transaction.

    An interrupted import of the same work is continued. Importing a work that the store already has changes nothing. A
    failed import leaves no records behind, unless the process is killed. Raises InputError if the store has another
    work with the same name or an older state of the imported work, EmbedderMismatchError, StoreError.
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
        commits = _commits(found, records)
        if at_once and commits:
            await store.commit(*commits)
        for changes in () if at_once else commits:
            await store.commit(changes)
        await store.compact(found.group_id, keep=found.readable_from)
        done = True
    finally:
        if not done:
            await store.delete(found.group_id)
    return Restored(len(found.commits), changed=True)


async def _is_there(store: GraphStore, found: Imported, work: Work) -> bool:
    """Return whether the store has all commits of the work. The result is False after an interrupted import.

    Raises InputError if the store has another work with the same name or an older state of the imported work.
    """
    there = [one.commit_id for one in await store.commits(found.group_id)]
    if there != [one.commit_id for one in found.commits[: len(there)]]:
        raise InputError(
            f"The store has another work called {found.group_id!r}.",
            hint="Delete it first, or import into another store.",
        )
    if len(there) == len(found.commits):
        return True
    # An import writes derived records only with its last commit.
    if any(kind not in ASSERTED for kind in await store.counts(found.group_id)):
        raise InputError(
            f"The store has {found.group_id!r} as it was at revision {work.revision}.",
            hint="Delete it first, or import into another store.",
        )
    return False


def _commits(found: Imported, derived: list[Record]) -> list[Changes]:
    """Return the work's commits, each with the records that the commit saved and retired.

    The last commit also saves all derived records.
    """
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
    """Return all records that are derived from the current inputs, with the vectors of the file. Texts that have no
    vector in the file are embedded.
    """
    fresh = derived_records(found, vectors_of=vectors_of)
    with_vector = [
        one.with_vector(found.vectors.get((one.kind, one.uuid))) if one.kind in SEARCHED else one for one in fresh
    ]
    bare = {(one.kind, one.uuid): one for one in with_vector if one.vector is not None}
    return await embedded(with_vector, bare.get, embedder)


def derived_records(found: Imported, *, vectors_of: VectorsOf) -> list[Record]:
    """Return all records that are derived from the current inputs, without vectors. The same inputs under another name
    of the work give the same records in the same order, with other ids.
    """
    inputs = _live_inputs(found)
    bench = Workbench(found.group_id, vectors_of=vectors_of)
    answers = AnswerCache.of(inputs.judgements.values())
    state = bench.state(inputs, bench.replayed(inputs, answers), answers, redirects={})
    input_kinds = {one.record.kind for one in found.dated}
    fresh = [one for key, one in state.records.items() if key[0] not in input_kinds | {Kind.SETTING}]
    fresh.extend(record_of(one) for one in found.redirects if not state.graph.uses(one.uuid))
    return fresh


def _live_inputs(found: Imported) -> WorkInputs:
    live = [one.record for one in found.dated if one.retired is None]

    def values(kind: Kind) -> list[Record]:
        return [one for one in live if one.kind is kind]

    episodes = sorted(
        (from_json(Episode, one.value) for one in values(Kind.EPISODE)), key=lambda one: (one.order, one.uuid)
    )
    readings = {one.uuid: from_json(ChapterReading, one.value) for one in values(Kind.READING)}
    settings = [from_json(WorkSettings, one.value) for one in values(Kind.SETTING)]
    judgements = [from_json(Judgement, one.value) for one in values(Kind.JUDGEMENT)]
    acts = [from_json(Override, one.value) for one in values(Kind.ACT)]
    return WorkInputs(
        group_id=found.group_id,
        settings=settings[0] if settings else WorkSettings(),
        chapters=tuple(ChapterInput(one, readings[one.uuid]) for one in episodes if one.uuid in readings),
        judgements={one.uuid: one for one in judgements},
        acts=tuple(sorted(acts, key=lambda one: one.number)),
        waiting=tuple(one for one in episodes if one.uuid not in readings),
    )
