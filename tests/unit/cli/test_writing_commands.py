"""Commands that change a work."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from episodic.model.records import Changes, Kind, Record, Staged
from episodic.stores.sqlite import SQLiteStore
from tests.unit.cli.command_line import TALE, CommandLine


def outcomes(text: str) -> list[str]:
    """Return the outcome of each chapter."""
    return [one["outcome"] for one in json.loads(text)["chapters"]]


def test_a_first_ingestion_prints_the_store_and_that_rules_are_used(cli: CommandLine) -> None:
    result = cli.run("ingest", str(cli.tale()))

    assert result.exit_code == 0
    assert f"新建存储：{cli.folder / 'episodic.db'}" in result.stderr
    assert "按规则来读" in result.stderr
    assert "EPISODIC_MODEL" in result.stderr


def test_a_preview_shows_chapters_and_writes_nothing(cli: CommandLine) -> None:
    """--dry-run stops before a store is created."""
    result = cli.run("ingest", str(cli.tale()), "--dry-run")

    assert "第二章 进城" in result.stdout
    assert "新 3 章" in result.stdout
    assert not (cli.folder / "episodic.db").exists()


def test_the_cost_is_shown_in_tokens_and_in_money_only_with_prices(cli: CommandLine) -> None:
    tale = str(cli.tale())
    priced = {"EPISODIC_PRICE_INPUT": "2", "EPISODIC_PRICE_OUTPUT": "8", "EPISODIC_CURRENCY": "CNY"}

    without = cli.run("ingest", tale, "--dry-run", "--model", "some-model")
    with_prices = cli.run("ingest", tale, "--dry-run", "--model", "some-model", settings=priced)

    assert "token" in without.stdout
    assert "CNY" not in without.stdout
    assert "CNY" in with_prices.stdout


def test_a_repeated_ingestion_changes_nothing(story_cli: CommandLine) -> None:
    result = story_cli.run("ingest", str(story_cli.tale()), "--json")

    assert outcomes(result.stdout) == ["unchanged"] * 3


def test_a_changed_chapter_is_named_before_it_is_read(story_cli: CommandLine) -> None:
    changed = story_cli.tale(二="第二章 进城\n\n林晚没有离开苇港。\n")

    preview = story_cli.run("ingest", str(changed), "--dry-run", "--json")
    result = story_cli.run("ingest", str(changed), "--json")

    assert [one["plan"] for one in json.loads(preview.stdout)["preview"]["chapters"]] == [
        "unchanged",
        "changed",
        "unchanged",
    ]
    assert outcomes(result.stdout) == ["unchanged", "replaced", "unchanged"]


ENGLISH_TALE = (
    "Chapter 1\n\nAnna lived in Harwick.\nAnna's teacher was Tom Reed.\n\n"
    "Chapter 2\n\nAnna went to Dunmore.\n\n"
    "Chapter 3\n\nTom Reed died in Harwick.\n"
)


def test_a_manuscript_whose_line_ends_changed_is_unchanged(cli: CommandLine) -> None:
    """The test covers both languages and both directions of the change."""
    for work, text in [("zh", "\n".join(TALE.values())), ("en", ENGLISH_TALE)]:
        for ends in [("\n", "\r\n"), ("\r\n", "\n")]:
            name = f"{work}{len(ends[0])}"
            file = cli.folder / f"{name}.txt"
            file.write_bytes(text.replace("\n", ends[0]).encode())
            cli.value("ingest", str(file), "--work", name, "--yes")
            before = cli.value("chapters", "--work", name)
            file.write_bytes(text.replace("\n", ends[1]).encode())

            preview = cli.run("ingest", str(file), "--work", name, "--dry-run", "--json")
            result = cli.run("ingest", str(file), "--work", name, "--json")

            plans = [one["plan"] for one in json.loads(preview.stdout)["preview"]["chapters"]]
            assert plans == ["unchanged"] * 3, name
            assert outcomes(result.stdout) == ["unchanged"] * 3, name
            assert cli.value("chapters", "--work", name) == before, name


def test_an_edited_chapter_in_a_manuscript_whose_line_ends_changed_is_the_only_changed_chapter(
    story_cli: CommandLine,
) -> None:
    changed = story_cli.tale(二="第二章 进城\n\n林晚没有离开苇港。\n")
    changed.write_bytes(changed.read_bytes().replace(b"\n", b"\r\n"))

    result = story_cli.run("ingest", str(changed), "--json")

    assert outcomes(result.stdout) == ["unchanged", "replaced", "unchanged"]


def test_a_chapter_is_added_after_the_others(story_cli: CommandLine) -> None:
    chapter = story_cli.write("chapter-4.md", "# 第四章 春\n\n林晚搬到了柳浦。\n")

    result = story_cli.run("add", str(chapter))

    assert result.exit_code == 0
    assert "加入：第四章 春" in result.stdout
    assert "第四章 春" in story_cli.run("chapters").stdout


def test_a_rewritten_chapter_shows_what_is_added_and_what_is_retired(story_cli: CommandLine) -> None:
    """The list of changes has a sign for each kind of change."""
    rewritten = story_cli.write("new.md", "第二章 进城\n\n裴照生在望潮城。“你来了。”裴照说。裴照笑道：“坐。”\n")

    result = story_cli.run("replace", "2", str(rewritten))

    assert result.exit_code == 0
    assert "+ 新增     裴照生在望潮城" in result.stdout
    assert "- 撤下     裴照生在柳浦" in result.stdout


def test_remove_deletes_a_chapter(story_cli: CommandLine) -> None:
    result = story_cli.run("remove", "3", "--yes", "--json")

    assert "diff" in json.loads(result.stdout)
    assert "第三章" not in story_cli.run("chapters").stdout


def test_merge_combines_two_entities(story_cli: CommandLine) -> None:
    merged = story_cli.run("merge", "沈三更", "裴照")

    assert merged.exit_code == 0
    assert story_cli.value("show", "沈三更")["entity"] == story_cli.value("show", "裴照")["entity"]


def test_a_person_and_a_place_are_merged_only_with_an_option(story_cli: CommandLine) -> None:
    """The error names the types of both entities."""
    refused = story_cli.run("merge", "沈三更", "望潮城")
    insisted = story_cli.run("merge", "沈三更", "望潮城", "--across-types")

    assert refused.exit_code != 0
    assert "Place" in refused.stderr
    assert insisted.exit_code == 0


def test_retry_without_waiting_chapters_reads_nothing(story_cli: CommandLine) -> None:
    result = story_cli.run("retry", "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["chapters"] == []


def test_delete_requires_confirmation(story_cli: CommandLine) -> None:
    """Without a terminal, the command requires --yes."""
    refused = story_cli.run("delete")
    deleted = story_cli.run("delete", "--yes")

    assert refused.exit_code == 2
    assert deleted.exit_code == 0
    assert story_cli.value("works")["works"] == []


def test_an_interrupted_import_can_be_deleted(story_cli: CommandLine) -> None:
    """Until then, no chapter can be added to a work of this name, and the work is not listed."""

    async def interrupted() -> None:
        store = SQLiteStore("episodic.db")
        chapter = Record(Kind.EPISODE, "one", "{}")
        await store.stage(Staged("a file"), Changes("half", 0, "a", "2026-01-01", "add", put=(chapter,)))
        await store.close()

    asyncio.run(interrupted())
    chapter = str(story_cli.write("a.txt", TALE["一"]))

    added = story_cli.run("add", chapter, "--work", "half")
    listed = story_cli.run("works").stdout
    deleted = story_cli.run("delete", "--work", "half", "--yes")
    again = story_cli.run("delete", "--work", "half", "--yes")

    assert added.exit_code == 3
    assert "episodic delete" in added.stderr.replace("\n", " ")
    assert "half" not in listed
    assert (deleted.exit_code, again.exit_code) == (0, 2)
    assert story_cli.run("add", chapter, "--work", "half").exit_code == 0


def test_delete_removes_cached_replies(story_cli: CommandLine) -> None:
    """Cached replies of a model about the work are deleted too."""
    from episodic.cache_folders import group_folder  # noqa: PLC0415

    kept = group_folder(story_cli.folder / "cache" / "replies", "story") / "model" / "reply.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("{}", encoding="utf-8")

    found = story_cli.run("delete", "--yes", "--json")

    assert json.loads(found.stdout)["cached_removed"] == 1
    assert not kept.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b""),
        ("marks.txt", "……！？——".encode()),
        ("binary.txt", bytes(range(256)) * 20),
        ("broken.epub", b"PK\x03\x04 no archive"),
        ("unknown.xyz", b"text"),
    ],
)
def test_an_unreadable_file_creates_no_store(cli: CommandLine, name: str, content: bytes) -> None:
    """The exit code is 2, one error is printed, and nothing is written."""
    file = cli.folder / name
    file.write_bytes(content)

    result = cli.run("ingest", str(file))

    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert not (cli.folder / "episodic.db").exists()


def test_a_model_without_a_key_is_a_named_error(cli: CommandLine) -> None:
    """No request is sent, and no chapter is read by rules."""
    result = cli.run("ingest", str(cli.tale()), "--model", "some-model", "--yes")

    assert result.exit_code == 2
    assert "OPENAI_API_KEY" in result.stderr


def test_chapters_without_a_model_answer_are_reported_and_kept_for_retry(cli: CommandLine) -> None:
    """The exit code is 4, the output has the reason and the next command, and the chapters keep their positions."""
    replies = cli.folder / "replies"
    replies.mkdir()
    recording: dict[str, object] = {
        "question": "extraction/entities",
        "language": "zh",
        "model": "m",
        "digest": "0" * 64,
        "template": "0" * 32,
        "reply": {},
    }
    (replies / "one.json").write_text(json.dumps(recording), encoding="utf-8")

    result = cli.run("ingest", str(cli.tale()), "--yes", settings={"EPISODIC_REPLAY": str(replies)})

    assert result.exit_code == 4
    assert result.stdout.count("未读成：") == 3
    assert "episodic retry" in result.stdout
    assert "未读成" in cli.run("chapters").stdout


def test_a_waiting_chapter_is_read_again_by_retry(cli: CommandLine) -> None:
    test_chapters_without_a_model_answer_are_reported_and_kept_for_retry(cli)

    result = cli.run("retry", "--json")

    assert result.exit_code == 0
    assert outcomes(result.stdout) == ["added"] * 3


HOSTILE = ("[/]", "[red]x[/red]", "a\x1b[31mb", "`]-->`", "x\u202ey", '"quoted"', "{brace}")


@pytest.mark.parametrize("title", HOSTILE)
def test_control_characters_in_titles_and_work_names_are_escaped(cli: CommandLine, title: str) -> None:
    """Markup and escape codes in a title are escaped in the output."""
    file = cli.write("a.md", f"林晚住在苇港。{title}\n")

    results = [
        cli.run("add", str(file), "--title", title, "--work", title),
        cli.run("chapters"),
        cli.run("works"),
        cli.run("search", "林晚"),
        cli.run("chapters", "--json"),
    ]

    assert [one.exit_code for one in results] == [0] * 5
    assert not any(mark in one.output for one in results for mark in ("\x1b", "\x9b", "\u202e"))


@pytest.mark.parametrize("work", ["x" * 501, "", "a\ud800b"])
def test_an_invalid_work_name_is_refused(cli: CommandLine, work: str) -> None:
    """A work name has at most 500 characters and no lone surrogates. An empty name means the default name."""
    result = cli.run("ingest", str(cli.tale()), "--work", work, "--yes")

    assert result.exit_code == (0 if not work else 2)
    assert result.stdout.isprintable() or "\x1b" not in result.stdout


def test_an_export_is_unchanged_after_an_import_into_another_store(story_cli: CommandLine) -> None:
    """After export and import, another export has the same lines and the same name of the work."""
    first, second = story_cli.folder / "a.jsonl", story_cli.folder / "b.jsonl"

    story_cli.run("export", str(first), "--canonical")
    story_cli.run("export", "whole.jsonl")
    story_cli.run("import", "whole.jsonl", "--store", "other.db")
    story_cli.run("export", str(second), "--canonical", "--store", "other.db")

    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")
    assert first.read_text(encoding="utf-8").strip()


def test_an_export_to_standard_output_has_the_lines_of_the_file(story_cli: CommandLine) -> None:
    story_cli.run("export", "a.jsonl", "--canonical")

    result = story_cli.run("export", "-", "--canonical")

    assert result.stdout == Path("a.jsonl").read_text(encoding="utf-8")


def test_a_truncated_import_changes_nothing(story_cli: CommandLine) -> None:
    story_cli.run("export", "a.jsonl")
    whole = Path("a.jsonl").read_text(encoding="utf-8")
    Path("half.jsonl").write_text(whole[: len(whole) // 2], encoding="utf-8")

    result = story_cli.run("import", "half.jsonl", "--store", "other.db")

    assert result.exit_code == 2
    assert "line" in result.stderr
    assert not (story_cli.folder / "other.db").exists()


def test_a_failed_export_leaves_existing_files_unchanged(story_cli: CommandLine) -> None:
    """If the folder does not exist, the command fails with a write error and leaves no partial file."""
    result = story_cli.run("export", "missing/a.jsonl")

    assert result.exit_code == 3
    assert sorted(one.name for one in story_cli.folder.iterdir() if one.suffix == ".jsonl") == []


def test_the_calendar_option_defines_dates(cli: CommandLine) -> None:
    months = [{"name": "银鱼月", "days": 28}, {"name": "雷鸣月", "days": 28}]
    good = cli.write("潮历.json", json.dumps({"name": "潮历", "months": months}))
    bad = cli.write("bad.json", '{"name": "x", "months": []}')

    refused = cli.run("ingest", str(cli.tale()), "--calendar", str(bad), "--yes")
    read = cli.run("ingest", str(cli.tale()), "--calendar", str(good), "--yes")

    assert refused.exit_code == 2
    assert read.exit_code == 0


def test_the_density_is_kept_with_the_work_until_another_is_given(story_cli: CommandLine) -> None:
    """The commands `ingest` and `reread` have an option for density. A command without the option changes nothing."""
    kept: list[bool] = []
    for command in (("ingest", str(story_cli.tale()), "--density", "essential"), ("ingest", str(story_cli.tale()))):
        assert story_cli.run(*command, "--yes").exit_code == 0
        kept.append('"density":"essential"' in story_cli.run("export", "-").stdout)
    assert story_cli.run("reread", "1", "--density", "everything").exit_code == 0

    assert kept == [True, True]
    assert '"density":"everything"' in story_cli.run("export", "-").stdout


def test_a_work_is_renamed_and_its_cache_stays(story_cli: CommandLine) -> None:
    from episodic.cache_folders import group_folder  # noqa: PLC0415

    cached = group_folder(story_cli.folder / "cache" / "replies", "story")
    cached.mkdir(parents=True)
    (cached / "one.json").write_text("{}", encoding="utf-8")

    result = story_cli.run("works", "rename", "story", "潮声")

    assert (result.exit_code, result.stdout.strip()) == (0, "「story」已改名为「潮声」。")
    assert story_cli.value("chapters", "--work", "潮声")["chapters"]
    assert [one.name for one in group_folder(story_cli.folder / "cache" / "replies", "潮声").iterdir()] == ["one.json"]
    assert story_cli.run("chapters", "--work", "story").exit_code == 2


@pytest.mark.parametrize("arguments", [("rename",), ("rename", "story"), ("list",), ("rename", "none", "novel")])
def test_works_refuses_what_it_does_not_know(story_cli: CommandLine, arguments: tuple[str, ...]) -> None:
    result = story_cli.run("works", *arguments)

    assert result.exit_code == 2
    assert "hint:" in result.stderr


def test_a_work_is_imported_under_another_name(story_cli: CommandLine) -> None:
    story_cli.run("export", "whole.jsonl")

    value = story_cli.value("import", "whole.jsonl", "--as", "copy")

    assert (value["work"], value["changed"]) == ("copy", True)
    assert len(story_cli.value("chapters", "--work", "copy")["chapters"]) == 3  # type: ignore[arg-type] # a list
