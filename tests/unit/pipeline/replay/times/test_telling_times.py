"""Tests of time words of a tale that count from the moment at which the tale is told."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind
from episodic.model.moments import Anchor
from episodic.pipeline.replay.times.telling_times import counted_from_telling
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import read_time
from tests.stories.scenario_stories import chapter
from tests.stories.script import Says, Script


@pytest.mark.parametrize(
    ("words", "frame", "anchor"),
    [
        ("three years back", FrameKind.TALE, Anchor.SCENE),
        ("two days ago", FrameKind.TALE, Anchor.SCENE),
        ("three years before", FrameKind.TALE, Anchor.HERE),
        ("three years ago", FrameKind.FLASHBACK, Anchor.HERE),
        ("three years ago", FrameKind.MAIN, Anchor.HERE),
        ("three years later", FrameKind.TALE, Anchor.PREVIOUS),
        ("三年前", FrameKind.TALE, Anchor.SCENE),
        ("数日以前", FrameKind.TALE, Anchor.SCENE),
        ("三年前", FrameKind.FLASHBACK, Anchor.HERE),
        ("三年后", FrameKind.TALE, Anchor.PREVIOUS),
    ],
)
def test_words_that_count_back_from_the_telling(words: str, frame: FrameKind, anchor: Anchor) -> None:
    language = ENGLISH if words.isascii() else CHINESE
    time = read_time(words, language=language, calendars=Calendars(()))

    found = counted_from_telling(time, words, frame)

    assert found is not None
    assert found.anchor is anchor


@pytest.mark.parametrize(
    ("names", "scene", "first", "second", "words"),
    [
        (
            ("阿梅", "吴海", "白安", "老宅", "林河"),
            "阿梅见到林河。",
            "“十年前，吴海见到白安。",
            "“三年前，吴海买了老宅。”",
            ("吴海见到白安", "吴海买了老宅", "阿梅见到林河"),
        ),
        (
            ("Mei", "Wu", "Ben", "House", "Lin"),
            "Mei met Lin.",
            "“Ten years ago, Wu met Ben.",
            "“Three years ago, Wu bought House.”",
            ("Wu met Ben", "Wu bought House", "Mei met Lin"),
        ),
    ],
)
async def test_a_tale_counts_back_from_its_scene_and_not_from_what_it_told_before(
    names: tuple[str, ...], scene: str, first: str, second: str, words: tuple[str, str, str]
) -> None:
    mei, wu, ben, house, lin = names
    met, bought, seen = words
    sentences = {
        seen: [Says(mei, "met", lin)],
        met: [Says(wu, "met", ben, scope="claim", holder=mei)],
        bought: [Says(wu, "bought", house, scope="claim", holder=mei)],
    }
    people = dict.fromkeys((mei, wu, ben, lin), "Person") | {house: "Place"}
    times = {one: one.strip("“").partition("，" if "，" in one else ",")[0] for one in (first, second)}
    script = Script(people, sentences, {first: "tale!", second: "tale"}, times)
    long = ("话说得很慢。" if "。" in scene else " The words came slowly.") * 60
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        await graph.add_manuscript([chapter(1, f"{scene}{long}\n\n{first}{long}”\n\n{second}\n")])
        facts = (await graph.get_facts()).facts

    point = next(one.fact.valid_at for one in facts if one.fact.predicate == "bought")
    assert point is not None
    assert point.counted_from is not None
    assert point.counted_from.quote == seen
