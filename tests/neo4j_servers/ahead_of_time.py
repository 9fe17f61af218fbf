"""Java's ahead-of-time cache of a version (JEP 514): with it a server with little memory starts in half the time.

A first server of each version is started for it, does a little of everything, and writes the cache when it stops.
"""

import asyncio
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from episodic.app import StoryGraph
from episodic.stores.neo4j import Neo4jStore
from tests.neo4j_servers.jars import VERSIONS
from tests.neo4j_servers.server import LITTLE, Server, ServerError, ahead_of_time
from tests.story import CHAPTERS


def make_all() -> None:
    """The caches of both versions, as far as they are not there."""
    with ThreadPoolExecutor(len(VERSIONS)) as pool:
        list(pool.map(make, VERSIONS))


def make(version: str) -> bool:
    """Whether the cache of this version is there, made if it is not; without it all is as it is with it, but for the time."""
    cache = ahead_of_time(version)
    if cache.exists():
        return True
    cache.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache.parent) as folder:
        written = Path(folder) / cache.name
        server = Server(version, Path(folder) / "home", memory=replace(LITTLE, java=_writing(written)))
        try:
            with server.running() as address:
                asyncio.run(_little_of_everything(address))
        except ServerError:
            return False
        if not written.exists():
            return False
        shutil.move(written, cache)
    return True


def _writing(cache: Path) -> tuple[str, ...]:
    return (*LITTLE.java, f"-XX:AOTCacheOutput={cache}")


async def _little_of_everything(address: str) -> None:
    async with StoryGraph(Neo4jStore(address)) as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.search("林远住在哪里")
        async for _ in graph.export():
            pass
        await graph.delete()
