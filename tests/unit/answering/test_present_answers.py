"""Questions who has a thing and where somebody is are answered by what is known of the present."""

from __future__ import annotations

import pytest

from episodic.answering.answers import Answer
from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

TYPES = {
    **dict.fromkeys(("Bram", "Peg", "Sim", "Ada", "老尺", "青禾", "何婆", "阿满"), "Person"),
    **dict.fromkeys(("Brass Key", "Long Boots", "Old Lamp", "铜尺", "木牌", "铜灯"), "Item"),
    **dict.fromkeys(("Lowmarsh", "Stell", "鹿耳屿", "苇港"), "Place"),
}
FIRST = {
    "Bram owns the Brass Key": [Says("Bram", "holds", "Brass Key", phase="begins")],
    "The Brass Key was a plain iron bar": [Says("Brass Key", "appearance", value="a plain iron bar")],
    "Peg has the Old Lamp": [Says("Peg", "holds", "Old Lamp", phase="begins")],
    "老尺带着铜尺": [Says("老尺", "holds", "铜尺", phase="begins")],
    "铜尺的断口很亮": [Says("铜尺", "appearance", value="断口很亮")],
    "何婆有铜灯": [Says("何婆", "holds", "铜灯", phase="begins")],
    "Bram lived in Stell": [Says("Bram", "lives_in", "Stell")],
    "Peg was married to Bram": [Says("Peg", "married_to", "Bram")],
    "Peg was a fisher": [Says("Peg", "title", value="fisher")],
    "青禾是录潮生": [Says("青禾", "title", value="录潮生")],
    "老尺住在苇港": [Says("老尺", "lives_in", "苇港")],
    "阿满是青禾的丈夫": [Says("阿满", "married_to", "青禾")],
}
SECOND = {
    "Bram gave Peg the Brass Key": [Says("Bram", "gave", "Brass Key", others=[("Peg", "recipient")])],
    "Peg lost the Old Lamp": [Says("Peg", "lost", "Old Lamp")],
    "Sim said that Bram wore the Long Boots": [Says("Bram", "holds", "Long Boots", scope="claim", holder="Sim")],
    "老尺把铜尺交给青禾": [Says("老尺", "gave", "铜尺", others=[("青禾", "recipient")])],
    "何婆丢了铜灯": [Says("何婆", "lost", "铜灯")],
    "何婆说青禾挂着木牌": [Says("青禾", "holds", "木牌", scope="claim", holder="何婆")],
}
THIRD = {
    "Years before, Sim lived in Lowmarsh": [Says("Sim", "lives_in", "Lowmarsh")],
    "Years before, Bram lived in Lowmarsh": [Says("Bram", "lives_in", "Lowmarsh")],
    "Years before, Sim was married to Ada": [Says("Sim", "married_to", "Ada")],
    "Years before, Sim was a clerk": [Says("Sim", "title", value="clerk")],
    "多年以前，何婆住在鹿耳屿": [Says("何婆", "lives_in", "鹿耳屿")],
    "多年以前，老尺住在鹿耳屿": [Says("老尺", "lives_in", "鹿耳屿")],
    "多年以前，何婆是老尺的妻子": [Says("何婆", "married_to", "老尺")],
    "多年以前，何婆任掌尺": [Says("何婆", "title", value="掌尺")],
}
FRAMES: dict[str, str] = {"Years before": "flashback", "多年以前": "flashback"}


def chapter(*sentences: str) -> Chapter:
    return Chapter("\n\n".join(f"{one}。" if one[0] > "z" else f"{one}." for one in sentences), key=sentences[0])


async def answers(*questions: str, scope: Scope | None = None) -> list[Answer]:
    """Return the answers by rules from a work of three chapters, the last of which is a flashback."""
    script = Script(TYPES, FIRST | SECOND | THIRD, frames=FRAMES)
    async with StoryGraph(SQLiteStore(":memory:"), model=script.model()) as graph:
        await graph.add_manuscript([chapter(*one) for one in (FIRST, SECOND, THIRD)])
        graph.model = None
        return [await graph.answer(one, scope=scope or Scope()) for one in questions]


HOLDERS = {
    "Who has the Brass Key?": "Peg",
    "Who owns the Brass Key now?": "Peg",
    "Who is carrying the Brass Key?": "Peg",
    "Whose is the Brass Key?": "Peg",
    "In whose hands is the Brass Key?": "Peg",
    "Who does the Brass Key belong to?": "Peg",
    "谁有铜尺？": "青禾",
    "谁现在持有铜尺？": "青禾",
    "谁还带着铜尺？": "青禾",
    "铜尺是谁的？": "青禾",
    "铜尺在谁手里？": "青禾",
    "铜尺归谁？": "青禾",
}


