"""Tests of the scope that the options of a command describe."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from episodic.cli.scope_options import scope_of
from episodic.errors import InvalidFilterError
from episodic.model.episodes import Layer
from episodic.model.readings import StatementScope
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from tests.unit.cli.command_line import CommandLine


def test_a_command_without_options_reads_canon() -> None:
    assert scope_of({}) == Scope()


def test_every_option_restricts_its_part() -> None:
    found = scope_of(
        {
            "told_by": "3",
            "as_of": "第二章",
            "pov": "林晚",
            "include_ended": True,
            "layer": [Layer.DRAFT],
            "chapter": ["1", "进城"],
            "type": ["Person"],
            "scope": [StatementScope.CLAIM],
            "salience": 2,
            "created_after": "2031-01-01T00:00:00Z",
        }
    )

    assert found == Scope(
        told_by="3",
        as_of="第二章",
        pov="林晚",
        include_ended=True,
        layers=frozenset({Layer.DRAFT}),
        filters=SearchFilters(
            chapters=("1", "进城"),
            entity_types=("Person",),
            scopes=(StatementScope.CLAIM,),
            salience=2,
            created_after=datetime(2031, 1, 1, tzinfo=UTC),
        ),
    )


def test_a_text_that_is_no_time_is_refused() -> None:
    with pytest.raises(InvalidFilterError):
        scope_of({"created_after": "yesterday"})


def test_searches_and_lists_are_filtered_by_what_facts_say(story_cli: CommandLine) -> None:
    for command, key in ((("search", "林晚", "--limit", "100"), "hits"), (("facts",), "facts")):

        def items(*options: str, command: tuple[str, ...] = command, key: str = key) -> list[str]:
            found = story_cli.value(*command, "--include-ended", *options)[key]
            assert isinstance(found, list)
            return [str(one) for one in found]

        whole, second = items(), items("--chapter", "第二章", "--chapter", "3")

        assert 0 < len(second) < len(whole), command
        assert not any("第一章 潮屋" in one and "第二章 进城" not in one and "第三章 归来" not in one for one in second)
        assert any("苇港" in one for one in items("--type", "Place")), command
        assert not any("裴照" in one for one in items("--type", "Thing")), command
        assert items("--salience", "1") == whole, command
        assert items("--scope", "dream") == [], command


def test_a_search_can_ask_for_predicates(story_cli: CommandLine) -> None:
    hits = story_cli.value("search", "林晚", "--include-ended", "--predicate", "居住于")["hits"]
    unknown = story_cli.run("search", "林晚", "--predicate", "飞往")

    assert isinstance(hits, list)
    assert hits
    assert all("lives_in" in str(one) for one in hits)
    assert unknown.exit_code == 2
    assert "飞往" in unknown.stderr


def test_filters_are_named_in_the_language_of_the_work(story_cli: CommandLine) -> None:
    options = ("--chapter", "1", "--type", "Person", "--scope", "dream", "--salience", "3")
    for command in (("search", "林晚", "--predicate", "lives_in"), ("facts",)):
        shown = "".join(story_cli.run(*command, *options).stdout.split())

        for words in ("只含章节1", "只含类型Person", "只含dream", "显著度不低于3"):
            assert words in shown, (command, shown)


def test_facts_are_filtered_by_the_time_at_which_they_were_stored(story_cli: CommandLine) -> None:
    new = story_cli.write("new.txt", "# 第四章 夜\n\n裴照去了苇港。“到了。”裴照说。\n")
    story_cli.run("add", str(new), "--yes")
    revisions = story_cli.value("history")["revisions"]
    assert isinstance(revisions, list)
    last = max((one for one in revisions if isinstance(one, dict)), key=lambda one: int(str(one["revision"])))

    for command, key in ((("facts",), "facts"), (("search", "裴照", "--kind", "fact"), "hits")):
        fresh = story_cli.value(*command, "--created-after", str(last["at"]))[key]
        before = story_cli.value(*command, "--created-before", str(last["at"]))[key]

        assert isinstance(fresh, list)
        assert fresh, command
        assert all("第四章 夜" in str(one) for one in fresh), command
        assert before, command
        assert "第四章 夜" not in str(before), command


def test_a_time_on_the_command_line_may_be_a_local_date(story_cli: CommandLine) -> None:
    assert story_cli.value("facts", "--created-after", "2000-01-01") == story_cli.value("facts")
    ended = story_cli.value("facts", "--expired-after", "2000-01-01", "--include-ended")["facts"]
    assert isinstance(ended, list)
    assert ended
    assert all(isinstance(one, dict) and one["ended_by"] for one in ended)
    assert story_cli.value("facts", "--expired-before", "2000-01-01", "--include-ended")["facts"] == []
