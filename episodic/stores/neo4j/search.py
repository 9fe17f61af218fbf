"""Searches by name, text, vector and link, and reads the scoring rows (what scores a record) or values of the hits."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from episodic.concurrency import run_all
from episodic.model.records import Kind
from episodic.ports import Candidates, CandidateSearch, IndexHits, IndexSearch, LinkSearch
from episodic.stores.found_ids import found_ids, hit_ids
from episodic.stores.kept_rows import keep_rows
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import RunCypher, complete
from episodic.stores.neo4j.full_text import TextQuery
from episodic.stores.neo4j.graph_model import NAME, asked_for, key_of, keys_of, work_key
from episodic.stores.neo4j.rows import WorkNode, work_node
from episodic.stores.neo4j.vector_search import VectorSearch
from episodic.stores.validation import is_storable
from episodic.text.scoring_rows import ScoringRow, stored_row

_MOST_VERSIONS = 4
"""The maximum number of work versions of which scoring rows are kept in memory."""

Ids = Mapping[Kind, Collection[str]]
ScoringRows = defaultdict[Kind, dict[str, ScoringRow]]
Values = defaultdict[Kind, dict[str, str]]


class Neo4jIndex:
    """The search indexes of a store: the indexes of the server, and in memory the vectors and the scoring rows.

    Scoring rows in memory are used only for the version of a work from which they were read. The reason is that a
    commit does not tell other clients which of these rows it changed.
    """

    def __init__(self, run: RunCypher, vectors: VectorSearch) -> None:
        self._run = run
        self._vectors = vectors
        self._kept_rows = lru_cache(_MOST_VERSIONS)(_no_rows)

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        """Return the hits of each index search, with the values of the found records."""
        asked = CandidateSearch(searches=searches)
        _, found = await self.find(group_id, asked)
        _, values = await self._read(group_id, {}, found_ids(asked, found.hits, ()))
        return [
            replace(hits, values={uuid: values[one.kind][uuid] for uuid in hit_ids(hits) if uuid in values[one.kind]})
            for one, hits in zip(searches, found.hits, strict=True)
        ]

    async def candidates(self, group_id: str, asked: CandidateSearch) -> Candidates:
        """Return the answer to one step of a search. Scoring rows and values are read after the ids are known."""
        work, found = await self.find(group_id, asked)
        kept = _no_rows() if work is None else self._kept_rows(group_id, work.birth, work.revision)
        ids = found_ids(asked, found.hits, found.links)
        rows = {kind: {uuid: kept[kind][uuid] for uuid in of if uuid in kept[kind]} for kind, of in ids.items()}
        unknown = {kind: [uuid for uuid in of if uuid not in rows[kind]] for kind, of in ids.items()}
        more, values = await self._read(group_id, unknown, asked.ids)
        for kind, of_kind in more.items():
            keep_rows(kept[kind], of_kind)
            rows[kind] |= of_kind
        values[Kind.ENTITY] |= found.values[Kind.ENTITY]
        return replace(found, rows=rows, values=values)

    async def find(self, group_id: str, asked: CandidateSearch) -> tuple[WorkNode | None, Candidates]:
        """Return the state of the work, and what the searches in *asked* find by name, text, vector and link. The
        result has no scoring rows. The state is None if the work does not exist or was not read.
        """
        work: WorkNode | None = None
        named: defaultdict[str, list[str]] = defaultdict(list)
        values: dict[str, str] = {}
        links: list[Sequence[str]] = [() for _ in asked.links]
        texts = [TextQuery(group_id, one, place=place) for place, one in enumerate(asked.searches)]
        names = [key for key in dict.fromkeys(asked.names) if is_storable(key)]
        keys = [{"key": key_of(group_id, NAME, name), "name": name} for name in names]
        ends = [_link_parameters(group_id, one) for one in asked.links]
        is_pending = bool(keys or texts or ends)
        while is_pending:
            parameters = {"names": keys, "texts": [one.parameters() for one in texts if one.pending], "links": ends}
            rows = await self._run(cypher.find(len(ends)), work=work_key(group_id), **parameters)
            ((works, of_names, of_texts, of_links),) = rows
            work = next(map(work_node, complete(works, 1)), None)
            for name, _, uuid, value in sorted(complete(of_names, 4)):
                named[name].append(uuid)
                values[uuid] = value
            for place, *found in of_texts:
                texts[place].take(*found)
            for place, uuids in of_links:
                links[place] = uuids
            # A text is searched again, with more hits, if too few of its hits are within the bounds of the search.
            is_pending = any(one.pending for one in texts)
            keys, ends = [], []
        nearest = await run_all(self._vectors.search(group_id, work, one) for one in asked.searches)
        hits = [IndexHits(text.hits, near) for text, near in zip(texts, nearest, strict=True)]
        found_names = {name: tuple(named[name]) for name in names if name in named}
        return work, Candidates(found_names, hits, links, {}, {Kind.ENTITY: values})

    async def _read(self, group_id: str, rows: Ids, values: Ids) -> tuple[ScoringRows, Values]:
        """Return the scoring rows of the records with the ids *rows*, and the values of the records with the ids
        *values*, by kind and id. A record with an id of *rows* that has no scoring row is among the values.
        """
        found_rows, found_values = _no_rows(), Values(dict)
        asked = [*asked_for(group_id, rows, scored=True), *asked_for(group_id, values, scored=False)]
        for (found,) in await self._run(cypher.READ, asked=asked) if asked else ():
            for kind, uuid, row, value in complete(found, 2):
                if row is not None:
                    found_rows[Kind(kind)][uuid] = stored_row(row)
                elif value is not None:
                    found_values[Kind(kind)][uuid] = value
        return found_rows, found_values


def _no_rows(*_version: object) -> ScoringRows:
    return ScoringRows(dict)


def _link_parameters(group_id: str, asked: LinkSearch) -> dict[str, object]:
    return {
        "keys": keys_of(group_id, Kind.ENTITY, asked.entities),
        "facets": [sorted(facets) for facets in asked.facets],
        "predicates": sorted(asked.predicates) or None,
        "limit": max(0, asked.limit),
    }
