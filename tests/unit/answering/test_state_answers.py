"""Whether somebody is alive is answered by the newest state, and not by what somebody believes."""

from __future__ import annotations

import pytest

from episodic.answering.answers import Answer
from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE: dict[str, str] = dict.fromkeys(("Bram", "Peg", "Sim", "Wick", "老尺", "青禾", "何婆", "阿满"), "Person")
SENTENCES = {
    "Peg died in her bed": [Says("Peg", "dead", phase="begins")],
    "Peg believed that Bram was dead": [Says("Bram", "dead", scope="belief", holder="Peg")],
    "Peg was a sister of Sim": [Says("Peg", "sibling_of", "Sim")],
    "Years before, Wick died at sea": [Says("Wick", "dead", phase="begins")],
    "青禾死在床上": [Says("青禾", "dead", phase="begins")],
    "何婆相信老尺死了": [Says("老尺", "dead", scope="belief", holder="何婆")],
    "多年以前，阿满死在海上": [Says("阿满", "dead", phase="begins")],
}
FRAMES: dict[str, str] = {"Years before": "flashback", "多年以前": "flashback"}


async def answer(question: str) -> Answer:
    texts = [f"{one}。" if one[0] > "z" else f"{one}." for one in SENTENCES]
    script = Script(PEOPLE, SENTENCES, frames=FRAMES)
    async with StoryGraph(SQLiteStore(":memory:"), model=script.model()) as graph:
        await graph.add_manuscript([Chapter("\n\n".join(texts), key="one")])
        graph.model = None
        return await graph.answer(question)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Is Peg alive?", "Peg died"),
        ("Is Peg still living?", "Peg died"),
        ("Is Peg dead?", "Peg died"),
        ("青禾还活着吗？", "青禾死在床上"),
        ("青禾是不是死了？", "青禾死在床上"),
    ],
)
async def test_a_death_answers_whether_somebody_is_alive(question: str, sentence: str) -> None:
    found = await answer(question)

    assert [sentence in one.text for one in found.sentences] == [True]


@pytest.mark.parametrize(
    ("question", "sentence"), [("Is Wick alive?", "Wick died at sea"), ("阿满还活着吗？", "阿满死在海上")]
)
async def test_a_death_in_a_flashback_is_a_death(question: str, sentence: str) -> None:
    assert sentence in (await answer(question)).text


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Is Bram alive?", "Peg believed that Bram was dead"),
        ("Is Bram dead?", "Peg believed that Bram was dead"),
        ("老尺还活着吗？", "何婆相信老尺死了"),
        ("老尺死了吗？", "何婆相信老尺死了"),
    ],
)
async def test_a_belief_is_closest_to_whether_somebody_is_alive(question: str, sentence: str) -> None:
    found = await answer(question)

    assert not found.found
    assert [sentence in one.text for one in found.closest] == [True]
    assert any(mark in found.closest[0].text for mark in ("(belief)", "相信"))


@pytest.mark.parametrize("question", ["Is Sim alive?", "Is Bram alive in Harbor?", "Is Bram angry?", "何婆还活着吗？"])
async def test_what_nobody_says_is_not_answered(question: str) -> None:
    assert not (await answer(question)).found
