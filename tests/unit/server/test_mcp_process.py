"""The command `episodic mcp` as a process, over standard input and output and over HTTP."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.forked import commands
from tests.unit.server.mcp_story import MODES, TEXTS

MAIN = "from episodic.cli import main; main()"


async def stored_story(folder: Path) -> list[str]:
    """Create a store with a small work, and return the arguments of the command that serves the work."""
    store = folder / "story.db"
    async with StoryGraph(SQLiteStore(store), group_id="潮声") as graph:
        await graph.add_manuscript([Chapter(text, title=f"第{number}章") for number, text in enumerate(TEXTS, 1)])
    return ["mcp", "--store", str(store), "--work", "潮声", "--access", "append"]


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_starts_the_server_and_uses_its_tools(mode: str, tmp_path: Path) -> None:
    words = await stored_story(tmp_path)
    command = str(commands() / "episodic")
    parameters = StdioServerParameters(command=command, args=words, cwd=str(tmp_path), env=dict(os.environ))

    async with Client(parameters, mode=mode) as client:
        added = await client.call_tool("add_chapter", {"text": "林晚住在望潮城。", "title": "第4章"})
        found = await client.call_tool("facts", {"subject": "林晚", "predicate": "居住于"})

    assert not added.is_error
    assert "林晚住在望潮城" in str(found.structured_content)


@asynccontextmanager
async def served(words: list[str], folder: Path) -> AsyncGenerator[str]:
    """Yield the address of a server in a new process, as a user starts it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", MAIN, *words, "--port", "0", cwd=folder, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        while True:
            line = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
            assert line, "the server ended"
            if "http://" in line:
                found = re.search(r"http://[\d.]+:\d+/mcp", line)
                assert found is not None, line
                yield found[0]
                break
    finally:
        process.terminate()
        await process.wait()


async def test_clients_use_the_server_over_http(tmp_path: Path) -> None:
    """One server answers clients of both versions of the specification."""
    words = await stored_story(tmp_path)
    async with served(words, tmp_path) as address:
        for mode in MODES:
            async with Client(address, mode=mode) as client:
                found = await client.call_tool("search", {"query": "林晚住在哪里"})
            assert "林晚住在苇港" in str(found.structured_content), mode
        async with httpx.AsyncClient() as web:
            foreign = await web.post(address, json={}, headers={"host": "example.org"})

    assert foreign.status_code == 421
