"""Tests of the excerpts of the narration in a context pack."""

from __future__ import annotations

import pytest

from episodic.context.pack import ContextPack
from episodic.context.sections import ContextLine, SectionKind
from episodic.model.episodes import Chapter
from tests.story import memory_graph

STORIES = {
    "en": (
        "# One\n\nI never liked the ferry. It smelt of tar and of wet rope.\n\n“Come,” said Ann, and went.\n\nI followed.\n",
        "I slept badly, and woke before the bell.\n\n“It is late,” said Tom.\n\n* * *\n\nThe last scene is here. It is long.\n",
    ),
    "zh": (
        "# 一\n\n我从来不喜欢渡船。船上一股桐油味。\n\n“来。”姑姑说着，把手伸给我，其实我那时已经九岁，完全可以自己走。\n\n我跟了上去。\n",
        "我睡得不好，钟还没响就醒了。\n\n“晚了。”汤姆说。\n\n* * *\n\n这里是最后一场，比前面各段都长，若不是已经列出，就会被选中。\n",
    ),
}
EXCERPTS = {
    "en": [
        "Narration: I slept badly, and woke before the bell.",
        "Narration: I never liked the ferry. It smelt of tar and of wet rope.",
        "Narration: I followed.",
    ],
    "zh": ["叙述：我睡得不好，钟还没响就醒了。", "叙述：我从来不喜欢渡船。船上一股桐油味。", "叙述：我跟了上去。"],
}


async def _pack(*texts: str) -> ContextPack:
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(text, key=f"c{n}", number=n) for n, text in enumerate(texts, 1)])
        return await graph.context(max_tokens=4_000)


def _voices(pack: ContextPack) -> list[ContextLine]:
    return [line for one in pack.sections if one.kind is SectionKind.VOICE for line in one.lines]


def _narration(pack: ContextPack) -> list[str]:
    """Return the lines of the voices that come from a chapter, and not from a speaker."""
    return [one.text for one in _voices(pack) if one.quote is not None and one.uuid == one.quote.episode]


@pytest.mark.parametrize("language", STORIES)
async def test_the_narration_is_quoted_from_before_the_last_scene(language: str) -> None:
    """Headings and paragraphs with speech are left out, and the last chapter comes first."""
    pack = await _pack(*STORIES[language])

    assert _narration(pack) == EXCERPTS[language]


@pytest.mark.parametrize(
    ("sentence", "times"), [("I walked on along the river until it was dark. ", 5), ("我沿着河一直走到天黑。", 4)]
)
async def test_a_long_paragraph_is_quoted_up_to_the_end_of_a_sentence(sentence: str, times: int) -> None:
    pack = await _pack(f"{sentence * 30}\n", STORIES["en"][1])

    found = [one for one in _narration(pack) if sentence.strip() in one]
    assert [one.count(sentence.strip()) for one in found] == [times]


async def test_a_paragraph_with_one_endless_sentence_is_left_out() -> None:
    pack = await _pack(f"I walked {'and walked ' * 40}on.\n\nI slept.\n", STORIES["en"][1])

    assert _narration(pack) == ["Narration: I slept badly, and woke before the bell.", "Narration: I slept."]


async def test_each_excerpt_is_a_quote_of_its_chapter() -> None:
    texts = STORIES["zh"]
    pack = await _pack(*texts)

    quotes = [one.quote for one in _voices(pack)]
    assert [one and texts[one.ordinal - 1][one.start : one.end] == one.text for one in quotes] == [True] * 3
