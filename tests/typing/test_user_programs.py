"""What a type checker says of a program that uses the public names."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import episodic

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EXPECTED = re.compile(r"#.*?(?P<code>[a-z-]+)$")
FOUND = re.compile(r"^[^:]+:(?P<line>\d+): error: .*\[(?P<code>[a-z-]+)\]$", re.MULTILINE)


def checked(file: Path) -> subprocess.CompletedProcess[str]:
    """What mypy, strict as the project sets it, says of one file; with the cache of the project's own check."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    return subprocess.run(
        [*command, "--cache-dir", str(ROOT / ".mypy_cache"), "--no-pretty", str(file)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=280,
    )


def test_a_typed_program_of_public_names_passes() -> None:
    """Arguments, results and what stands in them have the types that their names say."""
    result = checked(HERE / "program.py")

    assert result.stdout + result.stderr == ""
    assert result.returncode == 0


def test_mistakes_in_a_program_are_found(tmp_path: Path) -> None:
    """Each marked line is reported, and no other: an unknown name of the package is a mistake, too."""
    mistakes = (HERE / "mistakes.txt").read_text(encoding="utf-8")
    program = tmp_path / "mistakes.py"
    program.write_text(mistakes, encoding="utf-8")
    marked = ((number, EXPECTED.search(line)) for number, line in enumerate(mistakes.splitlines(), 1))
    expected = [(number, one["code"]) for number, one in marked if one is not None]

    result = checked(program)

    assert [(int(one["line"]), one["code"]) for one in FOUND.finditer(result.stdout)] == expected, result.stdout


def test_the_package_says_that_it_is_typed() -> None:
    """Without that file a type checker would not look at the types at all."""
    assert (Path(episodic.__file__).parent / "py.typed").is_file()
