"""All records of a work in its present state; what did not change keeps its record, so that a commit finds the rest at once."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from episodic.model.asserted import Act, Judgement
from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading
from episodic.model.records import SEARCHED, Kind, Record, RecordKey, to_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import SETTINGS_ID, Asserted
from episodic.pipeline.deriving.records_of import Derived, record_of
from episodic.ports import Embedder

Kept = Derived | Episode | ChapterReading | Judgement | Act | WorkSettings
EMBEDDED_AT_ONCE = 256
"""How many texts are handed to the embedder in one call."""
NOTHING: Mapping[str, bytes] = MappingProxyType({})


class Recorder:
    """Makes records of values, each value once."""

    def __init__(self) -> None:
        self._made: dict[tuple[type[object], str], tuple[Kept, Record]] = {}

    def of_asserted(self, asserted: Asserted, judgements: Iterable[Judgement], orders: dict[str, int]) -> list[Record]:
        """Records of everything asserted; `orders` are the order keys of episodes by id."""
        records = [self.of(asserted.settings)]
        records.extend(self.of(one) for one in asserted.episodes)
        records.extend(self._reading(one.reading, orders[one.episode.uuid]) for one in asserted.chapters)
        records.extend(self.of(one) for one in judgements)
        records.extend(self.of(one) for one in asserted.acts)
        return records

    def _reading(self, reading: ChapterReading, order: int) -> Record:
        record = self.of(reading)
        if record.told == order:
            return record
        placed = replace(record, told=order)
        self._made[(ChapterReading, reading.episode)] = (reading, placed)
        return placed

    def of(self, value: Kept) -> Record:
        """The value's record; the very same one as before if the value is equal."""
        name = _name(value)
        key = (type(value), name)
        known = self._made.get(key)
        if known is not None and (known[0] is value or known[0] == value):
            return known[1]
        record = _record(value, name)
        self._made[key] = (value, record)
        return record


def _name(value: Kept) -> str:
    match value:
        case ChapterReading():
            return value.episode
        case WorkSettings():
            return SETTINGS_ID
        case _:
            return value.uuid


def _record(value: Kept, name: str) -> Record:
    match value:
        case Episode():
            return Record(Kind.EPISODE, name, to_json(value), told=value.order)
        case ChapterReading():
            return Record(Kind.READING, name, to_json(value))
        case Judgement():
            return Record(Kind.JUDGEMENT, name, to_json(value))
        case Act():
            return Record(Kind.ACT, name, to_json(value))
        case WorkSettings():
            return Record(Kind.SETTING, name, to_json(value))
        case _:
            return record_of(value)


async def embedded(
    records: Iterable[Record],
    before: Mapping[RecordKey, Record],
    embedder: Embedder,
    ahead: Mapping[str, bytes] = NOTHING,
) -> list[Record]:
    """The records, with a vector each where the kind is searched and the text is new; others keep what the store has.

    *ahead* are vectors that have been made already, by text. Raises EmbeddingError.
    """
    every = list(records)
    fresh = [position for position, record in enumerate(every) if _is_new(record, before)]
    rows = dict(ahead)
    rows |= await vectors_of((every[position].text or "" for position in fresh), embedder, known=ahead)
    for position in fresh:
        every[position] = every[position].with_vector(rows[every[position].text or ""])
    return every


async def vectors_of(texts: Iterable[str], embedder: Embedder, *, known: Container[str]) -> dict[str, bytes]:
    """The vectors of those texts that are not *known*, by text. Raises EmbeddingError."""
    fresh = [text for text in dict.fromkeys(texts) if text not in known]
    made: dict[str, bytes] = {}
    for begin in range(0, len(fresh), EMBEDDED_AT_ONCE):
        part = fresh[begin : begin + EMBEDDED_AT_ONCE]
        rows = np.ascontiguousarray(await embedder.embed(part), dtype="<f4")
        made.update((text, row.tobytes()) for text, row in zip(part, rows, strict=True))
    return made


def texts_of(records: Iterable[Record]) -> Iterator[str]:
    """The texts that have a vector."""
    return (one.text for one in records if one.kind in SEARCHED and one.text)


def _is_new(record: Record, before: Mapping[RecordKey, Record]) -> bool:
    known = before.get((record.kind, record.uuid))
    return record.kind in SEARCHED and bool(record.text) and (known is None or known.text != record.text)
