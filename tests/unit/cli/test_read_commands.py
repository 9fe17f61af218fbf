"""Read-only commands."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from episodic.agents.budgets import tokens_of
from episodic.telemetry import LOGGER
from tests.replies import Stated
from tests.stages.bad_input import file_graph, reading
from tests.unit.cli.command_line import CommandLine

READS = [
    ("search", "铜尺"),
    ("show", "林晚"),
    ("timeline", "林晚"),
    ("timeline",),
    ("facts",),
    ("issues",),
    ("chapters",),
    ("stats",),
    ("works",),
    ("graph", "林晚"),
    ("config",),
]


def test_every_read_prints_one_json_value(story_cli: CommandLine) -> None:
    """Standard output is exactly one line of JSON."""
    for command in READS:
        result = story_cli.run(*command, "--json")

        assert result.exit_code == 0, command
        assert result.stdout.count("\n") == 1, command
        assert isinstance(json.loads(result.stdout), dict), command


LISTS = {
    ("search", "铜尺"): "hits",
    ("show", "林晚"): "facts",
    ("timeline",): "versions",
    ("facts",): "facts",
    ("issues",): "issues",
    ("chapters",): "chapters",
    ("chapters", "--rejected"): "chapters",
    ("threads",): "threads",
    ("digests",): "digests",
    ("digests", "--storylines"): "storylines",
    ("digests", "--factions"): "factions",
    ("history",): "revisions",
    ("acts",): "acts",
    ("jobs",): "jobs",
}
"""The commands that list something of a work, and the key of the list."""


def test_every_list_says_whether_it_is_complete_and_of_which_revision(story_cli: CommandLine) -> None:
    for command, key in LISTS.items():
        found = story_cli.value(*command)

        assert isinstance(found[key], list), command
        assert (found["truncated"], found["left_out"], found["revision"], found["cursor"]) == (False, 0, 3, None), (
            command
        )


def test_every_list_obeys_a_budget(story_cli: CommandLine) -> None:
    """With --max-tokens or --detail, lists of what the story says have the keys and the size that the answers of tools have."""
    for command, items in LISTS.items():
        if command[0] in {"history", "acts", "jobs"} or "--rejected" in command:
            continue
        page = story_cli.value(*command, "--max-tokens", "300", "--detail", "brief")

        assert tokens_of(page) <= 300, command
        assert isinstance(page[items], list), command
        assert {"truncated", "left_out", "revision", "cursor"} <= page.keys(), command


def test_a_list_of_an_earlier_revision_names_that_revision(story_cli: CommandLine) -> None:
    assert story_cli.value("facts", "--at-revision", "2")["revision"] == 2


def test_the_pages_of_a_list_of_facts_are_all_facts(story_cli: CommandLine) -> None:
    whole = story_cli.value("facts")["facts"]
    assert isinstance(whole, list)
    first = story_cli.value("facts", "--limit", "2")

    rest = story_cli.value("facts", "--cursor", str(first["cursor"]))

    assert isinstance(first["facts"], list)
    assert isinstance(rest["facts"], list)
    assert first["facts"] + rest["facts"] == whole
    assert (first["truncated"], first["left_out"]) == (True, len(whole) - 2)
    assert (rest["truncated"], rest["left_out"], rest["cursor"]) == (False, 0, None)


def test_every_read_prints_text_without_the_json_option(story_cli: CommandLine) -> None:
    """Without --json, a command prints text to standard output and nothing to standard error."""
    for command in READS:
        result = story_cli.run(*command)

        assert result.exit_code == 0, command
        assert result.stdout.strip(), command
        assert not result.stderr, command


def test_options_mean_the_same_before_a_command(story_cli: CommandLine) -> None:
    """`episodic --json stats` is `episodic stats --json`."""
    before, after = story_cli.run("--json", "stats"), story_cli.run("stats", "--json")

    assert before.stdout == after.stdout


def test_a_fact_is_shown_with_its_quote_and_chapter(story_cli: CommandLine) -> None:
    result = story_cli.run("facts", "--subject", "林晚", "--include-ended")

    assert "林晚住在苇港" in result.stdout
    assert "第一章 潮屋" in result.stdout


def test_facts_between_two_entities_include_both_directions(story_cli: CommandLine) -> None:
    found = story_cli.value("facts", "--between", "林晚", "苇港", "--include-ended")

    facts = found["facts"]
    assert isinstance(facts, list)
    assert facts
    assert all("林晚" in str(one) and "苇港" in str(one) for one in facts)


def test_a_reader_of_chapter_one_sees_nothing_of_chapter_two(story_cli: CommandLine) -> None:
    result = story_cli.run("facts", "--told-by", "1", "--include-ended", "--json")

    assert "望潮城" not in result.stdout


def test_read_takes_the_id_of_a_fact(story_cli: CommandLine) -> None:
    facts = story_cli.value("facts")["facts"]
    assert isinstance(facts, list)
    first = facts[0]
    assert isinstance(first, dict)

    result = story_cli.run("read", str(first["uuid"]))

    assert result.exit_code == 0
    assert "第一章 潮屋" in result.stdout


def test_an_empty_search_says_what_was_searched(story_cli: CommandLine) -> None:
    """If nothing is found, the exit code is 0, and the output says what was searched."""
    result = story_cli.run("search", "铜尺", "--kind", "entity", "--told-by", "2", "--layer", "draft")

    assert result.exit_code == 0
    assert "没有找到" in result.stdout
    assert "草稿" in result.stdout


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("show", "nobody"), 2),
        (("facts", "--told-by", "99"), 2),
        (("issues", "--as-of", "gibberish"), 2),
        (("facts", "--created-after", "yesterday"), 2),
        (("stats", "--by", "nothing"), 2),
        (("read", "no-such-id"), 2),
        (("stats", "--store", "missing.db"), 3),
        (("stats", "--store", "bolt://neo4j:secret@host"), 2),
        (("stats", "--store", "http://host"), 2),
        (("stats", "--work", "other"), 2),
        (("stats", "--work", ""), 0),
    ],
)
def test_a_failed_read_prints_one_error_and_a_hint(story_cli: CommandLine, command: tuple[str, ...], code: int) -> None:
    """Errors are printed to standard error with the exit code of their kind, and no secret is repeated."""
    result = story_cli.run(*command, "--json")

    assert result.exit_code == code
    assert "secret" not in result.stderr
    if code:
        assert not result.stdout
        assert result.stderr.startswith("error: ")


def test_reading_a_missing_store_creates_no_file(cli: CommandLine) -> None:
    """A read command in a wrong folder creates no file."""
    result = cli.run("search", "x")

    assert result.exit_code == 3
    assert not list(cli.folder.iterdir())


def test_the_only_work_of_a_store_needs_no_name(cli: CommandLine) -> None:
    cli.run("ingest", str(cli.tale()), "--work", "潮屋 novel", "--yes")

    result = cli.run("stats")

    assert "潮屋 novel" in result.stdout


def test_two_works_need_a_name(cli: CommandLine) -> None:
    for work in ("甲", "乙"):
        cli.run("ingest", str(cli.tale()), "--work", work, "--yes")

    result = cli.run("stats")

    assert result.exit_code == 2
    assert "甲" in result.stderr
    assert "乙" in result.stderr


def test_a_secret_is_never_shown(cli: CommandLine) -> None:
    """`config` prints only that a secret is set, and its source."""
    cli.write(".env", "NEO4J_PASSWORD='from-the-file'\n")

    result = cli.run("config", settings={"OPENAI_API_KEY": "sk-verysecret"})

    assert "sk-verysecret" not in result.output
    assert "from-the-file" not in result.output
    assert ".env" in result.stdout


def test_flags_precede_the_environment_which_precedes_the_env_file(cli: CommandLine) -> None:
    cli.write(".env", "EPISODIC_STORE=file.db\nEPISODIC_WORK=file\nEPISODIC_MODEL=file\n")

    result = cli.run("--model", "flag", "config", "--json", settings={"EPISODIC_WORK": "environment"})

    settings = json.loads(result.stdout)["settings"]
    assert settings["EPISODIC_STORE"] == {"value": "file.db", "from": ".env", "secret": False}
    assert settings["EPISODIC_WORK"]["from"] == "environment"


@contextmanager
def kept_log() -> Generator[None]:
    """Restore the package's logger after the block."""
    handlers, level = LOGGER.handlers[:], LOGGER.level
    try:
        yield
    finally:
        LOGGER.handlers[:], LOGGER.propagate = handlers, True
        LOGGER.setLevel(level)


