"""Searches the Neo4j store by name, text, vector and link, and reads the scoring rows or values of what was found."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.records import Kind
from episodic.ports import Candidates, CandidateSearch, IndexHits, IndexSearch, LinkSearch
from episodic.stores.kept_rows import keep_rows
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import RunCypher
from episodic.stores.neo4j.full_text import TextQuery
from episodic.stores.neo4j.graph_model import NAME, key_of, keys_of, work_key
from episodic.stores.neo4j.kept_rows import KeptRows, Version, version_of
from episodic.stores.neo4j.rows import facet_lists
from episodic.stores.neo4j.values import integer, is_complete, items
from episodic.stores.neo4j.vector_search import VectorSearch, WorkVectors, vectors_of
from episodic.stores.validation import clamped, is_storable
from episodic.text.scoring_rows import ScoringRow, stored_row

ROW, VALUE = "row", "value"

Ids = Mapping[Kind, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Found:
    """What one step of a search found: the ids of entities by name key, the hits of each index search, and the fact ids
    of each link search. `values` are the values of the entities found by name. `version` is the work's revision and
    birth, or None if they were not read.
    """

    names: Mapping[str, tuple[str, ...]]
    hits: Sequence[IndexHits]
    links: Sequence[Sequence[str]]
    values: Mapping[str, str]
    version: Version | None

    def ids(self, searches: Sequence[IndexSearch]) -> Ids:
        """Return the ids of all hits and linked facts, each once, by kind."""
        found: defaultdict[Kind, list[str]] = defaultdict(list)
        for search, hits in zip(searches, self.hits, strict=True):
            found[search.kind] += ids_of(hits)
        found[Kind.FACT] += (uuid for one in self.links for uuid in one)
        return {kind: list(dict.fromkeys(ids)) for kind, ids in found.items()}


async def search(
    run: RunCypher, group_id: str, searches: Sequence[IndexSearch], vectors: VectorSearch
) -> Sequence[IndexHits]:
    """Return the hits of each index search, with the values of the found records."""
    found = await find(run, group_id, CandidateSearch(searches=searches), vectors)
    values = (await read(run, group_id, {VALUE: found.ids(searches)}))[VALUE]
    return [
        replace(hits, values={uuid: values[one.kind][uuid] for uuid in ids_of(hits) if uuid in values[one.kind]})
        for one, hits in zip(searches, found.hits, strict=True)
    ]


async def candidates(
    run: RunCypher, group_id: str, asked: CandidateSearch, vectors: VectorSearch, known: KeptRows
) -> Candidates:
    """Return the answer to one step of a search: what was found, and the scoring rows of the hits and linked facts. The
    answer also has the values of entities found by name, of the records that were asked for, and of hits without a
    scoring row.
    """
    found = await find(run, group_id, asked, vectors)
    ids = found.ids(asked.searches)
    kept = known.of(group_id, found.version)
    rows = {kind: {uuid: kept[kind][uuid] for uuid in of if uuid in kept[kind]} for kind, of in ids.items()}
    content = await read(run, group_id, {ROW: _without(rows, ids), VALUE: asked.ids})
    for kind, of in content[ROW].items():
        more = {uuid: stored_row(row) for uuid, row in of.items()}
        keep_rows(kept[kind], more)
        rows[kind] |= more
    values = content[VALUE]
    values.setdefault(Kind.ENTITY, {}).update(found.values)
    for kind, more_values in (await read(run, group_id, {VALUE: _without(rows, ids)}))[VALUE].items():
        values.setdefault(kind, {}).update(more_values)
    return Candidates(found.names, found.hits, found.links, rows, values)


def _without(rows: Mapping[Kind, Mapping[str, ScoringRow]], ids: Ids) -> Ids:
    """Return those of the ids that have no scoring row in *rows*."""
    return {kind: [uuid for uuid in of if uuid not in rows[kind]] for kind, of in ids.items()}


async def find(run: RunCypher, group_id: str, asked: CandidateSearch, vectors: VectorSearch | None = None) -> Found:
    """Return what one step of a search finds, without scoring rows, and with values only of entities found by name. If
    *vectors* is None, nothing is searched by vector.
    """
    texts = [TextQuery(group_id, one) for one in asked.searches]
    wants_vectors = vectors is not None and any(one.vector is not None for one in asked.searches)
    names = [key for key in dict.fromkeys(asked.names) if is_storable(key)]
    named: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    values: dict[str, str] = {}
    linked: list[Sequence[str]] = [() for _ in asked.links]
    work: WorkVectors | None = None
    version: Version | None = None
    pending = [place for place, one in enumerate(texts) if one.pending]
    kinds = [asked.searches[place].kind for place in pending]
    state = wants_vectors or bool(asked.links)
    statement = cypher.find(state=state, names=bool(names), texts=kinds, links=len(asked.links))
    parameters = _parameters(group_id, names, asked.links)
    while statement:
        queries = {f"text_{number}": texts[place].parameters() for number, place in enumerate(pending)}
        ((parts,),) = await run(statement, **parameters, **queries)
        for part, number, counts, found in map(items, items(parts)):
            rows = [items(row) for row in items(found)]
            if part == "state":
                work = vectors_of(group_id, items(counts))
                version = version_of(items(counts))
            elif part == "names":
                for name, uuid, told, value in (row for row in rows if is_complete(*row)):
                    named[str(name)].append((integer(told), str(uuid)))
                    values[str(uuid)] = str(value)
            elif part == "links":
                linked[integer(number)] = list(dict.fromkeys(str(uuid) for (uuid,) in rows if is_complete(uuid)))
            else:
                texts[pending[integer(number)]].take(items(counts), rows)
        # A text is searched again, with more hits, if too few of its hits are within the bounds.
        pending = [place for place in pending if texts[place].pending]
        statement, parameters = cypher.find(texts=[asked.searches[place].kind for place in pending]), {}
    hits = [IndexHits(by_text=one.hits) for one in texts]
    if work is not None and vectors is not None:
        for place, each in enumerate(asked.searches):
            if each.vector is not None:
                bounded = replace(each, bounds=clamped(each.bounds))
                nearest = await vectors.search(run, work, bounded, each.vector)
                hits[place] = replace(hits[place], by_vector=nearest)
    by_name = {name: tuple(uuid for _, uuid in sorted(named[name])) for name in names if name in named}
    return Found(by_name, hits, linked, values, version)


def _parameters(group_id: str, names: Sequence[str], links: Sequence[LinkSearch]) -> dict[str, object]:
    parameters: dict[str, object] = {"work": work_key(group_id)}
    parameters["names"] = [{"key": key_of(group_id, NAME, name), "name": name} for name in names]
    for place, one in enumerate(links):
        entities = [(Kind.ENTITY, uuid) for uuid in dict.fromkeys(one.entities) if is_storable(uuid)]
        parameters[f"links_{place}"] = {"keys": keys_of(group_id, entities), "facets": facet_lists(one.facets)}
        parameters[f"limit_{place}"] = max(0, one.limit)
    return parameters


async def read(run: RunCypher, group_id: str, wanted: Mapping[str, Ids]) -> dict[str, dict[Kind, dict[str, str]]]:
    """Return properties of records: by the name of the property, by kind and by id. A record without a value in the
    property is left out.
    """
    found = {name: {kind: dict[str, str]() for kind in ids} for name, ids in wanted.items()}
    asked = [(name, kind, ids) for name, by_kind in wanted.items() for kind, ids in by_kind.items() if ids]
    keys = {
        f"keys_{place}": keys_of(group_id, [(kind, uuid) for uuid in dict.fromkeys(ids) if is_storable(uuid)])
        for place, (_, kind, ids) in enumerate(asked)
    }
    if asked:
        ((parts,),) = await run(cypher.read([(name, kind) for name, kind, _ in asked]), **keys)
        for place, rows in map(items, items(parts)):
            name, kind, _ = asked[integer(place)]
            pairs = [items(row) for row in items(rows)]
            found[name][kind].update((str(uuid), str(value)) for uuid, value in pairs if is_complete(uuid, value))
    return found


def ids_of(hits: IndexHits) -> Iterable[str]:
    """Return the ids of all hits by text and by vector, each once."""
    return dict.fromkeys(one.uuid for one in (*hits.by_text, *hits.by_vector))
