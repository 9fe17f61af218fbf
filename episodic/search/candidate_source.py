"""Finds the candidates of a search (records that may become hits) in a record source without scoring rows.

A scoring row is a short form of a record, which a search reads first. The record source returns only the JSON of
records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from episodic.model.records import Kind
from episodic.ports import Candidates, CandidateSearch, IndexHits, RecordSource, SearchSteps

T = TypeVar("T")


class DecodedCandidates:
    """A CandidateSource that reads from a RecordSource, and returns the values of the found records without scoring
    rows (short forms of records).
    """

    def __init__(self, source: RecordSource) -> None:
        self._source = source

    async def retrieve(self, group_id: str, steps: SearchSteps[T]) -> T:
        """Answer each request of the generator *steps* from the record source, and return the generator's result.
        Raises StoreError.
        """
        try:
            asked = next(steps)
            while True:
                asked = steps.send(await self._answer(group_id, asked))
        except StopIteration as end:
            result: T = end.value
            return result

    async def _answer(self, group_id: str, asked: CandidateSearch) -> Candidates:
        source = self._source
        values: defaultdict[Kind, dict[str, str]] = defaultdict(dict)
        names: Mapping[str, tuple[str, ...]] = {}
        if asked.names:
            names = await source.named(group_id, asked.names)
        found = await source.search(group_id, asked.searches) if asked.searches else ()
        hits: list[IndexHits] = []
        for search, one in zip(asked.searches, found, strict=True):
            values[search.kind].update(one.values)
            hits.append(replace(one, values={}))
        links: list[list[str]] = []
        for link in asked.links:
            facts = await source.neighbours(group_id, link.entities, limit=link.limit, facets=link.facet_sets)
            values[Kind.FACT].update((one.uuid, one.value) for one in facts)
            links.append([one.uuid for one in facts])
        named = list(dict.fromkeys(uuid for ids in names.values() for uuid in ids))
        for kind, ids in (*asked.ids.items(), (Kind.ENTITY, named)):
            if ids:
                values[kind].update((one.uuid, one.value) for one in await source.fetch(group_id, kind, ids=ids))
        return Candidates(names, hits, links, {}, values)
