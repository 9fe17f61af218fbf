"""Tests of the shared Neo4j test servers: constraints, Han text, vectors and memory.

Passwords and restarts after a kill are tested in tests/unit/stores/neo4j/test_faulty_servers.py.
"""

from pathlib import Path

import neo4j
import pytest
from neo4j.exceptions import ConstraintError

from tests.neo4j_servers import VERSIONS, addresses
from tests.neo4j_servers.server import USUAL

INDEXES = (
    "CREATE CONSTRAINT probe_uuid IF NOT EXISTS FOR (n:Probe) REQUIRE n.uuid IS UNIQUE",
    """
    CREATE FULLTEXT INDEX probe_text IF NOT EXISTS FOR (n:Probe) ON EACH [n.text]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}}
    """,
    """
    CREATE VECTOR INDEX probe_vector IF NOT EXISTS FOR (n:Probe) ON n.vector
    OPTIONS {indexConfig: {
        `vector.dimensions`: 2, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false
    }}
    """,
)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_shared_server_has_constraints_and_finds_han_text_and_vectors(version: str) -> None:
    with neo4j.GraphDatabase.driver(addresses()[version]) as driver:
        for statement in INDEXES:
            driver.execute_query(statement)
        driver.execute_query("CALL db.awaitIndexes(60)")
        driver.execute_query("MATCH (n:Probe) DELETE n")
        driver.execute_query("CREATE (:Probe {uuid: '1', text: '林黛玉进贾府', vector: [1.0, 0.0]})")
        driver.execute_query("CREATE (:Probe {uuid: '2', text: '宝玉挨打', vector: [0.0, 1.0]})")

        by_text = driver.execute_query(
            "CALL db.index.fulltext.queryNodes('probe_text', $text) YIELD node RETURN node.uuid AS uuid",
            parameters_={"text": '"林黛玉"'},
        ).records
        by_vector = driver.execute_query(
            "CALL db.index.vector.queryNodes('probe_vector', 1, [0.1, 0.9]) YIELD node RETURN node.uuid AS uuid"
        ).records
        release = driver.execute_query("CALL dbms.components() YIELD versions RETURN versions[0] AS it").records[0][
            "it"
        ]

        assert [record["uuid"] for record in by_text] == ["1"]
        assert [record["uuid"] for record in by_vector] == ["2"]
        assert release == version
        with pytest.raises(ConstraintError):
            driver.execute_query("CREATE (:Probe {uuid: '1'})")


def test_a_benchmark_server_has_the_memory_of_compose_yaml() -> None:
    composed = (Path(__file__).parents[2] / "compose.yaml").read_text(encoding="utf-8").lower()

    assert f"heap_initial__size: {USUAL.first_heap}" in composed
    assert f"heap_max__size: {USUAL.heap}" in composed
    assert f"pagecache_size: {USUAL.page_cache}" in composed