HELPED = (
    *(
        "ingest",
        "add",
        "retry",
        "replace",
        "remove",
        "merge",
        "delete",
        "search",
        "show",
        "timeline",
        "facts",
        "issues",
    ),
    *("chapters", "stats", "read", "graph", "works", "export", "import", "config", "demo"),
)


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [(("--log-json",), {}), ((), {"EPISODIC_LOG": "json"}), ((), {"EPISODIC_LOG": "text:debug"})],
)
def test_what_is_done_is_logged_to_standard_error(
    story_cli: CommandLine, arguments: tuple[str, ...], settings: dict[str, str]
) -> None:
    """Standard output is the same as without the log."""
    plain = story_cli.run("search", "林晚", "--json")
    with kept_log():
        logged = story_cli.run("search", "林晚", "--json", *arguments, settings=settings)

    assert logged.stdout == plain.stdout
    lines = logged.stderr.splitlines()
    if settings.get("EPISODIC_LOG", "json") == "json":
        assert [json.loads(line)["event"] for line in lines] == ["embed", "search"]
    assert "林晚" not in logged.stderr


def test_an_unknown_form_of_the_log_is_refused(story_cli: CommandLine) -> None:
    result = story_cli.run("search", "林晚", settings={"EPISODIC_LOG": "loud"})

    assert result.exit_code == 2
    assert "EPISODIC_LOG" in result.stderr


