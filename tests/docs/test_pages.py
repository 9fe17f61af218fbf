"""Tests of the code blocks and links in the README and in docs/."""

from __future__ import annotations

import ast
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests import forked
from tests.docs.pages import PAGES, ROOT, blocks, check_page, run_block

PUBLIC = frozenset(
    {
        "episodic",
        *(f"episodic.{one}" for one in "embeddings errors jobs llm model pipeline ports prompts search stores".split()),
    }
    | {"episodic.temporal", "episodic.testing.store_contract"}
)
"""Modules whose names are public."""
LINK = re.compile(r"\]\((?!https?://)(?P<target>[^)#]+)\)")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    """The blocks run in one empty folder, without a key or a server."""
    folder = tmp_path / "folder"
    folder.mkdir()

    check_page(page, folder, forked.commands())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_that_need_a_model_or_server_are_valid_shell_code(page: Path, tmp_path: Path) -> None:
    """Blocks that need a model or server are valid shell code, and they use only existing commands."""
    from episodic.cli.command_table import COMMANDS  # noqa: PLC0415

    for block in blocks(page):
        if block.kind in {"bash model", "bash server"}:
            assert run_block(block, tmp_path, tmp_path, check=True).returncode == 0
            assert set(re.findall(r"^episodic ([a-z]+)", block.code, re.MULTILINE)) <= COMMANDS.keys()


def test_every_block_has_a_known_kind() -> None:
    """Every block has a known first line, so that no block stays untested by mistake."""
    for page in PAGES:
        kinds = {one.kind for one in blocks(page)}

        named = {one for one in kinds if re.fullmatch(r"python [a-z_]+\.py", one)}
        assert kinds - named <= {"bash", "python", "bash model", "bash server", "sh", "cypher", "json"}, page
        for block in blocks(page):
            if block.kind == "json":
                json.loads(block.code)


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
    from episodic.cli.command_table import COMMANDS  # noqa: PLC0415

    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")

    missing = [name for name in COMMANDS if not re.search(rf"(episodic |`){name}\b", page)]

    assert missing == []


def test_the_configuration_page_names_every_setting() -> None:
    """The page about settings describes every setting that episodic reads, and no other."""
    from episodic.config import DEFAULTS  # noqa: PLC0415

    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")

    assert set(re.findall(r"`((?:EPISODIC|OPENAI|NEO4J)_[A-Z0-9_]+)`", page)) == set(DEFAULTS)
