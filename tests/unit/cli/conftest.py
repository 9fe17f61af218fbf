"""Fixtures: a command line in an empty folder, and one whose store contains the story."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from typer.main import get_command

from tests.unit.cli.command_line import CommandLine


@pytest.fixture(scope="session", autouse=True)
def command_group_made_once() -> Iterator[None]:
    """Let all tests use one command group, because typer would make it anew for each command that a test runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(get_command))
        yield


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Run commands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return CommandLine(tmp_path)


@pytest.fixture(scope="session")
def folder_after_ingestion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a folder with the ingested story once; tests get copies of the folder."""
    folder = tmp_path_factory.mktemp("told")
    first = CommandLine(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        result = first.run("ingest", str(first.tale()), "--yes")
    assert result.exit_code == 0, result.stderr
    return folder


@pytest.fixture
def story_cli(cli: CommandLine, folder_after_ingestion: Path) -> CommandLine:
    """Run commands in a folder with the ingested story."""
    shutil.copytree(folder_after_ingestion, cli.folder, dirs_exist_ok=True)
    return cli