def test_every_command_has_help(cli: CommandLine) -> None:
    """The help of every command has a usage line and the options --json and --store."""
    for name in HELPED:
        result = cli.run(name, "--help")

        assert result.exit_code == 0, name
        assert f"Usage: episodic {name}" in result.stdout or f"{name} [OPTIONS]" in result.stdout, name
        assert "--json" in result.stdout, name
        assert "--store" in result.stdout, name


def test_a_name_broken_over_two_lines_is_listed_once(cli: CommandLine) -> None:
    """A name with a line break in the manuscript is the same name, and its count includes both forms."""
    cli.write(
        "book.txt",
        "Jim Hawkins sat down. Jim Hawkins said nothing. “Good day,” said Jim\nHawkins. Jim Hawkins rose and left Pellworth.\n",
    )
    cli.run("add", "book.txt")

    result = cli.run("show", "Jim Hawkins")

    assert result.exit_code == 0
    assert result.stdout.count("Jim Hawkins ×") == 1
    assert "Jim Hawkins ×4" in result.stdout


async def test_show_says_how_many_facts_it_leaves_out_and_how_to_list_them(cli: CommandLine) -> None:
    said = [
        Stated(quote=f"林远在第{number}天出门", text=f"林远在第{number}天出门。", subject=1, predicate=f"出门{number}")
        for number in range(120)
    ]
    text = "。".join(one.quote for one in said)
    async with file_graph(cli.folder / "episodic.db", reading({"林远": "Person"}, said)) as graph:
        await graph.add_episode(f"{text}。", name="第一章")

    shown = (await asyncio.to_thread(cli.run, "show", "林远")).stdout
    cursor = re.search(r"--cursor(100:[0-9a-f-]{36})", re.sub(r"\s", "", shown))

    assert "120 条事实" in shown
    assert "共 120 条事实，以上 100 条" in shown
    assert cursor is not None
    rest = (await asyncio.to_thread(cli.run, "facts", "--entity", "林远", "--cursor", cursor[1])).stdout
    assert rest.count("• ") == 20


@pytest.mark.parametrize("as_json", [True, False])
async def test_what_was_rejected_of_the_replies_is_listed_with_its_rule(cli: CommandLine, *, as_json: bool) -> None:
    """The rejected parts are kept with the reading, by chapter."""
    said = [Stated(quote="林远住在海门城", text="林远住在一处。", subject=1, predicate="lives_in")]
    async with file_graph(cli.folder / "episodic.db", reading({"林远": "Person", "海门城": "Place"}, said)) as graph:
        await graph.add_episode("林远住在海门城。", name="第一章")

    result = await asyncio.to_thread(cli.run, "chapters", "--rejected", *(["--json"] if as_json else []))

    if as_json:
        (chapter,) = json.loads(result.stdout)["chapters"]
        assert chapter["title"] == "第一章"
        assert chapter["rejected"] == [{"reason": "nothing_said", "words": "林远住在一处。"}]
    else:
        assert "第一章" in result.stdout
        assert "没有说出内容：林远住在一处。" in result.stdout


def test_where_nothing_was_rejected_that_is_said(story_cli: CommandLine) -> None:
    assert story_cli.run("chapters", "--rejected").stdout == "没有被拒绝的内容。\n"


def test_a_moment_of_story_time_says_that_later_chapters_are_read(story_cli: CommandLine) -> None:
    moment = story_cli.run("facts", "--as-of", "第1章")
    ended = story_cli.run("facts", "--as-of", "第1章", "--told-by", "1")

    assert "--told-by" in moment.stderr
    assert ended.stderr == ""


def test_a_search_marks_hits_that_are_only_similar(cli: CommandLine) -> None:
    cli.run("ingest", str(cli.write("river.md", "# Chapter 1\n\nIn the morning the river was high.\n")), "--yes")
    query = ("search", "how is the weather in Spain")

    english = cli.run(*query, settings={"EPISODIC_LANGUAGE": "en"}).stdout
    chinese = cli.run(*query, settings={"EPISODIC_LANGUAGE": "zh"}).stdout
    related = cli.run("search", "the rivers").stdout
    found = json.loads(cli.run(*query, "--json").stdout)
    page = json.loads(cli.run(*query, "--json", "--detail", "brief").stdout)

    assert english.startswith("No hit has a name or a content word of the query.")
    assert "(only similar)" in english
    assert chinese.startswith("没有一条结果含有查询中的名字或实词。")
    assert "（仅相近）" in chinese
    assert "similar" not in related
    assert [(one["related"], {hit["related_by"] for hit in one["hits"]}) for one in (found, page)] == [
        (False, {"similarity"})
    ] * 2
