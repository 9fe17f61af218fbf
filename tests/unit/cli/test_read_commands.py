"""Read-only commands."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.replies import Stated
from tests.stages.trouble import file_graph, reading
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


def test_every_read_answers_with_one_json_value(told: CommandLine) -> None:
    """Standard output is one line of JSON and nothing else."""
    for command in READS:
        result = told.run(*command, "--json")

        assert result.exit_code == 0, command
        assert result.stdout.count("\n") == 1, command
        assert isinstance(json.loads(result.stdout), dict), command


def test_every_read_answers_a_person_too(told: CommandLine) -> None:
    """Without --json there is something to read, and nothing on standard error."""
    for command in READS:
        result = told.run(*command)

        assert result.exit_code == 0, command
        assert result.stdout.strip(), command
        assert not result.stderr, command


def test_options_mean_the_same_before_a_command(told: CommandLine) -> None:
    """`episodic --json stats` is `episodic stats --json`."""
    before, after = told.run("--json", "stats"), told.run("stats", "--json")

    assert before.stdout == after.stdout


def test_a_fact_is_shown_with_its_quote_and_chapter(told: CommandLine) -> None:
    """The author's words stand beside what is said of them."""
    result = told.run("facts", "--subject", "林晚", "--include-ended")

    assert "林晚住在苇港" in result.stdout
    assert "第一章 潮屋" in result.stdout


def test_facts_between_two_are_those_of_both(told: CommandLine) -> None:
    """Either may be the subject."""
    found = told.value("facts", "--between", "林晚", "苇港", "--include-ended")

    facts = found["facts"]
    assert isinstance(facts, list)
    assert facts
    assert all("林晚" in str(one) and "苇港" in str(one) for one in facts)


def test_a_reader_of_chapter_one_sees_nothing_of_chapter_two(told: CommandLine) -> None:
    """--told-by hides what is told later."""
    result = told.run("facts", "--told-by", "1", "--include-ended", "--json")

    assert "望潮城" not in result.stdout


def test_the_words_behind_a_fact_can_be_read(told: CommandLine) -> None:
    """`read` takes the id that `facts` shows."""
    facts = told.value("facts")["facts"]
    assert isinstance(facts, list)
    first = facts[0]
    assert isinstance(first, dict)

    result = told.run("read", str(first["uuid"]))

    assert result.exit_code == 0
    assert "第一章 潮屋" in result.stdout


def test_nothing_found_says_what_was_searched(told: CommandLine) -> None:
    """An empty answer is an answer: exit code 0, and where it was looked."""
    result = told.run("search", "铜尺", "--kind", "entity", "--told-by", "2", "--layer", "draft")

    assert result.exit_code == 0
    assert "没有找到" in result.stdout
    assert "草稿" in result.stdout


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("show", "nobody"), 2),
        (("facts", "--told-by", "99"), 2),
        (("issues", "--as-of", "gibberish"), 2),
        (("stats", "--by", "nothing"), 2),
        (("read", "no-such-id"), 2),
        (("stats", "--store", "missing.db"), 3),
        (("stats", "--store", "bolt://neo4j:secret@host"), 2),
        (("stats", "--store", "http://host"), 2),
        (("stats", "--work", "other"), 2),
        (("stats", "--work", ""), 0),
    ],
)
def test_what_cannot_be_answered_is_one_error_and_a_hint(
    told: CommandLine, command: tuple[str, ...], code: int
) -> None:
    """Errors go to standard error with the exit code of their kind; no secret is repeated."""
    result = told.run(*command, "--json")

    assert result.exit_code == code
    assert "secret" not in result.stderr
    if code:
        assert not result.stdout
        assert result.stderr.startswith("error: ")


def test_a_missing_store_is_not_made_by_looking(cli: CommandLine) -> None:
    """Reading in the wrong folder leaves no file behind."""
    result = cli.run("search", "x")

    assert result.exit_code == 3
    assert not list(cli.folder.iterdir())


