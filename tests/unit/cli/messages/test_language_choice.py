"""The language of a command's output: the setting, else the language of the work, else the user's locale."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import cast

import pytest
from rich.cells import cell_len

from episodic.cli.escaping import Json
from episodic.cli.messages.language_choice import chosen_language, locale_language, main_language
from episodic.config import LANGUAGE, configured
from episodic.errors import ConfigurationError
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from tests.unit.cli.command_line import TALE, CommandLine

HAN = re.compile(r"[\u3400-\u9fff，。：；「」（）]")
MACHINE = re.compile(
    r"`[^`]*`|--[a-z-]+( '[^']*'| \S+)?|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\S*/\S*|\S+\.(?:db|jsonl|svg|txt|json)\b"
    r"|\b[A-Z]+_[A-Z_]+\b|\b(?:token|USD|UTF|story|uuid)\b|\bU\+FFFD\b"
)
"""Commands, options, ids, paths and settings, which are the same in both languages."""
ENGLISH_TALE = """# Chapter 1: The Ferry

Mara lived in Harrow Ferry. "Come in," said Mara. Tom gave Mara the brass key.

# Chapter 2: The City

Mara moved to Caldmere. Tom Reed lived in Caldmere. "So this is it," said Mara.
"""
RECORDING: dict[str, Json] = {
    "question": "extraction/entities",
    "language": "zh",
    "model": "m",
    "digest": "0" * 64,
    "template": "0" * 32,
    "reply": {},
}
"""A pattern that the output in the other language would match."""
LOOKS = (
    *(("search", "{who}"), ("search", "zzqq", "--told-by", "1"), ("show", "{who}"), ("timeline", "{who}")),
    *(("timeline", "--predicate", "lives_in"), ("timeline", "{who}", "--picture", "a.svg"), ("facts",)),
    *(("facts", "--predicate", "engaged_to"), ("facts", "--limit", "1"), ("issues",), ("chapters",), ("stats",)),
    *(("stats", "--by", "entity_type"), ("stats", "--by", "predicate", "--by", "scope"), ("graph", "{who}")),
    *(("history",), ("acts",), ("check", "draft.txt"), ("retry",), ("reread", "1", "--every")),
    *(("chapters", "--layer", "canon", "--layer", "draft"), ("ingest", "tale.txt", "--yes")),
    *(("ingest", "tale.txt", "--dry-run", "--model", "m4"), ("export", "a.jsonl"), ("import", "a.jsonl")),
)
EDITS = (
    *(("add-fact", "{who}", "fears", "--value", "{who}", "--quote", "{quote}"), ("lock", "{fact}"), ("acts",)),
    *(("merge", "{who}", "{other}", "--reason", "{who}"), ("acts",), ("undo",)),
    *(("add", "draft.txt", "--in-layer", "draft", "--key", "k"), ("promote", "k"), ("undo",), ("redo",)),
    *(("rename", "1", "{who}"), ("move", "1", "--after", "2"), ("insert", "draft.txt", "--after", "1")),
    *(("replace", "1", "draft.txt"), ("correct", "{who}", "--type", "Creature")),
    *(("correct", "{who}", "--alias", "{who}{who}"), ("predicate", "lives_in", "--kind", "fixed")),
    *(("undo", "2"), ("acts",), ("remove", "1", "--yes"), ("history",)),
    *(("compact", "--keep-revisions", "2", "--yes"), ("compact", "--purge", "--yes"), ("delete", "--yes")),
)


@pytest.fixture(scope="module")
def english_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a folder with the ingested and exported English story once; tests get copies of the folder."""
    folder = tmp_path_factory.mktemp("english")
    first = CommandLine(folder)
    first.write("draft.txt", '# Chapter 3: The Flood\n\nTom Reed lived in Harrow Ferry. "He is gone," said Mara.\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        result = first.run("ingest", str(first.write("tale.txt", ENGLISH_TALE)), "--yes")
        first.run("export", "a.jsonl")
    assert result.exit_code == 0, result.stderr
    return folder


@pytest.fixture
def english(cli: CommandLine, english_folder: Path) -> CommandLine:
    """Run commands in a folder with an English work, under a Chinese locale."""
    shutil.copytree(english_folder, cli.folder, dirs_exist_ok=True)
    cli.settings["LANG"] = "zh_CN.UTF-8"
    return cli


@pytest.fixture
def chinese(story_cli: CommandLine) -> CommandLine:
    """Run commands in a folder with a Chinese work, under an English locale."""
    story_cli.settings["LANG"] = "en_US.UTF-8"
    story_cli.run("export", "a.jsonl")
    story_cli.write("draft.txt", "第四章 春\n\n林晚住在望潮城。林晚说：“到了。”\n")
    return story_cli


def printed_output(cli: CommandLine, command: tuple[str, ...], **words: str) -> str:
    """Return everything that a command prints."""
    result = cli.run(*(one.format(**words) for one in command))
    assert result.exit_code in {0, 1}, result.stderr
    return result.output


def first_fact(cli: CommandLine) -> str:
    """Return the id of a fact."""
    found = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", cli.run("facts").stdout)
    assert found is not None
    return found[0]


def english_words(said: str) -> list[str]:
    """Return the Latin words of a text that are not commands, options, ids, paths or settings."""
    return re.findall(r"[A-Za-z]{2,}", MACHINE.sub(" ", said))


def test_commands_on_a_chinese_work_print_chinese(chinese: CommandLine) -> None:
    """The output has no English word except commands and names, under any locale."""
    said = {command: printed_output(chinese, command, who="林晚") for command in LOOKS}

    allowed = {"flowchart", "LR", "zzqq", "rules", "tale", "draft"}
    assert {command: found for command, one in said.items() if (found := {*english_words(one)} - allowed)} == {}


def test_edits_of_a_chinese_work_are_reported_in_chinese(chinese: CommandLine) -> None:
    fact = first_fact(chinese)

    said = "".join(
        printed_output(chinese, command, who="林晚", other="沈三更", quote="林晚住在苇港", fact=fact)
        for command in EDITS
    )

    assert not set(english_words(said)) - {"fears"}


def test_commands_on_an_english_work_print_english(english: CommandLine) -> None:
    said = {command: printed_output(english, command, who="Mara") for command in LOOKS}

    assert {command: one for command, one in said.items() if HAN.search(one)} == {}


def test_edits_of_an_english_work_are_reported_in_english(english: CommandLine) -> None:
    fact = first_fact(english)

    said = "".join(
        printed_output(english, command, who="Mara", other="Tom Reed", quote="Tom gave Mara the brass key", fact=fact)
        for command in EDITS
    )

    assert not HAN.search(said)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (("ingest", "tale.txt", "--dry-run"), "2 unchanged"),
        (("ingest", "tale.txt", "--yes"), "Nothing changed in the graph."),
        (("search", "zzqq", "--told-by", "1"), "Nothing found for “zzqq”. The work holds "),
        (("facts", "--predicate", "engaged_to"), "No facts. Looked at: canon; ended facts left out."),
        (("facts", "--limit", "1"), "; the next: --cursor "),
        (("show", "Mara"), " in chapters 1 ×"),
        (("stats",), "Looked at: canon; ended facts left out."),
        (("issues",), "No open issues."),
        (("acts",), "No decisions."),
        (("retry",), "Nothing to read."),
        (("remove", "2", "--yes"), "removed: Chapter 2: The City"),
        (("remove", "2", "--yes"), "- retired       Tom Reed"),
        (("remove", "2", "--yes"), "○ open again    Mara"),
        (("remove", "2", "--yes"), "- gone          Caldmere (Place)"),
        (("move", "2", "--before", "1"), "moved: Chapter 2: The City, now [1]"),
        (("correct", "Mara", "--alias", "the ferrywoman"), "corrected: Mara: alias the ferrywoman"),
        (("check", "draft.txt"), "! unexplained change: The draft has it otherwise"),
        (("export", "b.jsonl"), " lines to b.jsonl."),
        (("compact", "--purge", "--yes"), "of its revisions only the present one, 2, can be read."),
        (("delete", "--yes"), "Deleted story."),
    ],
    ids=lambda one: one if isinstance(one, str) else " ".join(cast("tuple[str, ...]", one)),
)
def test_english_output_has_the_expected_words(english: CommandLine, command: tuple[str, ...], line: str) -> None:
    assert line in printed_output(english, command)


