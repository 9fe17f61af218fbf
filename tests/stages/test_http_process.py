"""Tests of the HTTP server as a process of its own, called through a socket on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from episodic.config import DEFAULTS
from tests.forked import commands

LONGEST = 60.0


@dataclass
class ServerProcess:
    """A running server: its address and its process."""

    address: str
    process: subprocess.Popen[str]

    def stopped(self) -> tuple[int, str]:
        """Ask the server to stop, and return its exit code and its last words."""
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=LONGEST)
        return self.process.returncode, said


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from episodic.cli import main; main()", *arguments]


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in DEFAULTS}


@contextmanager
def serving(folder: Path, *arguments: str) -> Generator[ServerProcess]:
    """Start a server on a free port and stop it afterwards."""
    with subprocess.Popen(
        command("serve", "--port", "0", "--store", "store.db", "--model", "rules", *arguments),
        cwd=folder,
        env=environment() | {"EPISODIC_LANGUAGE": "en", "EPISODIC_CACHE": str(folder / "cache")},
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        try:
            found = re.search(r"https?://[^ ]+\d", process.stderr.readline())
            assert found is not None
            yield ServerProcess(found[0], process)
        finally:
            process.kill()


def created_key(folder: Path) -> str:
    """Create a key of the tier `full` with the command line, and return it."""
    made = subprocess.run(
        [commands() / "episodic", "keys", "create", "writer", "--access", "full", "--store", "store.db"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=True,
    )
    return made.stdout.strip()


def test_a_server_ingests_answers_and_stops(tmp_path: Path) -> None:
    """The server needs the key that the command line made. A job is submitted and followed, the work is read, and the
    server ends when it is asked to, also while a client follows a stream.
    """
    body = {"kind": "ingest", "chapters": [{"text": "林晚住在苇港。", "title": "第一章", "key": "一"}]}
    key = {"Authorization": f"Bearer {created_key(tmp_path)}"}
    with (
        serving(tmp_path, "--require-key") as server,
        httpx.Client(base_url=server.address, timeout=LONGEST, headers=key) as client,
    ):
        without = httpx.get(f"{server.address}/v1/works", timeout=LONGEST)
        submitted = client.post("/v1/works/story/jobs", json=body)
        events = client.get(f"{submitted.headers['location']}/events").text
        work = client.get("/v1/works/story")
        code, said = server.stopped()

    assert without.status_code == 401
    assert submitted.status_code == 202
    assert events.rstrip().splitlines()[-2] == "event: ended"
    assert '"state": "succeeded"' in events
    assert work.json()["revision"] == 2, "the text is stored first, and then what the job read"
    assert work.headers["etag"]
    assert "server" not in work.headers
    assert (code, "stopped" in said) == (0, True)
