"""Protocols of the exchangeable parts: graph store, language model, embedder and reranker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from episodic.model.records import Changes, Commit, Kind, Record, RecordKey, Work
from episodic.prompts import Prompt

Reply = TypeVar("Reply", bound=BaseModel)
Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Filters that a store applies inside its index. A filter of None is not applied.

    `told_by` selects records that are narrated at or before this order key. `at` selects records that may hold at this
    order key (lo <= at < hi; a missing bound is open).
    """

    told_by: int | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """One result of a search: the id of a record and its score.

    A greater score is better; the scales of different searches differ.
    """

    uuid: str
    score: float


class GraphStore(Protocol):
    """Stores works. Every query is limited to one group. Lists are ordered by narrative order, then by uuid.

    Every method may raise a StoreError; a failed `commit` changes nothing.
    """

    @property
    def address(self) -> str:
        """Returns the store's address, without user or password."""
        ...

    async def setup(self) -> None:
        """Create missing tables, indexes and constraints, and run migrations. A second call changes nothing."""
        ...

    async def close(self) -> None:
        """Close files and connections."""
        ...

    async def works(self) -> Sequence[Work]:
        """Returns all works in the store, ordered by group name."""
        ...

    async def work(self, group_id: str) -> Work | None:
        """Returns the work of this group, or None if the work does not exist."""
        ...

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Save all changes in one transaction, and return the (last) new revision.

        Several changes are saved as several commits, one after the other. All changes must be of the same work, and the
        base revision of each must be the revision that the previous one makes (else ValueError). If the last
        `commit_id` is already stored, the call returns its revision and changes nothing: a commit can be retried
        safely. Raises StaleRevisionError if the work's revision is not the first `base_revision` (also if only some of
        the commits are stored), a StoreError if one of the commit ids belongs to another revision, and
        EmbeddingDimensionError if a vector's length differs from that of the work's other vectors. Retired records of
        input kinds are kept as history; retired records of derived kinds are deleted. A record that is put without a
        vector keeps the stored vector of its id if its text is unchanged.
        """
        ...

    async def commits(self, group_id: str) -> Sequence[Commit]:
        """Returns the work's commits in order of revision."""
        ...

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Returns live records of *kind*, ordered by (told, uuid): all records, or the records of *ids* that exist.
        With *vectors*, the records have their vectors.
        """
        ...

    def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """Yields the same records as `fetch` without ids, but needs only constant memory."""
        ...

    async def history(self, group_id: str, kind: Kind) -> Sequence[tuple[Record, int, int | None]]:
        """Returns all versions of the records of an input kind, each with the revision that saved the version and the
        revision that retired it (None: the version is live).
        """
        ...

    async def digests(self, group_id: str) -> Mapping[RecordKey, str]:
        """Returns the digest of every live record."""
        ...

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """Returns the number of live records of each kind. Kinds without records are left out."""
        ...

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Returns, for each of these exact name keys, the ids of the entities that have the key."""
        ...

    async def search_text(
        self, group_id: str, kind: Kind, text: str, *, limit: int, bounds: Bounds = Bounds()
    ) -> Sequence[Scored]:
        """Returns the records of a searched kind whose text shares words with *text*, best first. In Chinese text,
        pairs of characters count as words.
        """
        ...

    async def search_vector(
        self, group_id: str, kind: Kind, vector: Vector, *, limit: int, bounds: Bounds = Bounds()
    ) -> Sequence[Scored]:
        """Returns the records of a searched kind with the greatest cosine similarity to *vector*, best first. Equal
        scores are ordered by id.

        Raises EmbeddingDimensionError if the work's vectors have another length.
        """
        ...

    async def neighbours(self, group_id: str, entities: Sequence[str], *, limit: int) -> Sequence[Record]:
        """Returns facts that have one of these entities as subject, object or participant: for each entity, the *limit*
        facts narrated last.
        """
        ...

    async def delete(self, group_id: str) -> bool:
        """Delete the whole work with its history. Returns whether the work existed."""
        ...

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Delete retired records that ended before revision *keep*, in one transaction; returns the number of deleted
        records.

        Live records, the revision and the commits are unchanged. `Work.readable_from` becomes *keep* unless it is
        already later. A *keep* after the current revision counts as the current revision. For an unknown work the
        result is 0.
        """
        ...

    async def purge(self, group_id: str) -> int:
        """Does the same as `compact` up to the current revision, and also erases the text of retired records from the
        store's files.

        Raises StoreUnavailableError if an open read transaction prevents the erasure. The history is deleted in that
        case; call `purge` again after the read has ended.
        """
        ...

    async def copy_to(self, path: Path) -> bool:
        """Write a consistent copy of the store into the empty file *path*, and check the copy.

        Returns False and writes nothing if the store is a server and not a file; its works can be exported instead.
        Raises StoreError.
        """
        ...


class LanguageModel(Protocol):
    """Answers a prompt with an instance of the prompt's reply class."""

    @property
    def name(self) -> str:
        """Returns the model's name. It is stored with the readings and judgements that the model made."""
        ...

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Returns the reply to the prompt. Raises ModelError; a failure never returns an empty reply."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of a fixed dimension."""

    @property
    def name(self) -> str:
        """Returns the name of the model and its dimension. It is stored with the work's vectors."""
        ...

    @property
    def dimension(self) -> int:
        """Returns the length of a vector."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Returns one row for each text, in order. A row has length 1, or is all zeros if the text has no words."""
        ...


class Reranker(Protocol):
    """Scores texts by how well they answer a query."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Returns one score for each text; a greater score is better."""
        ...
