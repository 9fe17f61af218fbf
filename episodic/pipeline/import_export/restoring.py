"""The writing of an imported work to a store, in parts that are invisible until the last part is saved.

The commits of the exported work are made again one by one, and the last commit also contains the derived records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from episodic.errors import EmbedderMismatchError, InputError, StaleRevisionError, StoreError
from episodic.model.decisions import Judgement, Override
from episodic.model.episodes import Episode
from episodic.model.ids import digest_of
from episodic.model.readings import ChapterReading
from episodic.model.records import SEARCHED, Changes, Kind, Record, RecordKey, Staged, Work, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.import_export.importing import Imported, InputVersion
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.projection.record_cache import embedded
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.state import Workbench
from episodic.pipeline.session.work_checkpoint import program_digest
from episodic.pipeline.text_positions import VectorsOf
from episodic.ports import Embedder, GraphStore
from episodic.weighted_batches import weighted_batches

WEIGHT_PER_PART = 4_000
"""The maximum total size of the records that one transaction of an import saves. A single larger record is saved in a
transaction of its own. The size is measured as a weight: each record weighs 1, plus 1 for each CHARACTERS_PER_WEIGHT
characters of its value and vector.

If each transaction has at most this weight, a Neo4j server with a heap of 1 GB can save works of any size.
"""
CHARACTERS_PER_WEIGHT = 1_000


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of an import: the work's revision, and whether the import changed the store."""

    revision: int
    changed: bool


async def restore(
    store: GraphStore,
    found: Imported,
    *,
    embedder: Embedder,
    vectors_of: VectorsOf,
    weight_per_part: int = WEIGHT_PER_PART,
) -> Restored:
    """Write the imported work to the store in several short transactions. The records of a transaction have at most the
    weight *weight_per_part* in all. The work becomes visible with the last transaction.

    An interrupted import of the same file is continued. If the store already has the work, only the history that the
    file lacks is deleted. After a failed import, records remain in the store only if the process was killed or the
    store cannot be reached. No read sees the records that a failed import left in the store. The next import of the
    work uses or deletes these records. Raises InputError if the store has another work with the same name or another
    state of the imported work. Raises StaleRevisionError if another process creates the work meanwhile. Raises
    EmbedderMismatchError, StoreError.
    """
    if found.embedder is not None and found.embedder != embedder.name:
        raise EmbedderMismatchError(found.group_id, found.embedder, embedder.name)
    work = await store.work(found.group_id)
    if work is not None:
        await _check_same(store, found, work)
        cut = work.readable_from < found.readable_from
        if cut:
            await store.compact(found.group_id, keep=found.readable_from)
        return Restored(work.revision, changed=cut)
    again = found.fault is not None
    derived = derived_records(found, vectors_of=vectors_of) if again else _taken(found)
    source = digest_of(f"{found.digest} {found.group_id} {again} {weight_per_part} {program_digest()}")
    try:
        parts = _parts(found, derived, most=weight_per_part)
        await _stage(store, found, parts, source=source, embedder=embedder)
        revision = await store.publish(found.group_id, readable_from=found.readable_from)
    except StaleRevisionError:
        # The staged records (saved, but not yet visible to reads) that the store has belong to another process, so this
        # import does not delete them.
        raise
    except BaseException:
        with suppress(StoreError):
            await _delete_staged(store, found.group_id)
        raise
    return Restored(revision, changed=True)


async def _check_same(store: GraphStore, found: Imported, work: Work) -> None:
    """Raise InputError unless the store has all commits of the imported work and no others."""
    there = [one.commit_id for one in await store.commits(found.group_id)]
    known = [one.commit_id for one in found.commits]
    if there == known:
        return
    state = f"{found.group_id!r} as it was at revision {work.revision}"
    raise InputError(
        f"The store has {state if there == known[: len(there)] else f'another work called {found.group_id!r}'}.",
        hint="Delete it first, or import into another store.",
    )


