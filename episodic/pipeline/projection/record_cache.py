"""The encoding of a work's values as records, with a cache of the records of unchanged values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from episodic.model.decisions import Judgement, Override
from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading
from episodic.model.records import SEARCHED, Kind, Record, RecordKey, to_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import SETTINGS_ID, WorkInputs
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.ports import Embedder

Recordable = Derived | Episode | ChapterReading | Judgement | Override | WorkSettings
EMBEDDED_AT_ONCE = 256
"""The maximum number of texts per call of the embedder."""


class RecordCache:
    """A cache that encodes values as records and reuses the record of an unchanged value."""

    def __init__(self) -> None:
        self._made: dict[tuple[type[object], str], tuple[Recordable, Record]] = {}

    def records_of(self, inputs: WorkInputs, judgements: Iterable[Judgement]) -> list[Record]:
        """Return the records of all inputs of a work. The given *judgements* replace the judgements of the inputs."""
        orders = {one.uuid: one.order for one in inputs.episodes}
        records = [self.of(inputs.settings)]
        records.extend(self.of(one) for one in inputs.episodes)
        records.extend(self._reading(one.reading, orders[one.episode.uuid]) for one in inputs.chapters)
        records.extend(self.of(one) for one in judgements)
        records.extend(self.of(one) for one in inputs.acts)
        return records

    def _reading(self, reading: ChapterReading, order: int) -> Record:
        record = self.of(reading)
        if record.told == order:
            return record
        placed = replace(record, told=order)
        self._made[(ChapterReading, reading.episode)] = (reading, placed)
        return placed

    def of(self, value: Recordable) -> Record:
        """Return the record of the value. If an equal value was encoded before, the cached record is returned."""
        name = _name(value)
        key = (type(value), name)
        known = self._made.get(key)
        if known is not None and (known[0] is value or known[0] == value):
            return known[1]
        record = _record(value, name)
        self._made[key] = (value, record)
        return record


def _name(value: Recordable) -> str:
    match value:
        case ChapterReading():
            return value.episode
        case WorkSettings():
            return SETTINGS_ID
        case _:
            return value.uuid


def _record(value: Recordable, name: str) -> Record:
    match value:
        case Episode():
            return Record(Kind.EPISODE, name, to_json(value), told=value.order)
        case ChapterReading():
            return Record(Kind.READING, name, to_json(value))
        case Judgement():
            return Record(Kind.JUDGEMENT, name, to_json(value))
        case Override():
            return Record(Kind.ACT, name, to_json(value))
        case WorkSettings():
            return Record(Kind.SETTING, name, to_json(value))
        case _:
            return record_of(value)


async def embedded(
    records: Iterable[Record], before: Callable[[RecordKey], Record | None], embedder: Embedder
) -> list[Record]:
    """Return the records, with a vector for each new text of a searched kind.

    A record with unchanged text keeps the vector that the store has. *before* is a function that returns the stored
    record for a record key. Each distinct text is embedded only once. Raises EmbeddingError.
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