def test_json_is_the_same_in_every_language(chinese: CommandLine) -> None:
    """JSON output is equal to the byte, because programs read it."""
    asked = [(*(one.format(who="林晚") for one in command), "--json") for command in LOOKS]

    in_chinese = [chinese.run(*one, settings={LANGUAGE: "zh"}).stdout for one in asked]
    in_english = [chinese.run(*one, settings={LANGUAGE: "en"}).stdout for one in asked]

    assert in_chinese == in_english


def test_the_setting_takes_precedence_over_work_and_locale(chinese: CommandLine) -> None:
    environment = chinese.run("stats", settings={LANGUAGE: "en"})
    chinese.write(".env", f"{LANGUAGE}=EN\n")
    file = chinese.run("stats")

    assert "Looked at: canon" in environment.stdout
    assert file.stdout == environment.stdout


def test_no_other_language_can_be_set(chinese: CommandLine) -> None:
    result = chinese.run("stats", settings={LANGUAGE: "fr"})

    assert result.exit_code == 2
    assert "'fr'" in result.stderr
    assert "zh, en or auto" in result.stderr


def test_output_without_a_work_is_in_the_language_of_the_locale(english: CommandLine) -> None:
    """Examples of output without a work are the list of works, the settings, and the report of a backup."""
    results = [english.run("works"), english.run("config"), english.run("backup", "b.db")]

    assert all(HAN.search(one.stdout) for one in results)


