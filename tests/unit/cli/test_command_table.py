"""The command table: commands are listed without importing their modules."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from episodic.cli import app
from episodic.cli.command_table import COMMANDS
from tests.unit.cli.command_line import CommandLine

HEAVY = ("docx", "httpx", "lxml", "neo4j", "numpy", "openai", "pydantic", "rich", "scipy")
WRITES = (
    "docx",
    "httpx",
    "lxml",
    "neo4j",
    "openai",
    "scipy",
    "tenacity",
    "episodic.app",
    "episodic.pipeline.projection.projector",
    "episodic.pipeline.replay.replay",
    "episodic.pipeline.session.session",
)


def imported_modules(code: str, *names: str) -> list[str]:
    """Return which modules of *names* a new interpreter has imported after *code*."""
    script = f"{code}\nimport sys\nprint(*(one for one in {names!r} if one in sys.modules))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return result.stdout.splitlines()[-1].split()


def test_the_command_line_itself_loads_no_heavy_library() -> None:
    """Help is printed before the modules of any command are imported."""
    code = "import episodic.cli"

    found = imported_modules(code, *HEAVY, "episodic.app")

    assert found == []


@pytest.mark.parametrize("command", ["works", "search"])
def test_a_read_command_imports_no_code_that_writes(command: str, story_cli: CommandLine) -> None:
    """A read-only command imports neither the replay code nor the model clients."""
    arguments = [
        command,
        *(["林晚"] if command == "search" else []),
        "--store",
        str(story_cli.folder / "episodic.db"),
    ]
    code = (
        "from typer.testing import CliRunner\nfrom episodic.cli import app\n"
        f"result = CliRunner().invoke(app, {arguments!r}, catch_exceptions=False)\nassert result.exit_code == 0"
    )

    found = imported_modules(code, *WRITES)

    assert found == []


@pytest.mark.parametrize(("given", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")])
def test_the_number_of_numpy_threads_is_set_before_numpy_is_imported(given: dict[str, str], threads: str) -> None:
    """numpy reads the number of threads when it is imported. A number that the user has set is kept."""
    script = """
import os, sys
from episodic.cli import main
print("numpy" in sys.modules)
sys.argv = ["episodic", "--version"]
try:
    main()
finally:
    print(os.environ["OPENBLAS_NUM_THREADS"])
"""
    kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}

    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**kept, **given}
    )

    lines = result.stdout.splitlines()
    assert [lines[0], lines[-1]] == ["False", threads]


def test_a_command_is_listed_with_the_first_sentence_of_its_own_help() -> None:
    """The command table has the same summary as the command's own help."""
    for name in COMMANDS:
        within = typer.Typer(rich_markup_mode=None)

        COMMANDS[name].register(within)

        assert get_group(within).commands[name].get_short_help_str(limit=1000) == COMMANDS[name].help, name


def test_the_table_has_every_registered_command() -> None:
    """Every command that a module registers is in the table."""
    found: set[str] = set()

    for one in {listed.register for listed in COMMANDS.values()}:
        within = typer.Typer(rich_markup_mode=None)
        one(within)
        found |= get_group(within).commands.keys()

    group = get_command(app)
    assert isinstance(group, TyperGroup)
    assert found == COMMANDS.keys() == group.commands.keys()


def test_help_lists_every_command(cli: CommandLine) -> None:
    """Each command begins a line, and its summary is printed in full."""
    lines = cli.run("--help").stdout.splitlines()

    table = lines[lines.index("Commands:") + 1 :]
    assert [one.split()[0] for one in table if not one.startswith("   ")] == list(COMMANDS)
    assert not [one for one in table if one.endswith("...")]


def test_the_version_is_that_of_the_package(cli: CommandLine) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]

    result = cli.run("--version")

    assert result.exit_code == 0
    assert result.stdout == f"episodic {project['version']}\n"


def test_a_mistyped_command_gets_a_suggestion(cli: CommandLine) -> None:
    """Suggestions use the names in the table, without importing modules."""
    result = cli.run("inges")

    assert result.exit_code == 2
    assert "Did you mean 'ingest'" in result.stderr
