"""Tests of a language that is registered from outside: its texts are detected, split, read by rules, searched and
printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from episodic import StoryGraph
from episodic.languages.registry import register, unregister
from episodic.model.moments import Anchor, TimeKind
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import passage_time, read_time
from episodic.text.chapter_splitting import split_chapters
from episodic.text.language import language_of
from episodic.text.natural_order import natural_key
from tests.unit.cli.command_line import CommandLine
from tests.unit.languages.esperanto import ESPERANTO, PACK, STORY


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(PACK)
    yield
    unregister(ESPERANTO)


def test_the_language_is_detected_by_its_common_words() -> None:
    assert language_of(STORY) == ESPERANTO
    assert language_of("The bridge is beautiful, and the people sing.") == "en"
    assert language_of("桥很美，人们在唱歌。") == "zh"


def test_its_headings_split_a_text() -> None:
    plan = split_chapters(STORY)

    assert [(one.title, one.number) for one in plan.chapters] == [
        ("Ĉapitro unu: La ponto", 1),
        ("Ĉapitro du: La vojo", 2),
    ]
    assert sorted(["tri", "unu", "du"], key=natural_key) == ["unu", "du", "tri"]


def test_its_time_expression_sets_the_time_of_a_passage() -> None:
    text = "Post tri tagoj la pluvo venis al la lando."
    words = passage_time(text, language=ESPERANTO, calendars=Calendars(()))
    said = read_time("post tri tagoj", language=ESPERANTO, calendars=Calendars(()))

    assert words == "Post tri tagoj"
    assert said is not None
    assert (said.kind, said.low, said.high, said.anchor) == (TimeKind.OFFSET, 3, 3, Anchor.PREVIOUS)


async def test_a_story_is_read_by_its_rules_and_searched() -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        for chapter in split_chapters(STORY).chapters:
            await graph.add_episode(chapter)

        facts = {
            (one.fact.subject_name, one.fact.predicate, one.fact.object_name): one
            for one in (await graph.get_facts(scope=Scope(include_ended=True))).facts
        }
        found = await graph.search("Kie loĝas Petro")

    assert set(facts) == {
        ("Petro", "lives_in", "Rivero"),
        ("Petro", "lives_in", "Monto"),
        ("Maria", "sibling_of", "Petro"),
    }
    river, mountain = facts["Petro", "lives_in", "Rivero"], facts["Petro", "lives_in", "Monto"]
    assert river.validity.ended
    assert river.validity.words == "je ĉapitro 1, ĝis “Post tri tagoj” plej malfrue"
    assert mountain.validity.words == "je “Post tri tagoj”"
    assert found.facts[0].shown.fact.object_name in {"Rivero", "Monto"}


def test_the_command_line_speaks_the_language_with_english_for_missing_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cli = CommandLine(tmp_path)
    file = cli.write("rakonto.txt", STORY)

    ingested = cli.run("ingest", str(file), "--yes")
    issues = cli.run("issues")

    assert ingested.exit_code == 0, ingested.stderr
    assert "2 chapters" in ingested.stdout
    assert "not read by rules" not in ingested.stdout
    assert "3 faktoj" in ingested.stdout
    assert issues.stdout.strip() == "Neniuj malfermitaj demandoj."