async def _stage(
    store: GraphStore, found: Imported, parts: Iterable[Sequence[Changes]], *, source: str, embedder: Embedder
) -> None:
    staged = await store.staged(found.group_id)
    if staged is not None and staged.source != source:
        await _delete_staged(store, found.group_id)
        staged = None
    vectors = {} if found.fault is None else {(one.kind, one.uuid): one.numbers for one in found.vectors()}
    for number, part in enumerate(parts):
        if staged is None or number >= staged.parts:
            first, *more = [await _with_vectors(one, vectors, embedder) for one in part]
            await store.stage(Staged(source, number), first, *more)


async def _delete_staged(store: GraphStore, group_id: str) -> None:
    """Delete the staged records, which no read sees yet, unless another process has published them as a work in the
    meantime.
    """
    if await store.work(group_id) is None:
        await store.delete(group_id)


def _parts(found: Imported, derived: Iterable[Record], *, most: int) -> Iterator[Sequence[Changes]]:
    changes = _changes(found, derived, most=most)
    return weighted_batches(changes, weight=lambda one: 1 + sum(map(_weight, one.put)), most=most)


def _changes(found: Imported, derived: Iterable[Record], *, most: int) -> Iterator[Changes]:
    """Yield the changes of each commit, divided into parts if there are many. The last commit also saves all derived
    records.
    """
    put: dict[int, list[InputVersion]] = {}
    retired: dict[int, list[RecordKey]] = {}
    for one in found.versions:
        put.setdefault(one.put, []).append(one)
        if one.retired is not None and one.retired > found.readable_from:
            retired.setdefault(one.retired, []).append((one.kind, one.uuid))
    for commit in found.commits:
        fresh = put.get(commit.revision, [])
        again = {(one.kind, one.uuid) for one in fresh}
        retire = tuple(key for key in retired.get(commit.revision, ()) if key not in again)
        records: Iterator[Record] = (found.inputs.at(one.position).record for one in fresh)
        if commit.revision == len(found.commits):
            records = chain(records, derived)
        batches = weighted_batches(records, weight=_weight, most=most - 1)
        first = next(batches, list[Record]())  # a commit without records is saved too
        for number, some in enumerate(chain([first], batches)):
            yield Changes(
                group_id=found.group_id,
                base_revision=commit.revision - 1,
                commit_id=commit.commit_id,
                at=commit.at,
                action=commit.action,
                put=tuple(some),
                retire=() if number else retire,
                embedder=found.embedder,
                dimension=found.dimension,
            )


def _weight(record: Record) -> int:
    return 1 + (len(record.value) + len(record.vector or b"")) // CHARACTERS_PER_WEIGHT


def _taken(found: Imported) -> Iterator[Record]:
    yield from found.derived
    for one in found.redirects:
        yield record_of(one)


async def _with_vectors(changes: Changes, vectors: Mapping[RecordKey, bytes], embedder: Embedder) -> Changes:
    """Return the changes with the vectors that the export file has. Texts without a vector in the file are embedded."""
    filled = [
        one.with_vector(vectors.get((one.kind, one.uuid))) if one.kind in SEARCHED and one.vector is None else one
        for one in changes.put
    ]
    known = {(one.kind, one.uuid): one for one in filled if one.vector is not None}
    return replace(changes, put=tuple(await embedded(filled, known.get, embedder)))


def derived_records(found: Imported, *, vectors_of: VectorsOf) -> list[Record]:
    """Return all records that are derived from the current inputs, without vectors, and the redirects of the export
    file. A redirect is left out if its old id is the id of a derived entity or fact. The same inputs under another name
    of the work give the same records in the same order, with other ids.
    """
    inputs = _live_inputs(found)
    bench = Workbench(found.group_id, vectors_of=vectors_of)
    answers = AnswerCache.of(inputs.judgements)
    state = bench.state(inputs, bench.replayed(inputs, answers), answers, redirects={})
    input_kinds = {one.kind for one in found.versions} | {Kind.SETTING}
    fresh = [one for key, one in state.records.items() if key[0] not in input_kinds]
    fresh.extend(record_of(one) for one in found.redirects if not state.graph.uses(one.uuid))
    return fresh


def _live_inputs(found: Imported) -> WorkInputs:
    live = [found.inputs.at(one.position).record for one in found.versions if one.retired is None]

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
