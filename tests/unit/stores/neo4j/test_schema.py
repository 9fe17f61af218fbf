"""Databases that earlier versions wrote get facets and end keys when they are opened."""

from dataclasses import replace

import neo4j

from episodic.model.facets import Facet, facet
from episodic.model.records import Kind
from episodic.ports import Bounds, Candidates, CandidateSearch, LinkSearch, SearchSteps
from episodic.stores.migrations import DERIVED_VERSION
from episodic.stores.neo4j import Neo4jStore
from episodic.testing.store_contract.builders import entity, fact, save, search_text


def found_by_predicate(entity_id: str, predicates: frozenset[str]) -> SearchSteps[Candidates]:
    answer = yield CandidateSearch(links=[LinkSearch([entity_id], 5, predicates=predicates)])
    return answer


async def test_records_of_earlier_versions_get_facets(
    address: str, store: Neo4jStore, group: str, driver: neo4j.Driver
) -> None:
    """Facts get their facets, and so do their further participants."""
    value = '{"predicate":"lives_in"}'
    homes = [replace(fact(f"f{n}", "e", text="港口", others=["p"]), value=value) for n in range(3)]
    await save(store, group, entity("e", "e"), entity("p", "p"), *homes, fact("g", "e", text="港口", others=["p"]))
    driver.execute_query(
        """MATCH (n:Stored {group_id: $group})-[r]-()
        REMOVE r.facets, n.facets, r.predicate, r.row, n.row, r.start_key, r.end_key""",
        parameters_={"group": group},
    )
    driver.execute_query("MATCH (s:EpisodicSchema) SET s.derived = '0'")
    newer = Neo4jStore(address)

    lives = Bounds(facets=(frozenset({facet(Facet.PREDICATE, "livesin")}),))
    found = await search_text(newer, group, Kind.FACT, "港口", limit=5, bounds=lives)
    near = await newer.neighbours(group, ["p"], limit=5, facets=lives.facets)
    linked = [await newer.neighbours(group, [end], limit=5) for end in ("e", "p")]
    by_predicate = await newer.retrieve(group, found_by_predicate("p", *lives.facets))
    await newer.close()

    derived = driver.execute_query("MATCH (s:EpisodicSchema) RETURN s.derived").records[0][0]
    assert sorted(one.uuid for one in found) == ["f0", "f1", "f2"]
    assert sorted(one.uuid for one in near) == ["f0", "f1", "f2"]
    assert sorted(by_predicate.links[0]) == ["f0", "f1", "f2"]
    assert [sorted(one.uuid for one in of) for of in linked] == [["f0", "f1", "f2", "g"]] * 2
    assert derived == DERIVED_VERSION
