"""Tests of the code blocks and links in the README and in docs/."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

from tests import forked

ROOT = Path(__file__).parents[2]
PAGES = (*sorted(ROOT.glob("README*.md")), *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
PUBLIC = frozenset(
    {
        "episodic",
        *(f"episodic.{one}" for one in "embeddings errors llm model pipeline ports prompts search stores".split()),
    }
    | {"episodic.temporal", "episodic.testing.store_contract"}
)
"""Modules whose names are public."""
LINK = re.compile(r"\]\((?!https?://)(?P<target>[^)#]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """One code block. `bash` and `python` blocks run; `bash model` and `bash server` blocks need a model or server and
    are parsed only.

    A block `python NAME` is saved in a file of that name beside the other files. The file is run, by pytest if it
    contains tests.
    """

    kind: str
    code: str


def blocks(page: Path) -> list[Block]:
    """Return the code blocks of the page in order."""
    text = page.read_text(encoding="utf-8")
    return [Block(one["kind"].strip(), one["code"]) for one in BLOCK.finditer(text)]


def own_command_folder(folder: Path) -> Path:
    """Create a folder with the command `episodic`, which starts a new process as a user does."""
    commands = folder / "commands"
    commands.mkdir()
    script = commands / "episodic"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from episodic.cli import main; main()" "$@"\n')
    script.chmod(0o755)
    return commands


def run_block(block: Block, folder: Path, commands: Path, *, check: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the block in *folder* with *commands* first on the path, or only parse the block."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("EPISODIC_", "OPENAI_", "NEO4J_"))
    }
    environment = {
        **kept,
        "PATH": f"{commands}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "EPISODIC_CACHE": str(folder.parent / "cache"),
    }
    shell = ["bash", "-n", "-c", block.code] if check else ["bash", "-eu", "-c", block.code]
    command = [sys.executable, "-c", block.code] if block.kind == "python" else shell
    if block.kind.startswith("python "):
        file = folder / block.kind.removeprefix("python ")
        file.write_text(block.code, encoding="utf-8")
        tests = ["-m", "pytest", "-q", "-o", "asyncio_mode=strict", "--rootdir", str(folder)]
        command = [sys.executable, *(tests if file.name.startswith("test_") else []), str(file)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=540
    )


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    """All blocks of a page run one after another in one empty folder without a key or a server."""
    folder = tmp_path / "folder"
    folder.mkdir()
    commands = own_command_folder(tmp_path) if page.name == "README.md" else forked.commands()

    for block in blocks(page):
        if block.kind == "bash" or block.kind.startswith("python"):
            result = run_block(block, folder, commands)
            assert result.returncode == 0, f"{block.code}\n{result.stdout}\n{result.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_that_need_a_model_or_server_are_valid_shell_code(page: Path, tmp_path: Path) -> None:
    """Blocks that need a model or server are valid shell code, and they use only existing commands."""
    from episodic.cli import app  # noqa: PLC0415

    names = {one.name for one in app.registered_commands}

    for block in blocks(page):
        if block.kind in {"bash model", "bash server"}:
            assert run_block(block, tmp_path, tmp_path, check=True).returncode == 0
            assert set(re.findall(r"^episodic ([a-z]+)", block.code, re.MULTILINE)) <= names


def test_every_block_has_a_known_kind() -> None:
    """Every block has a known first line, so that no block stays untested by mistake."""
    for page in PAGES:
        kinds = {one.kind for one in blocks(page)}

        named = {one for one in kinds if re.fullmatch(r"python [a-z_]+\.py", one)}
        assert kinds - named <= {"bash", "python", "bash model", "bash server", "sh", "cypher"}, page


def test_programs_import_public_names_only() -> None:
    """Programs on a page import only public modules and names."""
    for page in PAGES:
        imported = [
            (node.module, alias.name)
            for one in blocks(page)
            if one.kind.startswith("python")
            for node in ast.walk(ast.parse(one.code))
            if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("episodic")
            for alias in node.names
        ]

        assert [one for one in imported if one[0] not in PUBLIC or one[1] not in dir(import_module(one[0]))] == [], page


def test_every_link_of_a_page_has_an_existing_target() -> None:
    """Links within the project lead to existing files."""
    for page in PAGES:
        targets = [one["target"] for one in LINK.finditer(page.read_text(encoding="utf-8"))]

        missing = [one for one in targets if not (page.parent / one).exists()]

        assert missing == [], page


def test_the_command_line_page_names_every_command() -> None:
    """The page about the command line names every command."""
    from episodic.cli import app  # noqa: PLC0415

    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")

    missing = [one.name for one in app.registered_commands if not re.search(rf"(episodic |`){one.name}\b", page)]

    assert missing == []


def test_the_configuration_page_names_every_setting() -> None:
    """The page about settings describes every setting that episodic reads, and no other."""
    from episodic.config import DEFAULTS  # noqa: PLC0415

    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")

    assert set(re.findall(r"`((?:EPISODIC|OPENAI|NEO4J)_[A-Z0-9_]+)`", page)) == set(DEFAULTS)
