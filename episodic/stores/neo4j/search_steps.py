"""One step of a search in Neo4j: names, texts, links and records in one statement, and a second statement for the rest."""

from collections.abc import Iterable, Mapping, Sequence

from episodic.model.records import Kind
from episodic.ports import CandidateSearch, IndexHits, Scored
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.connection import Run
from episodic.stores.neo4j.full_text import TextQuery
from episodic.stores.neo4j.graph_model import NAME, key_of, keys_of, work_key
from episodic.stores.neo4j.rows import facet_lists
from episodic.stores.neo4j.values import integer, is_complete, items
from episodic.stores.neo4j.vector_search import WorkVectors, vectors_of
from episodic.stores.validation import is_storable

ROW, VALUE = "row", "value"

Content = dict[Kind, dict[str, str | None]]
"""The rows or values of records by kind and id. The content of a record is None if there is none."""


class Step:
    """One step of a search: what it asks for, and what has been found."""

    def __init__(self, run: Run, group_id: str, asked: CandidateSearch, content: str) -> None:
        self.run, self.group_id, self.asked = run, group_id, asked
        self.by_vector: Mapping[int, Sequence[Scored]] = {}
        self.named: dict[str, str] = {}
        self.links: list[list[str]] = [[] for _ in asked.links]
        self._content_name = content
        self._texts = [TextQuery(group_id, one) for one in asked.searches]
        self._names: dict[str, list[tuple[int, str]]] = {}
        self._content: Content = {}
        self._is_first = True

    async def ask(self, *, state: bool) -> WorkVectors | None:
        """Run statements until all full-text queries are complete. Names and links are looked up by the first statement.
        Return the state of the work if *state* is true.
        """
        found = await self._ask(state=state)
        while any(text.pending for text in self._texts):
            await self._ask(state=False)
        return found

    async def _ask(self, *, state: bool) -> WorkVectors | None:
        names = [key for key in dict.fromkeys(self.asked.names) if is_storable(key)] if self._is_first else []
        links = self.asked.links if self._is_first else ()
        self._is_first = False
        texts = [place for place, text in enumerate(self._texts) if text.pending]
        records = self._missing(self.by_vector)
        if not (names or links or texts or records or state):
            return None
        parameters: dict[str, object] = {"work": work_key(self.group_id)}
        parameters["names"] = [{"key": key_of(self.group_id, NAME, name), "name": name} for name in names]
        for place, link in enumerate(links):
            keys = keys_of(
                self.group_id, [(Kind.ENTITY, uuid) for uuid in dict.fromkeys(link.entities) if is_storable(uuid)]
            )
            parameters[f"links_{place}"] = {"keys": keys, "facets": facet_lists(link.facets)}
            parameters[f"limit_{place}"] = max(0, link.limit)
        for number, place in enumerate(texts):
            parameters[f"text_{number}"] = self._texts[place].parameters()
        for kind, ids in records.items():
            parameters[f"records_{kind}"] = keys_of(self.group_id, [(kind, uuid) for uuid in ids])
        statement = cypher.search_step(
            state=state,
            names=bool(names),
            texts=[self.asked.searches[place].kind for place in texts],
            links=len(links),
            records=list(records),
            content=self._content_name,
        )
        work: WorkVectors | None = None
        for part, where, counts, found in await self.run(statement, **parameters):
            if part == "state":
                work = vectors_of(self.group_id, items(counts))
            else:
                self._take(str(part), where, items(counts), [items(one) for one in items(found)], texts)
        return work

    def _take(
        self,
        part: str,
        place: object,
        counts: Sequence[object],
        found: Sequence[Sequence[object]],
        texts: Sequence[int],
    ) -> None:
        found = [one for one in found if is_complete(one[0])]
        if part == "names":
            for name, uuid, told, value in found:
                if is_complete(uuid, told, value):
                    self._names.setdefault(str(name), []).append((integer(told), str(uuid)))
                    self.named[str(uuid)] = str(value)
        elif part == "text":
            number = texts[integer(place)]
            self._texts[number].take(counts[0], counts[1], found)
            self._keep(self.asked.searches[number].kind, ((one[0], one[2]) for one in found))
        elif part == "links":
            self.links[integer(place)] = list(dict.fromkeys(str(one[0]) for one in found))
            self._keep(Kind.FACT, ((one[0], one[1]) for one in found))
        else:
            self._keep(Kind(str(place)), ((one[0], one[1]) for one in found))

    def _keep(self, kind: Kind, found: Iterable[tuple[object, object]]) -> None:
        of_kind = self._content.setdefault(kind, {})
        of_kind.update((str(uuid), str(content)) for uuid, content in found if content is not None)

    def names(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the entities that have each name key."""
        asked = dict.fromkeys(self.asked.names)
        return {name: tuple(uuid for _, uuid in sorted(self._names[name])) for name in asked if name in self._names}

    def hits(self) -> list[IndexHits]:
        """Return the hits of each search by text and vector."""
        return [IndexHits(text.hits, self.by_vector.get(place, ())) for place, text in enumerate(self._texts)]

    def _missing(self, by_vector: Mapping[int, Sequence[Scored]]) -> dict[Kind, list[str]]:
        """Return the ids of the hits by vector whose content is not known."""
        missing: dict[Kind, list[str]] = {}
        for place, hits in by_vector.items():
            kind = self.asked.searches[place].kind
            known = self._content.get(kind, {})
            ids = [one.uuid for one in hits if one.uuid not in known]
            if ids:
                missing.setdefault(kind, []).extend(ids)
        return missing

    async def complete(self) -> Content:
        """Return the content of all hits and linked facts. What the first statements did not return is read."""
        ids: dict[Kind, dict[str, None]] = {}
        for search, hits in zip(self.asked.searches, self.hits(), strict=True):
            ids.setdefault(search.kind, {}).update(dict.fromkeys(ids_of(hits)))
        if self.links:
            ids.setdefault(Kind.FACT, {}).update((uuid, None) for one in self.links for uuid in one)
        found: Content = {kind: {one: self._content.get(kind, {}).get(one) for one in of} for kind, of in ids.items()}
        missing = {kind: [one for one, content in of.items() if content is None] for kind, of in found.items()}
        for kind, content in (await read_content(self.run, self.group_id, missing, self._content_name)).items():
            found[kind].update(content)
        return found


async def read_content(run: Run, group_id: str, ids: Mapping[Kind, Sequence[str]], content: str) -> Content:
    """Return the property *content* of records by kind and id."""
    wanted = {kind: [uuid for uuid in dict.fromkeys(of) if is_storable(uuid)] for kind, of in ids.items()}
    keys = {f"records_{kind}": keys_of(group_id, [(kind, uuid) for uuid in of]) for kind, of in wanted.items() if of}
    if not keys:
        return {}
    kinds = [kind for kind, of in wanted.items() if of]
    found: Content = {}
    for _, kind, _, rows in await run(cypher.search_step(records=kinds, content=content), **keys):
        pairs = [items(row) for row in items(rows)]
        found[Kind(str(kind))] = {
            str(uuid): None if row is None else str(row) for uuid, row in pairs if is_complete(uuid)
        }
    return found


def ids_of(hits: IndexHits) -> list[str]:
    """Return the ids of the hits by text and vector, each once."""
    return list(dict.fromkeys(one.uuid for one in (*hits.by_text, *hits.by_vector)))
