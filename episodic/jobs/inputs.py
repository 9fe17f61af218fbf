"""The texts of jobs, which are stored apart from the works, and under a separate name for each job. The texts are
deleted when the job no longer needs them.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from episodic.errors import JobStateError
from episodic.model.episodes import Chapter
from episodic.model.records import SERVICE_PREFIX, Changes, Kind, Record, from_json, to_json
from episodic.ports import GraphStore

CHARACTERS_PER_PART = 500_000
"""The number of characters at which a stored part of an import is full, so that the next line begins a new part."""
PARTS_PER_COMMIT = 8


@dataclass(frozen=True, slots=True)
class ImportLines:
    """Consecutive lines of an export file."""

    lines: tuple[str, ...]


Part = Chapter | ImportLines


async def _nothing() -> None:
    """Do nothing; `JobInputs.save` calls this function if no callback is given."""


class JobInputs:
    """The texts of one job."""

    def __init__(self, store: GraphStore, job: str, *, clock: Callable[[], str]) -> None:
        self._store = store
        self._job = job
        self._group = f"{SERVICE_PREFIX}job:{job}"
        self._clock = clock

    async def save(self, parts: Iterable[Part], *, saved: Callable[[], Awaitable[object]] = _nothing) -> int:
        """Store *parts*, the parts of the job's text (chapters, or groups of lines of an import), and return their
        number. Parts that an earlier, interrupted call stored are deleted first.

        *saved* is called each time that PARTS_PER_COMMIT further parts are stored, but not after a smaller last group
        of parts. Raises StoreError.
        """
        await self._store.delete(self._group)
        number = revision = 0
        batch: list[Record] = []
        for part in parts:
            batch.append(Record(Kind.SERVICE, _name(number), to_json(part)))
            number += 1
            if len(batch) == PARTS_PER_COMMIT:
                revision = await self._commit(revision, batch)
                batch = []
                await saved()
        if batch:
            await self._commit(revision, batch)
        return number

    async def _commit(self, revision: int, batch: Sequence[Record]) -> int:
        return await self._store.commit(
            Changes(self._group, revision, uuid.uuid4().hex, self._clock(), "inputs of a job", put=tuple(batch))
        )

    async def chapters(self, parts: int) -> list[Chapter]:
        """Return the chapters of an ingestion, in the order in which they were given.

        Raises JobStateError if not exactly *parts* parts are stored, and StoreError.
        """
        found = await self._store.fetch(self._group, Kind.SERVICE)
        if len(found) != parts:
            raise self._lost()
        return [from_json(Chapter, one.value) for one in found]

    async def lines(self, parts: int) -> AsyncIterator[str]:
        """Yield the lines of an import, which are stored in *parts* parts. Raises JobStateError if the store lacks a
        part of the import's text, and StoreError.
        """
        for number in range(parts):
            found = await self._store.fetch(self._group, Kind.SERVICE, ids=[_name(number)])
            if not found:
                raise self._lost()
            for line in from_json(ImportLines, found[0].value).lines:
                yield line

    def _lost(self) -> JobStateError:
        return JobStateError(
            "The texts of job {job} are no longer stored.",
            hint="Start another job.",
            key="job_lost_its_texts",
            job=self._job,
        )

    async def delete(self) -> None:
        """Delete the texts. Raises StoreError."""
        await self._store.delete(self._group)


def _name(number: int) -> str:
    """Return the id of a part of a job's text, such as "00000012". Because of the leading zeros, the alphabetical order
    of the ids is the order of the parts.
    """
    return f"{number:08}"


def line_parts(lines: Iterable[str]) -> Iterator[ImportLines]:
    """Yield the lines of an import as parts of about CHARACTERS_PER_PART characters."""
    part: list[str] = []
    length = 0
    for line in lines:
        part.append(line)
        length += len(line)
        if length >= CHARACTERS_PER_PART:
            yield ImportLines(tuple(part))
            part, length = [], 0
    if part:
        yield ImportLines(tuple(part))
