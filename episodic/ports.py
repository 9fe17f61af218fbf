"""What the product needs from the outside: a store, a language model, an embedder, a reranker. Implementations fit by shape."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Container, Mapping, Sequence
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
    """Filters that a store applies inside its index; None is no filter.

    `told_by`: told at or before this order key. `at`: the record may hold at this order key (lo <= at < hi, open bounds pass).
    """

    told_by: int | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """One answer of a search: the record's id and how well it fits (greater is better; scales differ between searches)."""

    uuid: str
    score: float


@dataclass(frozen=True, slots=True)
class Coming:
    """A commit that will likely be asked for: the revisions before and after it, and all keys that the store has of the work."""

    base_revision: int
    revision: int
    there: Container[RecordKey] = ()


class GraphStore(Protocol):
    """Keeps works. Every question is bound to one group; answers that are lists have a fixed order (told, then uuid).

    Every method may raise a StoreError; a failed `commit` has changed nothing.
    """

    @property
    def address(self) -> str:
        """Where it is, without user or password."""
        ...

    async def setup(self) -> None:
        """Make what is missing (tables, indexes, constraints) and run migrations; called again it changes nothing."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...

    async def works(self) -> Sequence[Work]:
        """All works, by group name."""
        ...

    async def work(self, group_id: str) -> Work | None:
        """One work, None where there is none."""
        ...

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Save everything or nothing, in one transaction; the new revision, which is that of the last of *more* if there are any.

        Each of several is a commit of its own, as if they had been committed one after the other: they are of one work, and each
        has the revision that the one before it makes as its base (else ValueError).
        The same (last) `commit_id` again returns the revision it made, and changes nothing. Raises StaleRevisionError if the work's
        revision is not the (first) `base_revision` (also where a first part of them is there: they were not saved as these), a
        StoreError where another revision has one of the ids already, EmbeddingDimensionError if a vector has another length than
        the work's first ones. Retired records of asserted kinds are kept as history; those of derived kinds are gone.
        A put record without a vector keeps the vector that its id had if its text is the same, else it has none.
        """
        ...

    async def foresee(self, group_id: str, records: Sequence[Record], *, coming: Coming | None = None) -> None:
        """Get ready for a commit that will likely put these records (as far as they are known), while something else is waited for.

        *coming* is that commit, where the records are all that it will put beside what is asserted (None: more is to come); it is
        best told of the very records that are put. Nothing is saved or to be seen, and a commit puts the same whether or not its
        records were foreseen; but whoever else commits to the work may wait a moment for the commit that was foreseen.
        """
        ...

    async def commits(self, group_id: str) -> Sequence[Commit]:
        """The work's commits, first to last."""
        ...

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Live records of *kind* (all, or those of *ids* that exist), by (told, uuid); with vectors if asked."""
        ...

    def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """As `fetch` of all, but in flat memory."""
        ...

    async def history(self, group_id: str, kind: Kind) -> Sequence[tuple[Record, int, int | None]]:
        """Records of an asserted kind with the revision that put and the one that retired them (None: live)."""
        ...

    async def digests(self, group_id: str) -> Mapping[RecordKey, str]:
        """The digest of every live record."""
        ...

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """How many live records there are of each kind (kinds without any are left out)."""
        ...

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Ids of the entities that have one of these exact name keys, under the key."""
        ...

    async def search_text(
        self, group_id: str, kind: Kind, text: str, *, limit: int, bounds: Bounds = Bounds()
    ) -> Sequence[Scored]:
        """Records of a searched kind whose text shares words (Han: bigrams) with *text*, best first."""
        ...

    async def search_vector(
        self, group_id: str, kind: Kind, vector: Vector, *, limit: int, bounds: Bounds = Bounds()
    ) -> Sequence[Scored]:
        """Records of a searched kind by cosine similarity to *vector*, best first, ties by id.

        Raises EmbeddingDimensionError if the work's vectors have another length.
        """
        ...

    async def neighbours(self, group_id: str, entities: Sequence[str], *, limit: int) -> Sequence[Record]:
        """Facts that have one of these entities as subject, object or participant: for each entity the *limit* latest told."""
        ...

    async def delete(self, group_id: str) -> bool:
        """Take the whole work away, history included; whether there was one."""
        ...

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Let go of history that ended before revision *keep*, in one transaction; how many retired records went.

        The live work, its revision and its commits stay as they are; `Work.readable_from` becomes *keep*, or stays where it is
        later already. A *keep* after the present revision counts as the present one; an unknown work has nothing to let go.
        """
        ...

    async def purge(self, group_id: str) -> int:
        """As `compact` up to the present revision; and no text of a retired record is left anywhere that the store reaches.

        Raises StoreUnavailableError where a reader of an old view keeps such text in place: the history is gone then, and
        purging again once that reader has ended takes the rest.
        """
        ...

    async def copy_to(self, path: Path) -> bool:
        """Write a whole copy of the store, as it is at one moment, into the empty file *path*, and check it.

        False, and nothing written, where the store is no file of its own (a server): export its works instead.
        Raises StoreError.
        """
        ...


class LanguageModel(Protocol):
    """Answers a prompt with a value of the prompt's reply class."""

    @property
    def name(self) -> str:
        """The model's name, as recorded beside what it read."""
        ...

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The reply. Raises ModelError; never returns an empty stand-in."""
        ...


async def ask_all(model: LanguageModel, prompts: Sequence[Prompt[Reply]]) -> list[Reply]:
    """The replies to several prompts asked at the same time, in order.

    When one fails its siblings are cancelled and have ended before its error (a ModelError) is raised.
    """
    if len(prompts) == 1:
        return [await model.ask(prompts[0])]
    asked = [asyncio.ensure_future(model.ask(prompt)) for prompt in prompts]
    try:
        return list(await asyncio.gather(*asked))
    finally:
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)


class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """Names model and dimension; stored with the vectors it made."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vector:
        """One row a text, in order, each of length 1 (an all-zero row where the text has nothing to embed)."""
        ...


class Reranker(Protocol):
    """Scores texts by how well they answer a query."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, greater is better."""
        ...
