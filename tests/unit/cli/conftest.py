"""A command line in an empty folder, and one whose store holds the story."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.command_line import CommandLine


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Commands run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return CommandLine(tmp_path)


@pytest.fixture
def told(cli: CommandLine) -> CommandLine:
    """Commands run where the story has been read."""
    result = cli.run("ingest", str(cli.tale()), "--yes")
    assert result.exit_code == 0, result.stderr
    return cli
