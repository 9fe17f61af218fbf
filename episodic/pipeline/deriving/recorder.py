"""All records of a work in its present state; what did not change keeps its record, so that a commit finds the rest at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

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


class Recorder:
    """Makes records of values, each value once."""

    def __init__(self) -> None:
        self._made: dict[tuple[type[object], str], tuple[Kept, Record]] = {}

    def of_asserted(self, asserted: Asserted, judgements: Iterable[Judgement]) -> list[Record]:
        """Records of everything asserted, with these *judgements*."""
        orders = {one.uuid: one.order for one in asserted.episodes}
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


@dataclass(slots=True)
class Embedded:
    """What has been embedded for a commit: vectors by text, and the records that got them."""

    vectors: dict[str, bytes] = field(default_factory=dict[str, bytes])
    records: dict[RecordKey, Record] = field(default_factory=dict[RecordKey, Record])

    def clear(self) -> None:
        """Begin anew."""
        self.vectors.clear()
        self.records.clear()

    def of(self, record: Record) -> Record:
        """*record* with its vector, the very same one as before if only that is new."""
        key = record.kind, record.uuid
        known = self.records.get(key)
        if known is None or known.digest != record.digest:
            known = self.records[key] = record.with_vector(self.vectors[record.text or ""])
        return known


async def embedded(
    records: Iterable[Record],
    before: Callable[[RecordKey], Record | None],
    embedder: Embedder,
    known: Embedded | None = None,
) -> list[Record]:
    """The records, with a vector each where the kind is searched and the text is new; others keep what the store has.

    *before* tells what that is. What is *known* is not embedded again; what is made is known then. Raises EmbeddingError.
    """
    known = known or Embedded()
    every = list(records)
    fresh = [position for position, record in enumerate(every) if _is_new(record, before)]
    texts = dict.fromkeys(every[position].text or "" for position in fresh)
    missing = [text for text in texts if text not in known.vectors]
    for begin in range(0, len(missing), EMBEDDED_AT_ONCE):
        part = missing[begin : begin + EMBEDDED_AT_ONCE]
        rows = np.ascontiguousarray(await embedder.embed(part), dtype="<f4")
        known.vectors.update((text, row.tobytes()) for text, row in zip(part, rows, strict=True))
    for position in fresh:
        every[position] = known.of(every[position])
    return every


def _is_new(record: Record, before: Callable[[RecordKey], Record | None]) -> bool:
    if record.kind not in SEARCHED or not record.text:
        return False
    known = before((record.kind, record.uuid))
    return known is None or known.text != record.text
