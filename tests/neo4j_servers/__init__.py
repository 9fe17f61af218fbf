"""Real Neo4j servers for tests and benchmarks, with no root, system Java, Maven or container needed.

    python -m tests.neo4j_servers start      # both versions, side by side; addresses in .neo4j/servers.json
    python -m tests.neo4j_servers stop

A test that needs a server of its own, to put a password on it or to kill it:

    server = Server(LTS, tmp_path / "neo4j", password="...")
    with server.running() as address: ...
"""

from tests.neo4j_servers.jars import CURRENT, LTS, VERSIONS
from tests.neo4j_servers.pair import addresses
from tests.neo4j_servers.server import Server, ServerError

__all__ = ["CURRENT", "LTS", "VERSIONS", "Server", "ServerError", "addresses"]
