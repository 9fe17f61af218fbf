"""Tests of docs/seeds.md: every row names a test that exists, or says why there is none yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "seeds.md"
ROW = re.compile(r"\| (?P<id>(?:00\d|T|G)-\d+) \| (?P<feature>[^|]+) \| (?P<shown>[^|]+) \|")
TEST = re.compile(r"`(?P<file>[\w/]+\.py)::(?P<name>test_\w+)`")
NUMBERS = {"000": 25, "001": 34, "002": 34, "004": 58, "T": 13, "G": 16}
"""The last number of each part of the list."""
LEFT_OUT = frozenset("001-5 001-17 001-24 001-31 001-34 002-32 004-7 004-10 004-18 004-19 004-46 004-47 004-51".split())
"""The rows that are left out on purpose."""


def rows() -> Iterator[tuple[str, str]]:
    """Yield the id of each row and the tests or reason that the row gives."""
    _, _, table = PAGE.read_text(encoding="utf-8").partition("|---|---|---|\n")
    for line in table.splitlines():
        found = ROW.fullmatch(line)
        assert found is not None, line
        yield found["id"], found["shown"]


def test_every_id_has_one_row() -> None:
    wanted = [f"{part}-{number}" for part, last in NUMBERS.items() for number in range(1, last + 1)]

    assert [uuid for uuid, _ in rows()] == [one for one in wanted if one not in LEFT_OUT]


def test_every_row_that_is_left_out_has_a_reason() -> None:
    text, _, _ = PAGE.read_text(encoding="utf-8").partition("| Id | Feature | Test |")
    reasons = [line for line in text.splitlines() if line.startswith("- ")]

    assert {one for line in reasons for one in re.findall(r"00\d-\d+", line)} == LEFT_OUT


def test_every_named_test_exists() -> None:
    for uuid, shown in rows():
        if shown.startswith("not yet: "):
            continue
        for named in shown.split(", "):
            found = TEST.fullmatch(named)
            assert found is not None, (uuid, named)
            file = ROOT / found["file"]
            assert file.is_file(), (uuid, named)
            defined = re.search(rf"^ *(async )?def {found['name']}\(", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert defined is not None, (uuid, named)