def test_the_setting_is_listed(cli: CommandLine) -> None:
    result = cli.run("config", settings={LANGUAGE: "zh"})

    (line,) = [one for one in result.stdout.splitlines() if one.startswith(LANGUAGE)]
    assert line.split() == [LANGUAGE, "zh", "环境变量"]


def test_output_about_a_new_work_is_in_the_language_of_its_manuscript(cli: CommandLine) -> None:
    """The preview, which is printed before anything is written, already has the manuscript's language."""
    preview = cli.run("ingest", str(cli.tale()), "--dry-run")

    assert "3 章" in preview.stdout
    assert "新 3 章" in preview.stdout


def test_nothing_is_wider_than_the_terminal(chinese: CommandLine) -> None:
    """Lines fit into the terminal, where a Han character takes two columns."""
    chinese.settings["COLUMNS"] = "60"

    said = "".join(chinese.run(*(one.format(who="林晚") for one in command)).stdout for command in LOOKS)

    # Lines of a drawing, and commands or paths to copy, are never wrapped.
    lines = [line for line in said.splitlines() if not re.search(r"^ +n\d|/|episodic", line)]
    assert max(map(cell_len, lines)) <= 60


def test_an_error_is_in_english_on_its_own_line(cli: CommandLine) -> None:
    """No line mixes two languages, also if a chapter could not be read."""
    (cli.folder / "replies").mkdir()
    cli.write("replies/one.json", json.dumps(RECORDING))

    result = cli.run("ingest", str(cli.tale()), "--yes", settings={"EPISODIC_REPLAY": "replies"})

    lines = result.stdout.splitlines()
    (at, *_) = [number for number, line in enumerate(lines) if line.startswith("未读成：")]
    assert lines[at] == "未读成：第一章 潮屋"
    assert lines[at + 1].startswith("  No recorded reply")
    assert not [line for line in lines if HAN.search(line) and "recorded" in line]


def test_kinds_of_changes_are_printed_in_one_column(chinese: CommandLine) -> None:
    """The first column of the list of changes has the same width for every kind of change."""
    said = chinese.run("remove", "2", "--yes").stdout.splitlines()[1:]

    texts = [line.split(maxsplit=2)[2] for line in said]
    assert len(texts) > 1
    assert len({cell_len(line) - cell_len(text) for line, text in zip(said, texts, strict=True)}) == 1


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ENGLISH),
        ({"LANG": "zh_CN.UTF-8"}, CHINESE),
        ({"LANG": "zh_TW"}, CHINESE),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, ENGLISH),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, CHINESE),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, ENGLISH),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, CHINESE),
    ],
)
def test_the_first_locale_variable_that_is_set_decides(environment: dict[str, str], language: Language) -> None:
    """The order is LC_ALL, LC_MESSAGES, LANG, and an empty variable counts as not set."""
    assert locale_language(environment) is language


def test_a_work_has_the_language_of_most_of_its_chapters() -> None:
    """In a tie, the language of the first chapter counts. A work without chapters has no language."""
    zh, en = CHINESE, ENGLISH

    assert main_language([en, zh, zh]) is zh
    assert main_language([en, zh]) is en
    assert main_language([]) is None


@pytest.mark.parametrize("said", ["", "auto", "Auto "])
def test_the_default_language_setting_is_auto(said: str) -> None:
    assert chosen_language(configured({}, {LANGUAGE: said}, {})) is None


def test_an_unknown_language_is_an_error() -> None:
    assert chosen_language(configured({}, {LANGUAGE: "zh"}, {})) == CHINESE
    with pytest.raises(ConfigurationError):
        chosen_language(configured({}, {LANGUAGE: "chinese"}, {}))


def test_output_about_a_mixed_work_is_in_the_language_of_most_chapters(cli: CommandLine) -> None:
    """One English chapter with few letters does not make the output English."""
    cli.tale(四="Chapter Four\n\nMara lived in Harrow Ferry. “Come in,” said Mara.\n")

    result = cli.run("ingest", "tale.txt", "--dry-run")

    assert len(TALE) == 3
    assert "字" in result.stdout