def test_the_only_work_of_a_store_needs_no_name(cli: CommandLine) -> None:
    """What was read in under a name is found without it."""
    cli.run("ingest", str(cli.tale()), "--work", "潮屋 novel", "--yes")

    result = cli.run("stats")

    assert "潮屋 novel" in result.stdout


def test_two_works_need_a_name(cli: CommandLine) -> None:
    """The error lists them."""
    for work in ("甲", "乙"):
        cli.run("ingest", str(cli.tale()), "--work", work, "--yes")

    result = cli.run("stats")

    assert result.exit_code == 2
    assert "甲" in result.stderr
    assert "乙" in result.stderr


def test_a_secret_is_never_shown(cli: CommandLine) -> None:
    """`config` says that it is set and where it came from."""
    cli.write(".env", "NEO4J_PASSWORD='from-the-file'\n")

    result = cli.run("config", settings={"OPENAI_API_KEY": "sk-verysecret"})

    assert "sk-verysecret" not in result.output
    assert "from-the-file" not in result.output
    assert ".env" in result.stdout


def test_a_flag_counts_before_the_environment_and_that_before_the_file(cli: CommandLine) -> None:
    """The usual order."""
    cli.write(".env", "EPISODIC_STORE=file.db\nEPISODIC_WORK=file\nEPISODIC_MODEL=file\n")

    result = cli.run("--model", "flag", "config", "--json", settings={"EPISODIC_WORK": "environment"})

    settings = json.loads(result.stdout)["settings"]
    assert settings["EPISODIC_STORE"] == {"value": "file.db", "from": ".env", "secret": False}
    assert settings["EPISODIC_WORK"]["from"] == "environment"


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


def test_every_command_explains_itself(cli: CommandLine) -> None:
    """Its help says how it is called, and that it has --json and --store."""
    for name in HELPED:
        result = cli.run(name, "--help")

        assert result.exit_code == 0, name
        assert f"Usage: episodic {name}" in result.stdout or f"{name} [OPTIONS]" in result.stdout, name
        assert "--json" in result.stdout, name
        assert "--store" in result.stdout, name


def test_a_name_broken_over_two_lines_is_listed_once(cli: CommandLine) -> None:
    """How often counts both; where the line ends in the manuscript is no other name."""
    cli.write(
        "book.txt",
        "Jim Hawkins sat down. Jim Hawkins said nothing. “Good day,” said Jim\nHawkins. Jim Hawkins rose and left Pellworth.\n",
    )
    cli.run("add", "book.txt")

    result = cli.run("show", "Jim Hawkins")

    assert result.exit_code == 0
    assert result.stdout.count("Jim Hawkins ×") == 1
    assert "Jim Hawkins ×4" in result.stdout


@pytest.mark.parametrize("as_json", [True, False])
async def test_what_was_rejected_of_the_replies_is_listed_with_its_rule(cli: CommandLine, *, as_json: bool) -> None:
    """The rejected parts are kept with the reading, by chapter."""
    said = [Stated(quote="林远住在海门城", text="他住在海门城。", subject=1, predicate="lives_in", object=2)]
    async with file_graph(cli.folder / "episodic.db", reading({"林远": "Person", "海门城": "Place"}, said)) as graph:
        await graph.add_episode("林远住在海门城。", name="第一章")

    result = await asyncio.to_thread(cli.run, "chapters", "--rejected", *(["--json"] if as_json else []))

    if as_json:
        (chapter,) = json.loads(result.stdout)["chapters"]
        assert chapter["title"] == "第一章"
        assert chapter["rejected"] == [{"reason": "pronoun", "words": "他住在海门城。"}]
    else:
        assert "第一章" in result.stdout
        assert "句子以代词开头：他住在海门城。" in result.stdout


def test_where_nothing_was_rejected_that_is_said(told: CommandLine) -> None:
    assert told.run("chapters", "--rejected").stdout == "没有被拒绝的内容。\n"
