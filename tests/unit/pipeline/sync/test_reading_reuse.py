"""Tests of reusing the reading of a chapter whose heading changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.readings import WindowReading
from episodic.pipeline.chapter_reading import window_digest, windows_of
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.reports import Outcome
from episodic.pipeline.sync.reading_reuse import shifted_readings
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

SCRIPT = Script(
    {"Marsh": "Person", "Harrow Ferry": "Place", "林远": "Person", "海门城": "Place"},
    {
        "Marsh lived in Harrow Ferry.": [Says("Marsh", "lives_in", "Harrow Ferry")],
        "林远住在海门城。": [Says("林远", "lives_in", "海门城")],
    },
)
ENGLISH = "Chapter 9\n\nMarsh lived in Harrow Ferry.\n"
CHINESE = "第九章 林远\n\n林远住在海门城。\n"


async def read(text: str) -> ChapterInput:
    """Return the chapter as the script's reader read it."""
    async with StoryGraph(SQLiteStore(":memory:"), model=SCRIPT.model()) as graph:
        await graph.add_manuscript([Chapter(text, title="One")])
        return (await graph.session.state()).inputs.chapters[0]


def words(reading: WindowReading, text: str) -> list[str]:
    """Return the texts of the reading's spans in the given text."""
    spans = [span for node in reading.nodes for surface in node.surfaces for span in surface.spans]
    return [span.of(text) for span in (*spans, *(one.quote for one in reading.statements))]


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        (ENGLISH, ENGLISH.replace("Chapter 9", "Chapter 10")),
        (ENGLISH, ENGLISH.replace("Chapter 9", "Chapter Ten")),
        (CHINESE, CHINESE.replace("第九章", "第一百二十章")),
        (CHINESE, CHINESE + "\n\n　"),
        (ENGLISH, ENGLISH.rstrip()),
    ],
)
async def test_what_was_read_stands_where_its_words_stand_now(text: str, renamed: str) -> None:
    """The moved reading has the digest of the new window."""
    old = await read(text)
    now = replace(old.episode, text=renamed)

    ((digest, reading),) = shifted_readings(old, now).items()

    assert digest == window_digest(windows_of(now)[0])
    assert words(reading, renamed) == words(old.reading.windows[0], text)
    assert words(reading, renamed)


@pytest.mark.parametrize("heading", ["第九章 沈度", "第九章 林远沈度", "第九章", "林远"])
async def test_nothing_goes_along_where_the_heading_has_other_words(heading: str) -> None:
    """The changed text may name an entity, so the window is read again."""
    old = await read(CHINESE)

    assert shifted_readings(old, replace(old.episode, text=CHINESE.replace("第九章 林远", heading))) == {}


async def test_nothing_goes_along_where_the_windows_fall_otherwise() -> None:
    """A text with another length may have other windows."""
    old = await read(ENGLISH)
    longer = ENGLISH.replace("\n\n", "\n\n" + "The tide was out and the gulls were gone. " * 200 + "\n\n", 1)

    assert shifted_readings(old, replace(old.episode, text=longer)) == {}


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
@pytest.mark.parametrize("named", [None, "novel"])
async def test_chapters_with_other_line_ends_are_not_read_again(text: str, named: str | None) -> None:
    """The stored text keeps its line ends, whether the chapters are matched by key or by text."""
    model = SCRIPT.model()
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript([Chapter(text, title="One")], named=named)
        asked = len(model.asked)

        report = await graph.add_manuscript([Chapter(text.replace("\n", "\r\n"), title="One")], named=named)

        assert [one.outcome for one in report.chapters] == [Outcome.UNCHANGED]
        assert len(model.asked) == asked
        assert (await graph.session.state()).inputs.chapters[0].episode.text == text
