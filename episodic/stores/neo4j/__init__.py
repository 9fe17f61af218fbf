"""The Neo4j store, which saves stories in a Neo4j database as a graph that people can browse.

The module `store` has the methods of a GraphStore that write and search, and the module `reading` has the methods that
read. All methods of the store run Cypher statements of the module `cypher` through a `connection`, and the module
`errors` translates errors of the driver. The module `schema` creates the indexes and runs the migrations of the
database before its first use.

A commit is planned as rows and keys by `planning`, and written by `commit`; `staging` writes imports and checkpoints.
`graph_model` says which node or relationship stores a record, and `rows` with which properties. `search` runs the steps
of a search: by name, text (`full_text`), link and vector (`vector_search`).
"""

from episodic.stores.neo4j.store import Neo4jStore

__all__ = ["Neo4jStore"]
