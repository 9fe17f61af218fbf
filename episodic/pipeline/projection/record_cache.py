"""The encoding of a work's values as records, with a cache of the records of unchanged values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.decisions import Judgement, Override
from episodic.model.deferred import is_same
from episodic.model.episodes import Episode, Passage
from episodic.model.lazy_entries import LazyEntries
from episodic.model.readings import ChapterReading
from episodic.model.records import SEARCHED, Kind, Record, RecordKey, to_json
from episodic.model.settings import WorkSettings
from episodic.model.shared_dict import SharedDict, shared
from episodic.pipeline.inputs import SETTINGS_ID, WorkInputs
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import Derived, episode_record, record_of
from episodic.pipeline.projection.told_chapters import told_chapter_record
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.ports import Embedder


class _NarratedReading(NamedTuple):
    reading: ChapterReading
    order: int


_Recordable = Derived | Episode | _NarratedReading | Judgement | Override | WorkSettings | ReplayedChapter
_NO_CHAPTERS: Mapping[str, ReplayedChapter] = {}
EMBEDDED_AT_ONCE = 256
"""The maximum number of texts per call of the embedder."""


class RecordCache:
    """Encodes the values of a work's successive states as records. Only new and changed values are encoded."""

    def __init__(self) -> None:
        self._values: dict[Kind, Mapping[str, _Recordable]] = {}
        self._records = SharedDict[RecordKey, Record]()

    def records_of(
        self,
        inputs: WorkInputs,
        judgements: Mapping[str, Judgement],
        graph: Graph,
        replayed: Mapping[str, ReplayedChapter] = _NO_CHAPTERS,
    ) -> SharedDict[RecordKey, Record]:
        """Return the records of a work by record key: its inputs, the values of the graph, and *replayed*, the replayed
        chapters by episode id. The given *judgements* replace the judgements of the inputs.
        """
        for kind, values in recorded_values(inputs, judgements, graph, replayed).items():
            self._update(kind, values)
        return self._records.copy()

    def restored(
        self,
        inputs: WorkInputs,
        judgements: Mapping[str, Judgement],
        graph: Graph,
        replayed: Mapping[str, ReplayedChapter] = _NO_CHAPTERS,
    ) -> SharedDict[RecordKey, Record]:
        """Return what `records_of` returns (the records by record key), for a work restored from a checkpoint, whose
        records the store has. Each of the records is encoded only when it is used.
        """
        self._values = recorded_values(inputs, judgements, graph, replayed)
        values = dict(self._values)
        self._records = SharedDict(lazy=LazyEntries(_RecordKeys(values), partial(_record_with, values)))
        return self._records.copy()

    def _update(self, kind: Kind, values: Mapping[str, _Recordable]) -> None:
        """Encode the values of one kind that are new or changed, and discard the records of values that are gone."""
        known, self._values[kind] = self._values.get(kind, {}), values
        for uuid in missing_keys(known, values):
            del self._records[kind, uuid]
        for uuid in changed_keys(known, values):
            if not _equal(known.get(uuid), values[uuid]):
                self._records[kind, uuid] = _record(values[uuid], uuid)


def _equal(known: _Recordable | None, value: _Recordable) -> bool:
    """Return whether a value certainly equals the known value. Replayed chapters are not compared field by field: only
    the same one certainly equals itself.
    """
    if isinstance(value, ReplayedChapter):
        return isinstance(known, ReplayedChapter) and is_same(known, value)
    return known == value


@dataclass(frozen=True, slots=True)
class _RecordKeys(Collection[RecordKey]):
    """The keys of all records of a work: the kind and the id of each value."""

    values: Mapping[Kind, Mapping[str, _Recordable]]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and key[0] in self.values and key[1] in self.values[key[0]]

    def __iter__(self) -> Iterator[RecordKey]:
        return chain.from_iterable(zip(repeat(kind), values) for kind, values in self.values.items())

    def __len__(self) -> int:
        return sum(map(len, self.values.values()))


def _record_with(values: Mapping[Kind, Mapping[str, _Recordable]], key: RecordKey) -> Record:
    kind, uuid = key
    return _record(values[kind][uuid], uuid)


def recorded_values(
    inputs: WorkInputs, judgements: Mapping[str, Judgement], graph: Graph, replayed: Mapping[str, ReplayedChapter]
) -> dict[Kind, Mapping[str, _Recordable]]:
    """Return all values of a work that are kept as records, except redirects and checkpoints, by kind and id."""
    episodes = {one.uuid: one for one in inputs.episodes}
    return {
        Kind.SETTING: {SETTINGS_ID: inputs.settings},
        Kind.EPISODE: episodes,
        Kind.READING: {
            one.episode.uuid: _NarratedReading(one.reading, episodes[one.episode.uuid].order) for one in inputs.chapters
        },
        Kind.JUDGEMENT: judgements,
        Kind.ACT: {one.uuid: one for one in inputs.acts},
        Kind.PASSAGE: _with_unread(graph),
        Kind.ENTITY: graph.entities,
        Kind.MENTION: graph.mentions,
        Kind.STATEMENT: graph.statements,
        Kind.MOMENT: graph.moments,
        Kind.FACT: graph.facts,
        Kind.ISSUE: graph.issues,
        Kind.REPLAYED: replayed,
    }


def _with_unread(graph: Graph) -> Mapping[str, Passage]:
    if not graph.unread:
        return graph.passages
    passages = shared(graph.passages)
    passages.update(graph.unread)
    return passages


def _record(value: _Recordable, name: str) -> Record:
    match value:
        case Episode():
            return episode_record(value)
        case _NarratedReading():
            return Record(Kind.READING, name, to_json(value.reading), told=value.order)
        case Judgement():
            return Record(Kind.JUDGEMENT, name, to_json(value))
        case Override():
            return Record(Kind.ACT, name, to_json(value))
        case ReplayedChapter():
            return told_chapter_record(value)
        case WorkSettings():
            return Record(Kind.SETTING, name, to_json(value))
        case _:
            return record_of(value)


async def embedded(
    records: Iterable[Record], before: Callable[[RecordKey], Record | None], embedder: Embedder
) -> list[Record]:
    """Return the records. A record of a searched kind gets a vector if its text is new or changed.

    A record with unchanged text is returned as it is, because the store keeps its vector. *before* is a function that
    returns the stored record for a record key. Each distinct text is embedded only once. Raises EmbeddingError.
    """
    every = list(records)
    fresh = [position for position, record in enumerate(every) if _is_new(record, before)]
    texts = list(dict.fromkeys(every[position].text or "" for position in fresh))
    vectors: dict[str, bytes] = {}
    for begin in range(0, len(texts), EMBEDDED_AT_ONCE):
        part = texts[begin : begin + EMBEDDED_AT_ONCE]
        rows = np.ascontiguousarray(await embedder.embed(part), dtype="<f4")
        vectors.update((text, row.tobytes()) for text, row in zip(part, rows, strict=True))
    for position in fresh:
        every[position] = every[position].with_vector(vectors[every[position].text or ""])
    return every


def _is_new(record: Record, before: Callable[[RecordKey], Record | None]) -> bool:
    if record.kind not in SEARCHED or not record.text:
        return False
    known = before((record.kind, record.uuid))
    return known is None or known.text != record.text
