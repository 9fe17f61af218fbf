"""Java's ahead-of-time cache for a Neo4j version (JEP 514), which halves the start time of a server with little memory.

To create the cache, a first server of the version starts, executes a few queries, and writes the cache when it stops.
"""

import asyncio
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from episodic.app import StoryGraph
from episodic.stores.neo4j import Neo4jStore
from tests.neo4j_servers.jars import VERSIONS
from tests.neo4j_servers.server import LITTLE, Server, ServerError, ahead_of_time
from tests.story import CHAPTERS


def make_all() -> None:
    """Create the missing caches of both versions."""
    with ThreadPoolExecutor(len(VERSIONS)) as pool:
        list(pool.map(make, VERSIONS))


def make(version: str) -> None:
    """Create the cache of this version if there is none. A failure is ignored, because the cache only saves time."""
    cache = ahead_of_time(version)
    if cache.exists():
        return
    cache.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache.parent) as folder:
        written = Path(folder) / cache.name
        server = Server(version, Path(folder) / "home", memory=replace(LITTLE, java=_cache_writing_server(written)))
        with suppress(ServerError), server.running() as address:
            asyncio.run(_run_sample_queries(address))
        if written.exists():
            shutil.move(written, cache)
        else:
            sys.stderr.write(f"Java wrote no cache for Neo4j {version}: its servers start as slowly as without one.\n")


def _cache_writing_server(cache: Path) -> tuple[str, ...]:
    return (*LITTLE.java, f"-XX:AOTCacheOutput={cache}")


async def _run_sample_queries(address: str) -> None:
    async with StoryGraph(Neo4jStore(address)) as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.search("林远住在哪里")
        async for _ in graph.export():
            pass
        await graph.delete()
