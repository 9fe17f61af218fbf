"""Tests of language components, which are loaded when they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.unit.cli.command_line import CommandLine

SEARCH = """
import sys
from typer.testing import CliRunner
from episodic.cli import app

found = CliRunner().invoke(app, ["search", "林晚住在哪里"])
assert found.exit_code == 0 and "苇港" in found.stdout, found.output
print(*(name for name in sys.modules if name.startswith(("episodic.languages.", "episodic.extraction.rule_based."))))
"""


def test_a_search_loads_no_reading_rules(tmp_path: Path) -> None:
    cli = CommandLine(tmp_path)
    store = str(tmp_path / "story.db")
    ingested = cli.run("ingest", str(cli.tale()), "--yes", "--store", store)
    assert ingested.exit_code == 0, ingested.stderr

    loaded = subprocess.run(
        [sys.executable, "-c", SEARCH],
        cwd=tmp_path,
        env={"EPISODIC_STORE": store},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert "episodic.languages.zh" in loaded
    assert not [name for name in loaded if ".reading" in name or ".chinese" in name or ".english" in name]
    assert not [name for name in loaded if ".time_expressions" in name or ".headings" in name]
