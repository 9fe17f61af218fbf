"""The Neo4j store, which saves stories in a Neo4j database as a graph that people can browse.

`store` has the methods of a GraphStore that write and search, and `reading` the methods that read. All methods run
statements of `cypher` through a `connection`, whose `errors` are translated. `schema` prepares the database once.

A commit is planned as rows and keys by `planning`, and written by `commit`; `staging` writes imports and checkpoints.
`graph_model` says which node or relationship stores a record, and `rows` with which properties. `search` runs the steps
of a search: by name, text (`full_text`), link and vector (`vector_search`).
"""

from episodic.stores.neo4j.store import Neo4jStore

__all__ = ["Neo4jStore"]
