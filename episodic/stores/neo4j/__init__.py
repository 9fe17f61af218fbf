"""The Neo4j store, which saves stories in a Neo4j database as a graph that people can browse.

`store` has the methods of a GraphStore, which run the statements of `cypher` through a `connection`. A commit is planned
as rows and keys by `planning`, and written by `commit`, as are imports and checkpoints. `graph_model` says which node or
relationship stores a record, and `rows` with which properties.
"""

from episodic.stores.neo4j.store import Neo4jStore

__all__ = ["Neo4jStore"]
