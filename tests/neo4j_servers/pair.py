"""The two servers that every test shares: one of each version, side by side, at addresses that a file names."""

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
    """The shared server of this version, whether it runs or not; the next start gives it this *memory*."""
    return Server(version, FOLDER / version, preferred_port=PORTS[version], memory=memory)


def start(*, fresh: bool = False, memory: Memory = LITTLE) -> dict[str, str]:
    """The address of each version once both answer; `fresh` and *memory* count for a server that does not run yet."""
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
    """Ends both; servers that do not run are no error."""
    ADDRESSES.unlink(missing_ok=True)
    with ThreadPoolExecutor(len(VERSIONS)) as pool:
        for end in [pool.submit(shared_server(version).stop) for version in VERSIONS]:
            end.result()


def addresses() -> dict[str, str]:
    """The Bolt address of each version; raises `ServerError` where they were not started."""
    try:
        text = ADDRESSES.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ServerError("The Neo4j servers do not run: make neo4j-start") from None
    return {version: str(json.loads(text)[version]) for version in VERSIONS}


def _write(path: Path, text: str) -> None:
    """Whole or not at all, for readers that come meanwhile."""
    draft = path.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
