"""Protocols of the replaceable parts: graph store, language model, embedder, reranker and foreign retriever."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from episodic.model.records import Changes, Commit, Kind, Record, RecordKey, Staged, Work
from episodic.prompts import Prompt
from episodic.text.scoring_rows import ScoringRow

Reply = TypeVar("Reply", bound=BaseModel)
Found = TypeVar("Found")
Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Restrictions that a store applies inside its search index. A restriction that is None has no effect.

    `told_by` selects the records that are narrated in the chapter with this order key or before. `at` selects the facts
    that may hold in the chapter with this order key: `lo` <= `at` < `hi`, where `lo` and `hi` are fields of the record.
    Without `lo` there is no lower bound, without `hi` no upper bound. `facets` selects the records that have at least
    one facet (see `facets_of`) of each set.
    """

    told_by: int | None = None
    at: int | None = None
    facets: tuple[frozenset[str], ...] = ()


class Scored(NamedTuple):
    """One result of a search: the id of a record and its score.

    A greater score is a better match. The scores of different searches are not comparable.
    """

    uuid: str
    score: float

    @staticmethod
    def each(hits: Iterable[tuple[str, float]]) -> list[Scored]:
        """Return a `Scored` for each pair of an id and a score."""
        # `tuple.__new__` is faster than `Scored._make` and `Scored(...)`, which call a Python function for each hit.
        return [tuple.__new__(Scored, one) for one in hits]


@dataclass(frozen=True, slots=True, eq=False)
class IndexSearch:
    """A search for records of one kind, by text, by vector or by both.

    A search by text finds the records whose text shares words with `text`. In Chinese text, pairs of adjacent
    characters count as words. A search by vector finds the records whose vectors have the greatest cosine similarity to
    `vector`; records with equal scores are ordered by id. A search by text and a search by vector each return at most
    `limit` records within `bounds`. If `above` is given, a store may leave out records whose cosine similarity is not
    greater than `above`, because the caller ignores them.
    """

    kind: Kind
    text: str | None = None
    vector: Vector | None = None
    limit: int = 10
    bounds: Bounds = Bounds()
    above: float | None = None


@dataclass(frozen=True, slots=True)
class IndexHits:
    """The results of one IndexSearch: the hits by text and by vector, each best first, and the values of the found
    records by id. The value of a record that was deleted during the search may be missing.
    """

    by_text: Sequence[Scored] = ()
    by_vector: Sequence[Scored] = ()
    values: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class LinkSearch:
    """A search for facts by the entities that they connect: for each entity, the last *limit* facts in narrative order
    with at least one facet of each set of `facet_sets`. *predicates* are facets of predicates, or empty for any.
    """

    entities: Sequence[str]
    limit: int
    facets: tuple[frozenset[str], ...] = ()
    predicates: frozenset[str] = frozenset()

    @property
    def facet_sets(self) -> tuple[frozenset[str], ...]:
        """Return the sets in *facets*, followed by the set *predicates* unless it is empty."""
        return (*self.facets, self.predicates) if self.predicates else self.facets


@dataclass(frozen=True, slots=True)
class CandidateSearch:
    """One step of a search: names to look up, searches by text, vector and link, and records whose values are read."""

    names: Sequence[str] = ()
    searches: Sequence[IndexSearch] = ()
    links: Sequence[LinkSearch] = ()
    ids: Mapping[Kind, Sequence[str]] = field(default_factory=dict[Kind, Sequence[str]])


@dataclass(frozen=True, slots=True)
class Candidates:
    """The results of one step of a search.

    `names` maps each found name key to the ids of the entities with this name. `hits` contains the hits of each search,
    without values. `links` contains the ids of the facts that each search by connected entities (`LinkSearch`) found.
    `rows` contains, by kind and id, the scoring rows (short forms that a search reads first) of the hits and linked
    facts. `values` contains, by kind and id, the stored JSON of the entities in `names`, of the records that the step
    requested by id, and of the found records without a scoring row.
    """

    names: Mapping[str, tuple[str, ...]]
    hits: Sequence[IndexHits]
    links: Sequence[Sequence[str]]
    rows: Mapping[Kind, Mapping[str, ScoringRow]]
    values: Mapping[Kind, Mapping[str, str]]


SearchSteps = Generator[CandidateSearch, Candidates, Found]
"""A generator that yields the steps of a search, gets what the store found for each, and returns the search's result.
"""


