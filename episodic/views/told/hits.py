"""Converts hits of the whole work's search index to hits that show only what the work tells up to a given chapter.

The index contains the facts and entities of all chapters. In a hit, a fact or entity of all chapters is replaced by
what the chapters up to the given one tell of it. A full-text hit is kept only if the text up to the given chapter
contains a word of the query. A search must not find a name, or an end of a fact, that only later chapters tell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
from pydantic_core import from_json as parsed

from episodic.errors import EmbeddingUnavailableError
from episodic.model.graph import Entity
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, Record, from_json
from episodic.pipeline.projection.record_encoding import record_of
from episodic.ports import Embedder, IndexHits, IndexSearch, RecordSource, Scored, Vector
from episodic.text.tokens import QueryToken, query_tokens, tokens
from episodic.views.told.records import ToldRecords
from episodic.views.told.work import ToldWork

_DIGITS = 6
"""The number of decimal places to which a cosine similarity is rounded, as in the stores."""


class ToldHits:
    """Finds, for search hits in *store*, the corresponding facts and entities of the work *told*. The argument *last*
    is the order key of the last chapter.
    """

    def __init__(
        self, store: RecordSource, told: ToldWork, records: ToldRecords, *, last: int, embedder: Embedder
    ) -> None:
        self._store, self._told, self._records, self._last = store, told, records, last
        self._embedder = embedder
        self._vectors: dict[str, Vector] = {}

    async def of(self, group_id: str, search: IndexSearch, hits: IndexHits) -> IndexHits:
        """Return the hits in the chapters up to the given one that correspond to *hits*, the result of a search in all
        chapters. Raises StoreError, EmbeddingError.
        """
        kind = search.kind
        texts: dict[str, str] = {}
        found: dict[str, list[str]] = {}
        like: dict[str, list[str]] = {}
        with paused_collector():
            for uuid, value in hits.values.items():
                texts[uuid], found[uuid], others = self._belonging(kind, uuid, value)
                like[uuid] = [one for one in others if one not in hits.values]
        # Some facts and entities that are similar to a hit have a record of their own in the index of the whole work.
        # They are not added here, because the search finds them by the text of that record. Chapters after the given
        # one may merge a fact or entity A into another one, B. The index then contains only B, so that only a hit for B
        # leads to A.
        more = sorted({one for row in like.values() for one in row})
        stored = await self._store.fetch(group_id, kind, ids=more) if more else ()
        own = {one.uuid for one in stored if one.told <= self._last}
        ids = {uuid: [*row, *(one for one in like[uuid] if one not in own)] for uuid, row in found.items()}
        rows = {one.uuid: one for one in self._records.some(kind, [one for row in ids.values() for one in row])}
        by_text = self._by_text(search.text or "", hits.by_text, ids, rows=rows, texts=texts)
        by_vector = await self._by_vector(search.vector, hits.by_vector, ids, rows=rows, texts=texts)
        kept = {one.uuid for one in (*by_text, *by_vector)}
        return IndexHits(by_text, by_vector, {uuid: row.value for uuid, row in rows.items() if uuid in kept})

    def _belonging(self, kind: Kind, uuid: str, value: str) -> tuple[str, list[str], list[str]]:
        if kind is Kind.FACT:
            fact, similar = self._told.facts_like(uuid)
            return cast("dict[str, str]", parsed(value))["text"], ([] if fact is None else [fact]), similar
        entities, entity = self._told.entities, from_json(Entity, value)
        places = (entities.at(one.first.episode, one.first.start) for one in entity.aliases)
        found = list(dict.fromkeys(one for one in places if one is not None))
        named = dict.fromkeys(one for alias in entity.aliases for one in entities.named(alias.key))
        return record_of(entity).text or "", found, [one for one in named if one not in found]

    def _by_text(
        self,
        query: str,
        hits: Sequence[Scored],
        ids: Mapping[str, Sequence[str]],
        *,
        rows: Mapping[str, Record],
        texts: Mapping[str, str],
    ) -> list[Scored]:
        """Return the full-text hits in the chapters up to the given one, best first. The text of a record up to the
        given chapter may differ from its indexed text of all chapters. The score is then multiplied by the ratio of the
        numbers of query words in the two texts. A record is left out if its text up to the given chapter contains no
        word of the query.
        """
        asked = query_tokens(query)
        best: dict[str, float] = {}
        for hit in hits:
            for uuid in ids.get(hit.uuid, ()):
                row = rows.get(uuid)
                if row is None or not row.text:
                    continue
                score = hit.score
                if row.text != texts[hit.uuid]:
                    score *= _matched(asked, row.text) / max(1, _matched(asked, texts[hit.uuid]))
                if score > 0:
                    best[uuid] = max(score, best.get(uuid, score))
        return _ranked(best)

    async def _by_vector(
        self,
        vector: Vector | None,
        hits: Sequence[Scored],
        ids: Mapping[str, Sequence[str]],
        *,
        rows: Mapping[str, Record],
        texts: Mapping[str, str],
    ) -> list[Scored]:
        if vector is None:
            return []
        pairs = [(hit, rows[uuid]) for hit in hits for uuid in ids.get(hit.uuid, ()) if uuid in rows]
        best = {row.uuid: hit.score for hit, row in pairs if row.text == texts[hit.uuid]}
        changed = {row.uuid: row.text for _, row in pairs if row.uuid not in best and row.text}
        for uuid, own in (await self._embedded(changed)).items():
            score = round(float(own @ vector / max(float(np.linalg.norm(vector)), 1e-9)), _DIGITS)
            if np.any(own):
                best[uuid] = score
        return _ranked(best)

    async def _embedded(self, texts: Mapping[str, str]) -> Mapping[str, Vector]:
        fresh = [text for text in dict.fromkeys(texts.values()) if text not in self._vectors]
        if fresh:
            try:
                rows = await self._embedder.embed(fresh)
            except EmbeddingUnavailableError:
                return {}
            self._vectors.update(zip(fresh, rows, strict=True))
        return {uuid: self._vectors[text] for uuid, text in texts.items()}


def _matched(query: Sequence[QueryToken], text: str) -> int:
    own = set(tokens(text))
    return sum(any(one.startswith(token.text) for one in own) if token.prefix else token.text in own for token in query)


def _ranked(scores: Mapping[str, float]) -> list[Scored]:
    return [Scored(uuid, score) for uuid, score in sorted(scores.items(), key=lambda one: (-one[1], one[0]))]
