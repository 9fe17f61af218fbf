"""Tests of the cast that is taken from the last chapters, if nobody says who appears in the next chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tests.stories.script import Says, Script
from tests.unit.context.pack_story import chapters
from tests.unit.context.setup_story import graph_of


@dataclass(frozen=True)
class Story:
    """A story in which Ann promised Bo something, and the last chapter names other people."""

    names: tuple[str, str, str, str]
    promise: str
    met: str
    asked: str
    mentioned: str

    def script(self) -> Script:
        ann, bo, cal, dan = self.names
        return Script(
            dict.fromkeys(self.names, "Person"),
            {
                self.promise: [Says(ann, "promised", bo, text=self.promise)],
                self.met: [Says(cal, "met", ann, text=self.met)],
                self.asked: [Says(bo, "met", ann, text=self.asked)],
                self.mentioned: [Says(ann, "likes", dan, text=self.mentioned)],
            },
        )


STORIES = {
    "en": Story(
        ("Ann", "Bo", "Cal", "Dan"),
        "Ann promised Bo the horn",
        "Cal met Ann",
        "Bo met Ann by the gate",
        "Ann liked Dan",
    ),
    "zh": Story(
        ("林晚", "沈度", "裴照", "石无名"),
        "林晚答应沈度找回号角",
        "裴照遇见林晚",
        "沈度在门口遇见林晚",
        "林晚喜欢石无名",
    ),
}


async def _cast(story: Story, texts: Sequence[str]) -> tuple[str, ...]:
    async with graph_of(story.script().model()) as graph:
        await graph.add_manuscript(chapters(*texts))
        return (await graph.context(max_tokens=2_000)).head.cast


def _text(language: str, *sentences: str) -> str:
    mark = {"en": ". ", "zh": "。"}[language]
    return "".join(f"{one}{mark}" for one in sentences).strip() + "\n"


@pytest.mark.parametrize("language", STORIES)
async def test_a_party_of_an_open_thread_is_in_the_cast_of_the_next_chapter(language: str) -> None:
    """The last chapter does not name the person to whom something was promised, and likes are no open thread."""
    story = STORIES[language]
    first = _text(language, story.promise, story.asked)

    cast = await _cast(story, [first, _text(language, story.met, story.mentioned)])

    assert set(cast) == set(story.names)
    assert cast.index(story.names[1]) < cast.index(story.names[3])


@pytest.mark.parametrize("language", STORIES)
async def test_who_was_not_seen_in_the_last_chapters_is_not_in_the_cast(language: str) -> None:
    """A long work has threads that are open for many chapters, whose parties would fill the whole cast."""
    story = STORIES[language]
    later = _text(language, story.met, story.mentioned)

    cast = await _cast(story, [_text(language, story.promise, story.asked), later, later, later])

    assert story.names[1] not in cast
    assert story.names[0] == cast[0]
