"""Neo4j servers for tests and benchmarks, which need no root, system Java, Maven or container.

    python -m tests.neo4j_servers start      # both versions; addresses in .neo4j/servers.json
    python -m tests.neo4j_servers stop

A test that needs a separate server, for a password or a kill:

    server = Server(LTS, tmp_path / "neo4j", password="...")
    with server.running() as address: ...
"""

from tests.neo4j_servers.jars import CURRENT, LTS, VERSIONS
from tests.neo4j_servers.pair import addresses
from tests.neo4j_servers.server import Server, ServerError

__all__ = ["CURRENT", "LTS", "VERSIONS", "Server", "ServerError", "addresses"]
