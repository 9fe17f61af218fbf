"""The Neo4j store, which saves stories in a Neo4j database as a graph that people can browse.

The class in the module `store` is a GraphStore, and runs the statements of the module `cypher` through the module
`connection`. The module `planning` plans a commit as rows and keys; the module `commit` writes it, and writes imports
and checkpoints. The module `graph_model` says which node or relationship stores a record, and the module `rows` with
which properties.
"""

from episodic.stores.neo4j.store import Neo4jStore

__all__ = ["Neo4jStore"]
