"""Command `threads`: the threads of a story, and the author's decisions about them."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from episodic.app import StoryGraph
from episodic.cli.escaping import Json
from episodic.stores.sqlite import SQLiteStore
from tests.unit.cli.command_line import CommandLine
from tests.unit.context.guild_story import ENGLISH as GUILD
from tests.unit.context.setup_story import SWORN, WHO, chapters, model_of


@pytest.fixture
def horn_cli(cli: CommandLine) -> CommandLine:
    """Return a folder with a work that a model has read."""

    async def read() -> None:
        async with StoryGraph(SQLiteStore(cli.folder / "works.db"), group_id="horn", model=model_of()) as graph:
            await graph.add_manuscript(chapters())

    asyncio.run(read())
    cli.settings |= {"EPISODIC_STORE": str(cli.folder / "works.db"), "EPISODIC_LANGUAGE": "en"}
    return cli


def threads(cli: CommandLine) -> dict[str, dict[str, Json]]:
    """Return all threads by the sentence of the setup."""
    found = cast("list[dict[str, Json]]", cli.value("threads", "--all")["threads"])
    return {str(cast("dict[str, Json]", one["setup"])["text"]): one for one in found}


def test_the_list_shows_where_open_threads_are_planted(horn_cli: CommandLine) -> None:
    shown = horn_cli.run("threads", "--overdue-after", "3").stdout

    assert shown.startswith("promise, overdue")
    assert SWORN in shown
    assert "planted in chapter 1 (3 chapters ago): \u201cBo swore to bring back the horn\u201d" in shown
    assert "expected: before Easter" in shown
    assert WHO not in shown


def test_a_setting_says_when_threads_are_overdue(horn_cli: CommandLine) -> None:
    horn_cli.settings["EPISODIC_OVERDUE_AFTER"] = "3"

    assert threads(horn_cli)[SWORN]["overdue"] is True
    assert "overdue" in horn_cli.run("context", "--cast", "Bo").stdout
    assert horn_cli.run("threads", "--overdue-after", "4").stdout.startswith("promise, open")


def test_paid_threads_are_shown_with_the_words_that_pay_them(horn_cli: CommandLine) -> None:
    shown = horn_cli.run("threads", "--all").stdout

    assert "paid in chapter 3: Bo made the horn. \u201cBo had made the horn\u201d" in shown


def test_a_payoff_is_confirmed_and_rejected(horn_cli: CommandLine) -> None:
    thread = str(threads(horn_cli)[WHO]["uuid"])

    confirmed = horn_cli.run("threads", "--confirm", thread)
    shown = horn_cli.run("threads", "--all").stdout
    known = threads(horn_cli)[WHO]
    reopened = horn_cli.run("threads", "--reopen", thread)

    assert (confirmed.exit_code, reopened.exit_code) == (0, 0), reopened.stderr
    assert "as the author says" in shown
    assert (known["status"], known["by_author"]) == ("paid", True)
    assert (threads(horn_cli)[WHO]["status"], threads(horn_cli)[WHO]["payoff"]) == ("open", None)


def test_only_one_decision_is_made_at_once(horn_cli: CommandLine) -> None:
    result = horn_cli.run("threads", "--confirm", "a", "--waive", "b")

    assert result.exit_code == 2
    assert "--reopen" in result.stderr


def test_setups_are_listed_by_their_predicate(horn_cli: CommandLine) -> None:
    assert WHO in horn_cli.run("facts", "--predicate", "sets_up").stdout
    assert WHO not in horn_cli.run("facts").stdout


def test_digests_are_stored_and_counted(horn_cli: CommandLine) -> None:
    before = horn_cli.value("digests")

    first, again = horn_cli.value("digests", "--build"), horn_cli.value("digests", "--build")

    assert (first["kept"], again["made"], again["kept"]) == (0, 0, first["made"])
    assert horn_cli.value("digests") == before
    assert "0 digests made" in horn_cli.run("digests", "--build").stdout


def test_a_search_shows_digests_if_asked(horn_cli: CommandLine) -> None:
    asked = horn_cli.value("search", "horn", "--digests", "2")["digests"]

    assert len(cast("list[Json]", asked)) == 2
    assert horn_cli.value("search", "horn")["digests"] == []
    assert "chapter: ch1" in horn_cli.run("search", "Ann hid the horn", "--digests", "1").stdout


def test_factions_are_shown_with_their_members(cli: CommandLine) -> None:
    async def read() -> None:
        async with StoryGraph(SQLiteStore(cli.folder / "guild.db"), group_id="guild", model=GUILD.model()) as graph:
            await graph.add_manuscript(GUILD.chapters())

    asyncio.run(read())
    cli.settings |= {"EPISODIC_STORE": str(cli.folder / "guild.db"), "EPISODIC_LANGUAGE": "en"}

    shown = cli.run("digests", "--factions", "--told-by", "2").stdout
    (faction,) = cast("list[dict[str, Json]]", cli.value("digests", "--factions")["factions"])
    both = cli.run("digests", "--factions", "--storylines")

    assert shown.lstrip().startswith(f"{GUILD.guild}: {GUILD.leader}, {GUILD.member}\n")
    assert (faction["kind"], faction["name"]) == ("faction", GUILD.guild)
    assert cast("dict[str, Json]", faction["organization"])["name"] == GUILD.guild
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