@runtime_checkable
class CandidateSource(Protocol):
    """A store with scoring rows, short forms of records that searches read first instead of the records' values."""

    async def retrieve(self, group_id: str, steps: SearchSteps[Found]) -> Found:
        """Answer each step that the generator of a search yields, and return its result. A store that has snapshots
        answers all steps of a search from one snapshot.
        """
        ...


class RecordSource(Protocol):
    """A source of records for reads: a store, or records that are derived when a read asks for them.

    Every query is limited to one `group_id`, such as that of a work. Lists of records are sorted by narrative order,
    then by uuid. Every method may raise a StoreError.
    """

    async def work(self, group_id: str) -> Work | None:
        """Return the store's entry for the work with the name *group_id*, or None if the store has no such work."""
        ...

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        """Return the current records of *kind*, ordered by narrative position and uuid.

        With *ids*, only the records with these ids are returned, and unknown ids are ignored. With *vectors*, the
        records contain their vectors.
        """
        ...

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        """Return the number of current records of each kind. Kinds without records are left out."""
        ...

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = Bounds()) -> Mapping[int, int]:
        """Return, by order key of the chapter, the number of current records of a searched kind within *bounds*."""
        ...

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        """Return, sorted, a short form (listing row) of each current fact or entity, which lists and counts read."""
        ...

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Return, for each name key in *keys* that an entity has, the ids of all entities with exactly this name key."""
        ...

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        """Run several searches at once, and return the hits of each search, in the order of *searches*.

        Raises StoreRefusedError for a kind of record that is not in SEARCHED. Raises EmbeddingDimensionError if the
        work's vectors have another length than the vector of a search.
        """
        ...

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        """Return facts about these entities, each once and in narrative order. A returned fact has one of the entities
        as subject, object or participant, and at least one facet of each set of *facets*. For each entity, only the
        last *limit* of these facts are returned.
        """
        ...


class GraphStore(RecordSource, Protocol):
    """A store of works. A failed `commit` changes nothing in the store."""

    @property
    def address(self) -> str:
        """Return the address of the store, without user or password."""
        ...

    async def setup(self) -> None:
        """Create missing tables, indexes and constraints, and run migrations. A second call has no effect."""
        ...

    async def close(self) -> None:
        """Close all files and connections of the store."""
        ...

    async def works(self) -> Sequence[Work]:
        """Return all works in the store, ordered by group name, without staged (incompletely imported) works and
        without groups of the program's own data (see `is_service_group`).
        """
        ...

    async def commit(self, changes: Changes, *more: Changes) -> int:
        """Save all changes in one transaction, and return the new revision of the work.

        Each of the *changes* is saved as one commit, in the given order. All changes must belong to the same work, and
        the base revision of each must be the revision that the previous commit makes. Otherwise ValueError is raised.

        A commit can be retried safely: if the last `commit_id` is already stored, the call returns the revision of that
        commit and changes nothing. Raises StaleRevisionError if the work's revision is not the first `base_revision`,
        also if only some of the commits are stored. Raises StoreRefusedError if one of the commit ids belongs to
        another revision, or if a text, vector or order key cannot be stored. Raises EmbeddingDimensionError if a
        vector's length differs from the length of the work's other vectors.

        Retired inputs (such as texts) are kept as history, and retired derived records (such as facts) are deleted. If
        a record is saved without a vector and its text is unchanged, the store keeps the vector of the record.

        If the first of *changes* has `replaces_vectors`, all earlier vectors of the work are removed in the same
        transaction. With `replaces_vectors`, the work also gets the embedder and the dimension of the new vectors.
        ValueError is raised if changes after the first have `replaces_vectors`.
        """
        ...

    async def keep(self, group_id: str, *, put: Sequence[Record] = (), remove: Sequence[str] = ()) -> None:
        """In one transaction without a commit, save records of the kind CHECKPOINT and delete those with ids in *remove*.

        Keeping checkpoints changes neither the work nor its revision. Nothing is saved if the store has no such work.
        Raises StoreRefusedError for a record of any other kind than CHECKPOINT.
        """
        ...

    async def staged(self, group_id: str) -> Staged | None:
        """Return how much of a work is staged (saved but not published), or None if no such work is staged."""
        ...

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        """Save one part of a staged work, that is, of a work that is saved part by part, in one transaction. No read
        sees the work until `publish` is called, and commits to the work are refused until then.

        `part.parts` is the number of parts of the work that earlier calls of `stage` saved. All parts of a staged work
        together contain its commits from revision 1, in order. A commit can be divided among several *changes* with the
        same base revision and commit id. If the part is already saved, nothing is changed. Raises StaleRevisionError if
        the store has the work, or does not have exactly the earlier parts from the same `part.source`. Raises
        EmbeddingDimensionError if a vector's length differs from the length of the work's other vectors. Raises
        StoreRefusedError for a text, vector or order key that cannot be stored. Raises ValueError if the changes are
        not in order or have `replaces_vectors`.
        """
        ...

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        """Make a staged work visible, in one short transaction, and return its revision.

        *readable_from* becomes `Work.readable_from`, the first revision that can still be read. If no work with this
        name is staged, nothing is changed, and the revision of the work is returned (0 for an unknown work).
        """
        ...

    async def commits(self, group_id: str) -> Sequence[Commit]:
        """Return all commits of the work in the order of their revisions."""
        ...

    def stream(self, group_id: str, kind: Kind, *, vectors: bool = False) -> AsyncIterator[Record]:
        """Yield the same records as `fetch` without *ids*. Only a store in memory may read all these records at once."""
        ...

    async def history(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None
    ) -> Sequence[tuple[Record, int, int | None]]:
        """Return all versions of the records of an input kind (such as texts), or of those with these *ids*. The
        versions are ordered by narrative position, id and revision.

        Each version of a record comes with two revisions: the revision that saved the version, and the revision that
        retired the version. The revision that retired a version is None for the current version of a record.
        """
        ...

    async def history_ids(self, group_id: str, kind: Kind) -> Sequence[str]:
        """Return the ids of all current and retired records of an input kind (such as texts), ordered by first
        narrative position and id. To read a long history in parts, pass a few of these ids at a time to `history`.
        """
        ...

    async def digests(self, group_id: str, kind: Kind | None = None) -> Mapping[RecordKey, str]:
        """Return the digest (hash) of every current record, or only of the records of *kind*."""
        ...

    async def delete(self, group_id: str) -> bool:
        """Delete the whole work (also a staged work) with its history, and return whether the store had the work."""
        ...

    async def compact(self, group_id: str, *, keep: int) -> int:
        """Delete the records that revision *keep* or an earlier revision retired, in one transaction. Return the number
        of deleted records, or 0 for an unknown work.

        Current records, the work's revision and the list of commits are unchanged. `Work.readable_from`, the first
        revision that can still be read, becomes *keep* unless it is already greater. If *keep* is greater than the
        current revision, *keep* is set to the current revision.
        """
        ...

    async def purge(self, group_id: str) -> int:
        """Compact the work up to the current revision, erase the text of retired records from the store's files, and
        return the number of deleted records. The transaction logs of a database server may keep the text.

        Raises StoreUnavailableError if a concurrent read transaction prevents the erasure, so that the store's files
        may still contain the text of retired records. The caller should then call `purge` again.
        """
        ...

    async def copy_to(self, path: Path) -> bool:
        """Write a checked copy of the store into the empty file *path* and return True; on a server, return False.

        To back up a store on a server, export its works. Raises StoreError.
        """
        ...


class LanguageModel(Protocol):
    """A language model that answers a prompt with an instance of the prompt's reply class."""

    @property
    def name(self) -> str:
        """Return the name of the model. Stores keep a model's name with its readings and judgements."""
        ...

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the reply to the prompt. Raises ModelError if the model fails, instead of returning an empty reply."""
        ...


class Embedder(Protocol):
    """An embedder, which turns texts into vectors of a fixed dimension."""

    @property
    def name(self) -> str:
        """Return a name that contains the model and the dimension. Stores keep an embedder's name with its vectors."""
        ...

    @property
    def dimension(self) -> int:
        """Return the length of every vector."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vector:
        """Return one vector for each text as a row, in the order of the texts. A vector has the length 1, or is all
        zeros if the text has no words.
        """
        ...


@dataclass(frozen=True, slots=True)
class ForeignHit:
    """One result of a retriever that is not part of episodic. `reference` is the id of a fact, entity or passage of the
    work, or an id of the retriever's own. A greater score is a better match.
    """

    reference: str
    text: str = ""
    score: float = 1.0


class ForeignRetriever(Protocol):
    """A retriever that is not part of episodic, such as an index of the caller over the same text or other texts."""

    @property
    def name(self) -> str:
        """Return the name under which the retriever's results are reported."""
        ...

    async def retrieve(self, query: str, *, limit: int) -> Sequence[ForeignHit]:
        """Return at most *limit* results for the query."""
        ...


class Reranker(Protocol):
    """A reranker, which scores texts by how well they answer a query."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score for each text, in the order of the texts. A greater score is a better match."""
        ...
