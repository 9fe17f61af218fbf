"""Full-text and vector retrieval of facts, entities and passages, in rounds. A round makes one request to the store,
and a second one only if records must be decoded to decide whether they are visible.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass

from episodic.ports import Bounds, Candidates, CandidateSearch, IndexSearch, Vector
from episodic.search.candidates import RECORD_KINDS, ResultsByRetriever, Retriever, RetrieverResult, SearchPool
from episodic.search.filter_fields import HitKind

_NO_BOUNDS = Bounds()
_FACTOR = 4


@dataclass(frozen=True, slots=True, eq=False)
class IndexQuery:
    """The text and the vector with which an index search compares records. If the vector is None, only the text is
    compared.
    """

    text: str
    vector: Vector | None


class IndexRetrieval:
    """Full-text search and vector search for several kinds of record, in rounds. A round makes one request to the
    store, and a second one only if records must be decoded to decide whether they are visible. `found` contains, for
    each retriever and kind, the visible records with their scores.

    Each search begins with the limit *first*, which is raised until *need* visible records are found or no more exist.
    Records whose vector has a cosine similarity of 0 or less to the query vector are left out.
    """

    def __init__(
        self, pool: SearchPool, query: IndexQuery, kinds: Collection[HitKind], *, first: int, need: int
    ) -> None:
        self._pool, self._query, self._kinds, self._need, self._limit = pool, query, kinds, need, first
        self._bounds = {kind: pool.view.bounds(kind) for kind in kinds}
        retrievers = (Retriever.TEXT,) if query.vector is None else (Retriever.TEXT, Retriever.VECTOR)
        self._pending = {(retriever, kind) for kind in kinds for retriever in retrievers}
        self.found: ResultsByRetriever = {
            key: RetrieverResult({}, 0) for key in self._pending if self._bounds[key[1]] is None
        }
        self._pending -= self.found.keys()

    def searches(self) -> list[IndexSearch]:
        """Return the index searches of the next round, or an empty list if no retriever needs another round."""
        text, vector = self._query.text, self._query.vector
        return [
            IndexSearch(
                RECORD_KINDS[kind],
                text=text if (Retriever.TEXT, kind) in self._pending else None,
                vector=vector if (Retriever.VECTOR, kind) in self._pending else None,
                limit=self._limit,
                bounds=self._bounds[kind] or _NO_BOUNDS,
                above=0.0,
            )
            for kind in self._asked()
        ]

    def take(self, answer: Candidates) -> None:
        """Put the visible records of each search that needs no further round into `found`, and raise the limit of the
        other searches for the next round.
        """
        for kind, hits in zip(self._asked(), answer.hits, strict=True):
            visible = self._pool.rows[kind]
            similar = [one for one in hits.by_vector if one.score > 0]
            for retriever, scored in ((Retriever.TEXT, hits.by_text), (Retriever.VECTOR, similar)):
                kept = {uuid: score for uuid, score in scored if uuid in visible}
                if (retriever, kind) in self._pending and (len(kept) >= self._need or len(scored) < self._limit):
                    self.found[retriever, kind] = RetrieverResult(kept, len(scored))
                    self._pending.remove((retriever, kind))
        self._limit *= _FACTOR

    def rounds(self) -> Generator[CandidateSearch, Candidates, ResultsByRetriever]:
        """Run rounds until no search needs another one, and return the records found."""
        while searches := self.searches():
            self.take((yield from self._pool.found(CandidateSearch(searches=searches))))
        return self.found

    def _asked(self) -> list[HitKind]:
        return [kind for kind in self._kinds if any(kind is of for _, of in self._pending)]
