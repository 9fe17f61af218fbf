"""The Neo4j store, which saves stories in a Neo4j database as a graph that people can browse."""

from episodic.stores.neo4j.store import Neo4jStore

__all__ = ["Neo4jStore"]
