"""Run the code blocks of a documentation page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (*sorted(ROOT.glob("README*.md")), *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One block of code. Blocks `bash` and `python` run, and blocks `bash model` and `bash server` are only parsed.

    A block `python NAME` is saved in a file of that name in the folder of the page. The file runs as a program, or with
    pytest if it contains tests.
    """

    kind: str
    code: str


def blocks(page: Path) -> list[Block]:
    """Return the page's blocks in order."""
    text = page.read_text(encoding="utf-8")
    return [Block(one["kind"].strip(), one["code"]) for one in BLOCK.finditer(text)]


def run_block(block: Block, folder: Path, commands: Path, *, check: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the block in *folder* with the folder *commands* first on PATH, or only parse it. Programs are run by the
    `python` of *commands*.
    """
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
    command = [str(commands / "python"), "-c", block.code] if block.kind == "python" else shell
    if block.kind.startswith("python "):
        file = folder / block.kind.removeprefix("python ")
        file.write_text(block.code, encoding="utf-8")
        unused = ["-p", "no:schemathesis", "-p", "no:hypothesispytest", "-p", "no:xdist"]
        tests = ["-m", "pytest", "-q", *unused, "-o", "asyncio_mode=strict", "--rootdir", str(folder)]
        command = [sys.executable, *(tests if file.name.startswith("test_") else []), str(file)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=540
    )


def check_page(page: Path, folder: Path, commands: Path) -> None:
    """Run the page's blocks in order in the empty *folder*. Raises AssertionError for the first block that fails."""
    for block in blocks(page):
        if block.kind == "bash" or block.kind.startswith("python"):
            result = run_block(block, folder, commands)
            assert result.returncode == 0, f"{block.code}\n{result.stdout}\n{result.stderr}"