async def test_who_has_a_thing_is_answered_by_its_holder() -> None:
    """Neither a former holder nor a description of the thing answers."""
    found = dict(zip(HOLDERS, await answers(*HOLDERS), strict=True))

    for question, holder in HOLDERS.items():
        texts = [one.text for one in found[question].sentences]
        assert len(texts) == 1, (question, texts)
        assert holder in texts[0], (question, texts)
        assert "plain iron" not in texts[0]


async def test_within_a_scope_the_holder_of_that_moment_answers() -> None:
    for scope in (Scope(told_by=1), Scope(as_of="chapter 1")):
        english, chinese = await answers("Who has the Brass Key?", "铜尺在谁手里？", scope=scope)

        assert [one.text.split()[0] for one in english.sentences] == ["Bram"]
        assert [one.text.startswith("老尺") for one in chinese.sentences] == [True]


async def test_who_had_a_thing_is_answered_by_everybody_who_had_it() -> None:
    english, chinese = await answers("Who had the Brass Key?", "铜尺以前在谁手里？")
    (again,) = await answers("谁有过铜尺？")

    assert [name in english.text for name in ("Bram", "Peg")] == [True, True]
    assert [name in chinese.text for name in ("老尺", "青禾")] == [True, True]
    assert again.text == chinese.text


@pytest.mark.parametrize(("question", "holder"), [("Who has the Old Lamp?", "Peg"), ("铜灯在谁手里？", "何婆")])
async def test_a_holder_who_no_longer_has_the_thing_is_closest(question: str, holder: str) -> None:
    (found,) = await answers(question)

    assert not found.found
    assert any(holder in one.text for one in found.closest)


async def test_a_claim_answers_as_a_claim_if_the_text_tells_no_holder() -> None:
    english, chinese = await answers("Who has the Long Boots?", "木牌在谁手里？")

    assert [one.text.startswith("Sim (claim)") for one in english.sentences] == [True]
    assert ["何婆说" in one.text for one in chinese.sentences] == [True]


async def test_a_person_is_nobodys_possession() -> None:
    """A question that names only people does not ask for the holder of a thing."""
    assert [one.found for one in await answers("Who has Peg?", "谁有青禾？")] == [False, False]


async def test_a_thing_is_where_its_holder_is() -> None:
    english, chinese = await answers("Where is the Brass Key?", "铜尺在哪里？")

    assert [one.text.split()[0] for one in english.sentences] == ["Peg"]
    assert [one.text.startswith("青禾") for one in chinese.sentences] == [True]


@pytest.mark.parametrize(
    ("question", "former"),
    [
        ("Where is Sim now?", "Lowmarsh"),
        ("Where is Sim?", "Lowmarsh"),
        ("何婆现在在哪里？", "鹿耳屿"),
        ("何婆在哪里？", "鹿耳屿"),
        ("Where does Sim live now?", "Lowmarsh"),
        ("Where does Sim live?", "Lowmarsh"),
        ("何婆现在住在哪里？", "鹿耳屿"),
        ("何婆住在哪里？", "鹿耳屿"),
        ("Does Sim live in Lowmarsh?", "Lowmarsh"),
        ("何婆住在鹿耳屿吗？", "鹿耳屿"),
        ("Who is Sim married to?", "Ada"),
        ("何婆嫁给了谁？", "老尺"),
        ("What is Sim's job?", "clerk"),
        ("何婆的官职是什么？", "掌尺"),
        ("What does Sim do?", "clerk"),
        ("何婆是做什么的？", "掌尺"),
    ],
)
async def test_a_state_of_a_flashback_is_closest_to_what_is_so(question: str, former: str) -> None:
    (found,) = await answers(question)

    assert not found.found
    assert any(former in one.text for one in found.closest)


@pytest.mark.parametrize(
    ("question", "present", "former"),
    [
        ("Where does Bram live?", "Stell", "Lowmarsh"),
        ("老尺住在哪里？", "苇港", "鹿耳屿"),
        ("Who is Peg married to?", "Bram", "Ada"),
        ("阿满的妻子是谁？", "青禾", "何婆"),
        ("What does Peg do?", "fisher", "clerk"),
        ("青禾是做什么的？", "录潮生", "掌尺"),
    ],
)
async def test_the_state_that_holds_answers_what_is_so(question: str, present: str, former: str) -> None:
    (found,) = await answers(question)

    assert found.found
    assert present in found.text
    assert former not in found.text


@pytest.mark.parametrize(
    ("question", "former"),
    [
        ("Where did Sim live?", "Lowmarsh"),
        ("Where did Bram live?", "Lowmarsh"),
        ("何婆以前住在哪里？", "鹿耳屿"),
        ("何婆住过哪里？", "鹿耳屿"),
        ("Who was Sim married to?", "Ada"),
        ("What did Sim do?", "clerk"),
    ],
)
async def test_a_flashback_answers_what_once_was_so(question: str, former: str) -> None:
    (found,) = await answers(question)

    assert former in found.text
