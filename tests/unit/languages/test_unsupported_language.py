"""Tests of text in an unsupported language, which is stored, split and searched, but not read by rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from episodic import StoryGraph
from episodic.languages.registry import fallback, pack
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.prompts import template
from episodic.stores.sqlite import SQLiteStore
from episodic.text.language import language_of
from tests.unit.cli.command_line import CommandLine

RUSSIAN = (
    "# Мост\n\nАнна жила в деревне у реки. Каждое утро она ходила через мост к мельнице.\n\n"
    "# Дорога\n\nОднажды ночью пришёл паводок, и мост исчез. Анна ушла в город.\n"
)
FRENCH = (
    "Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que je "
    "n'avais pas le temps de me dire que je m'endormais. Et, une demi-heure après, la pensée qu'il était temps de chercher le "
    "sommeil m'éveillait ; je voulais poser le volume que je croyais avoir encore dans les mains et souffler ma lumière."
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (RUSSIAN, "und-Cyrl"),
        ("Η Άννα ζούσε σε ένα χωριό κοντά στο ποτάμι.", "und-Grek"),
        ("안나는 강가의 마을에 살았다. 그녀는 매일 아침 다리를 건넜다.", "und-Hang"),
        ("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", "und-Jpan"),
        (FRENCH, "und-Latn"),
        ("Anna went to Крым with Иван, and they stayed there for the summer.", "en"),
        ("林晚住在苇港，她的船叫 Seagull。", "zh"),
        ("", "zh"),
        ("1812", "en"),
    ],
)
def test_the_script_and_common_words_tell_whether_a_language_is_supported(text: str, code: str) -> None:
    assert language_of(text) == code
    assert (pack(language_of(text)) is None) is code.startswith("und")


async def test_unsupported_text_is_stored_and_searched_and_has_no_entities() -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        report = await graph.add_episode(Chapter(RUSSIAN, title="Мост"))
        found = await graph.search("мельнице")
        (entry,) = await graph.chapters()

    assert report.outcome == "added"
    assert [one.text.count("мельнице") for one in found.passages] == [1]
    assert found.entities == ()
    assert entry.failure is None
    assert entry.chapter.language == "und-Cyrl"


async def test_a_model_reads_unsupported_text_with_prompts_of_the_fallback_language() -> None:
    model = ScriptedModel(lambda prompt: prompt.reply.model_validate({"entities": [], "passages": [], "facts": []}))

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_episode(Chapter(RUSSIAN, title="Мост"))

    asked = model.asked[0]
    assert asked.language == "und-Cyrl"
    assert asked.messages().system.startswith(template("extraction", "entities", fallback().code)[0][:40])


def test_the_command_line_says_that_rules_do_not_read_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cli = CommandLine(tmp_path)
    file = cli.write("рассказ.md", RUSSIAN)

    preview = cli.run("ingest", str(file), "--dry-run")
    as_json = json.loads(cli.run("ingest", str(file), "--dry-run", "--json").stdout)
    ingested = cli.run("ingest", str(file), "--yes")
    chapters = cli.run("chapters")

    said = " ".join(preview.stdout.split())
    assert "2 chapters are in a language that rules do not read (und-Cyrl)" in said
    assert as_json["preview"]["not_read_by_rules"] == ["Мост", "Дорога"]
    assert ingested.exit_code == 0, ingested.stderr
    assert "2 added" in ingested.stdout
    assert chapters.stdout.count("not read by rules") == 2
    assert "not read\n" not in chapters.stdout
