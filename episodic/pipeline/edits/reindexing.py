"""The replacement of a work's vectors after a change of the embedder."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from episodic.model.records import SEARCHED, Changes, Record, Work
from episodic.pipeline.projection.record_cache import embedded
from episodic.pipeline.session.checkpoint_records import save
from episodic.pipeline.session.state import Clock
from episodic.pipeline.session.stored_records import stored_work
from episodic.ports import Embedder, GraphStore

REINDEXED = "reindex"
"""The name of a commit that only saves vectors."""
TEXTS_PER_COMMIT = 20_000
"""The maximum number of vectors in one commit. A Neo4j server with a small heap can save 20,000 records in one
transaction, but not 40,000.
"""


@dataclass(frozen=True, slots=True)
class ReindexPlan:
    """The number of texts that the configured embedder would embed, and the number of their characters.

    `stored` is the name of the embedder of the stored vectors, or None if the work has no vectors. `configured` is the
    name of the configured embedder. If `stored` and `configured` are the same, only texts without a vector are
    embedded.
    """

    texts: int
    characters: int
    stored: str | None
    configured: str


@dataclass(frozen=True, slots=True)
class Reindexed:
    """The result of a reindexing: the current revision, and the number of embedded texts."""

    revision: int
    texts: int


async def plan_reindexing(store: GraphStore, group_id: str, *, embedder: Embedder) -> ReindexPlan:
    """Return what `reindex` would embed. Nothing is embedded. Raises InputError for an unknown work, StoreError."""
    work = await stored_work(store, group_id)
    lengths = [len(record.text or "") async for record in _to_embed(store, work, embedder)]
    return ReindexPlan(len(lengths), sum(lengths), work.embedder, embedder.name)


async def reindex(
    store: GraphStore,
    group_id: str,
    *,
    embedder: Embedder,
    clock: Clock,
    on_progress: Callable[[int], None] = lambda _: None,
    texts_per_commit: int = TEXTS_PER_COMMIT,
) -> Reindexed:
    """Replace the vectors of another embedder, and embed the texts that have no vector.

    The vectors are saved in commits of at most *texts_per_commit* vectors. If a work has at most *texts_per_commit*
    texts, all its vectors are replaced in one transaction. In a larger work, the first commit removes all old vectors.
    Until a later commit saves the vector of a text, the text is found only by its words. A second call continues an
    interrupted call. Raises InputError for an unknown work, EmbeddingError, StaleRevisionError (another process
    committed meanwhile), StoreError.
    """
    work = await stored_work(store, group_id)
    revision, done = work.revision, 0
    replacing = work.embedder not in {None, embedder.name}

    async def save_batch(batch: list[Record]) -> None:
        nonlocal revision, done, replacing
        changes = Changes(
            group_id=group_id,
            base_revision=revision,
            commit_id=uuid.uuid4().hex,
            at=clock(),
            action=REINDEXED,
            put=tuple(await embedded(batch, lambda _: None, embedder)),
            embedder=embedder.name,
            dimension=embedder.dimension,
            replaces_vectors=replacing,
        )
        revision = await save(store, [changes])
        replacing = False
        done += len(batch)
        on_progress(done)

    batch: list[Record] = []
    async for record in _to_embed(store, work, embedder):
        batch.append(record)
        if len(batch) == texts_per_commit:
            await save_batch(batch)
            batch = []
    if batch or replacing:
        await save_batch(batch)
    return Reindexed(revision, done)


async def _to_embed(store: GraphStore, work: Work, embedder: Embedder) -> AsyncIterator[Record]:
    """Yield the entities, facts and passages that need a vector of *embedder*, each as a record without a vector."""
    whole = work.embedder != embedder.name
    for kind in sorted(SEARCHED):
        async for record in store.stream(work.group_id, kind, vectors=not whole):
            if record.text and record.vector is None:
                yield record
