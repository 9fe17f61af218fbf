"""The two servers that all tests share: one of each version, with addresses in a file."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tests.neo4j_servers.jars import CHECKOUT, CURRENT, LTS, VERSIONS, jar_cache
from tests.neo4j_servers.server import LITTLE, Memory, Server, ServerError

FOLDER: Final = CHECKOUT / ".neo4j"
ADDRESSES: Final = FOLDER / "servers.json"
PORTS: Final = {LTS: 17687, CURRENT: 17688}


def shared_server(version: str, memory: Memory = LITTLE) -> Server:
    """Return the shared server of this version, running or not. The next start uses *memory*."""
    return Server(version, FOLDER / version, preferred_port=PORTS[version], memory=memory)


def start(*, fresh: bool = False, memory: Memory = LITTLE) -> dict[str, str]:
    """Start both servers and return their addresses. `fresh` and *memory* apply only to servers that do not run yet."""
    FOLDER.mkdir(exist_ok=True)
    for version in VERSIONS:
        jar_cache().jars(version)
    with ThreadPoolExecutor(len(VERSIONS)) as pool:
        starts = {version: pool.submit(_start_one, shared_server(version, memory), fresh=fresh) for version in VERSIONS}
        started = {version: start.result() for version, start in starts.items()}
    _write(ADDRESSES, json.dumps(started, indent=2) + "\n")
    return started


def _start_one(server: Server, *, fresh: bool) -> str:
    if fresh and not server.is_up():
        server.kill()
        server.forget()
    return server.start()


def stop() -> None:
    """Stop both servers. A server that does not run is no error."""
    ADDRESSES.unlink(missing_ok=True)
    with ThreadPoolExecutor(len(VERSIONS)) as pool:
        for end in [pool.submit(shared_server(version).stop) for version in VERSIONS]:
            end.result()


def addresses() -> dict[str, str]:
    """Return the Bolt address of each version. Raises `ServerError` if the servers were not started."""
    try:
        text = ADDRESSES.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ServerError("The Neo4j servers do not run: make neo4j-start") from None
    return {version: str(json.loads(text)[version]) for version in VERSIONS}


def _write(path: Path, text: str) -> None:
    """Write the file atomically, because other processes may read it at the same time."""
    draft = path.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
