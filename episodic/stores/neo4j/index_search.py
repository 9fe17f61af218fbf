"""Searches of the Neo4j store by name, text, vector and link, with the scoring rows or values of the found records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from episodic.model.records import Kind
from episodic.ports import Candidates, CandidateSearch, IndexHits, IndexSearch, Scored
from episodic.stores.neo4j.connection import Run
from episodic.stores.neo4j.search_steps import ROW, VALUE, Step, ids_of, read_content
from episodic.stores.neo4j.vector_search import VectorQuery, VectorSearch, WorkVectors, work_vectors
from episodic.stores.validation import clamped
from episodic.text.scoring_rows import stored_row


class VectorOptions(NamedTuple):
    """A work with at most `exact_rows` records of a kind is searched exactly by vector. `filters` tells whether the
    server's vector indexes can filter by properties.
    """

    exact_rows: int
    filters: bool


class Neo4jIndex:
    """The indexes of the server, and the cached vectors of small works."""

    def __init__(self) -> None:
        self._vectors = VectorSearch()
        self._states: dict[str, WorkVectors] = {}
        """The states of the works that were searched last. Each search by vector checks whether the state has changed."""

    async def search(
        self, run: Run, group_id: str, searches: Sequence[IndexSearch], options: VectorOptions
    ) -> Sequence[IndexHits]:
        """Return the hits of each search, with the values of the found records."""
        step = Step(run, group_id, CandidateSearch(searches=searches), VALUE)
        await self._answer(step, options)
        content = await step.complete()
        hits = step.hits()
        return [
            replace(one, values=_present(content.get(search.kind, {}), ids_of(one)))
            for search, one in zip(searches, hits, strict=True)
        ]

    async def candidates(self, run: Run, group_id: str, asked: CandidateSearch, options: VectorOptions) -> Candidates:
        """Return the results of one step of a search, if possible in one round trip."""
        step = Step(run, group_id, asked, ROW)
        await self._answer(step, options)
        content = await step.complete()
        rows = {
            kind: {uuid: stored_row(row) for uuid, row in found.items() if row is not None}
            for kind, found in content.items()
        }
        without = {kind: [uuid for uuid, row in found.items() if row is None] for kind, found in content.items()}
        values = await read_content(run, group_id, {**asked.ids, **_joined(without, asked.ids)}, VALUE)
        for uuid, value in step.named.items():
            values.setdefault(Kind.ENTITY, {})[uuid] = value
        shown = {kind: _present(found, found) for kind, found in values.items()}
        return Candidates(step.names(), step.hits(), step.links, rows, shown)

    async def _answer(self, step: Step, options: VectorOptions) -> None:
        """Search by vector at the last known state of the work, and again if the answer tells that it has changed."""
        group_id, by_vector = step.group_id, any(one.vector is not None for one in step.asked.searches)
        state = self._states.get(group_id)
        if by_vector and (state is None or not _fits(state, step.asked.searches)):
            state = await work_vectors(step.run, group_id)
        while True:
            if by_vector:
                step.by_vector = await self._by_vector(step.run, state, step.asked.searches, options)
            found = await step.ask(state=by_vector)
            if not by_vector or found == state:
                break
            state = found
        if state is not None:
            self._states[group_id] = state
        elif by_vector:
            self._states.pop(group_id, None)

    async def _by_vector(
        self, run: Run, work: WorkVectors | None, searches: Sequence[IndexSearch], options: VectorOptions
    ) -> Mapping[int, Sequence[Scored]]:
        """Return the hits of the vector queries, by the position of the search in *searches*."""
        found: dict[int, Sequence[Scored]] = {}
        for place, one in enumerate(searches):
            if work is not None and one.vector is not None:
                query = VectorQuery(one.vector, one.limit, clamped(one.bounds), options.exact_rows, options.filters)
                found[place] = await self._vectors.search(run, work, one.kind, query=query)
        return found


def _fits(state: WorkVectors, searches: Sequence[IndexSearch]) -> bool:
    """Return whether the vectors of the searches have the dimension of the work's vectors at the last known state."""
    return all(one.vector is None or one.vector.shape == (state.dimension,) for one in searches)


def _present(content: Mapping[str, str | None], ids: Iterable[str]) -> dict[str, str]:
    return {uuid: value for uuid in ids if (value := content.get(uuid)) is not None}


def _joined(one: Mapping[Kind, Sequence[str]], other: Mapping[Kind, Sequence[str]]) -> dict[Kind, list[str]]:
    return {kind: [*ids, *other.get(kind, ())] for kind, ids in one.items() if ids}
