"""Tests of the command `demo`, which a new user runs first."""

from __future__ import annotations

import json
from pathlib import Path

from tests.stages.test_cli_processes import run

SHOWN = (
    *("潮簿", "检索：", "时间线：", "待解决的疑点：", "改写第 4 章以后"),
    *("The key with no teeth", "search: ", "timeline: ", "open issues: ", "chapter 4 rewritten"),
)
"""Each story in its own language."""
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_demo_shows_both_stories_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """The output has counts, searches, a timeline, issues and an edit. The folder stays empty."""
    result = run(tmp_path, "demo", "--by-rules", COLUMNS="100")

    assert result.returncode == 0, result.stderr
    for words in SHOWN:
        assert words in result.stdout
    assert not list(tmp_path.glob("*.db"))


def test_a_given_store_keeps_both_stories(tmp_path: Path) -> None:
    """A second run changes nothing in it, and a name for the works is refused."""
    assert run(tmp_path, "demo", "--by-rules", "--store", "kept.db").returncode == 0

    shown = run(tmp_path, "works", "--store", "kept.db", "--json")
    again = run(tmp_path, "demo", "--by-rules", "--store", "kept.db")
    named = run(tmp_path, "demo", "--by-rules", "--work", "mine")

    assert {one["work"] for one in json.loads(shown.stdout)["works"]} == {"demo-zh", "demo-en"}
    assert (again.returncode, named.returncode) == (2, 2)
    assert "demo-zh" in again.stderr
    assert "--store" in named.stderr


def test_the_demo_as_json_holds_what_it_shows(tmp_path: Path) -> None:
    """The JSON has three searches for each story, and the changes of the edit."""
    result = run(tmp_path, "demo", "--by-rules", "--json")

    stories = json.loads(result.stdout)["stories"]
    assert list(stories) == ["zh", "en"]
    for story in stories.values():
        assert len(story["searches"]) == 3
        assert story["edit"]["outcome"] == "replaced"


def test_the_demo_never_falls_back_to_rules_silently(tmp_path: Path) -> None:
    """Without recorded replies the command fails and says how to read by rules."""
    for story in ("zh", "en"):
        (tmp_path / "examples" / story).mkdir(parents=True)

    result = run(tmp_path, "demo", "--examples", "examples")

    assert result.returncode == 2
    assert "--by-rules" in result.stderr


def test_the_demo_says_where_the_stories_come_from(tmp_path: Path) -> None:
    """An installed package does not contain the folder of the stories."""
    result = run(tmp_path, "demo", "--examples", str(tmp_path))

    assert result.returncode == 2
    assert "--examples" in result.stderr
