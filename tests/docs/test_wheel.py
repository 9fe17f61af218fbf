"""Tests of the wheel: it contains all files of the package, and the demo runs from its contents alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

IGNORED = {"__pycache__", ".ruff_cache", ".mypy_cache"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel without a network and return its path."""
    folder = tmp_path_factory.mktemp("wheel")
    (uv,) = ROOT.glob(".tools/uv-*/bin/uv")
    subprocess.run(
        [uv, "build", "--quiet", "--offline", "--wheel", "--out-dir", folder, ROOT], check=True, capture_output=True
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_contains_every_file_of_the_package_and_no_other(wheel: Path) -> None:
    """Prompts, messages, word lists, the predicate table and the example stories are data files."""
    package = ROOT / "episodic"
    wanted = {
        str(file.relative_to(ROOT)) for file in package.rglob("*") if file.is_file() and IGNORED.isdisjoint(file.parts)
    }

    found = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}

    assert {name for name in found if ".dist-info/" not in name} == wanted
    assert {name.rpartition("/")[2] for name in found - wanted} == {
        "METADATA", "WHEEL", "RECORD", "LICENSE", "entry_points.txt"
    }  # fmt: skip


def test_the_demo_runs_from_the_contents_of_the_wheel(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("EPISODIC_", "OPENAI_"))}
    code = "import episodic; print(episodic.__file__); from episodic.cli import main; main()"

    done = subprocess.run(
        [sys.executable, "-c", code, "demo"],
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": str(tmp_path / "site"), "EPISODIC_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path / "site"))
    assert "━━ 潮簿 ━━" in done.stdout
    assert "━━ The key with no teeth ━━" in done.stdout
