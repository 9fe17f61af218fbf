"""Tests of which facts answer a question by rules: names, words and the slot that the question leaves open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

TYPES = {
    "Bram": "Person",
    "Tobias": "Person",
    "Sim": "Person",
    "Peg": "Person",
    "Mill": "Item",
    "Lowmarsh": "Place",
    "老尺": "Person",
    "青禾": "Person",
    "阿满": "Person",
    "潮簿": "Item",
    "苇港": "Place",
}
SENTENCES = {
    "Tobias carried Bram from the Mill": [Says("Tobias", "rescued", "Bram")],
    "Bram lived in Lowmarsh": [Says("Bram", "lives_in", "Lowmarsh")],
    "Sim said that Tobias burned the Mill": [Says("Tobias", "burned", "Mill", scope="claim", holder="Sim")],
    "Peg believed that Bram was dead": [Says("Bram", "dead", scope="belief", holder="Peg")],
    "Tobias hit Sim": [Says("Tobias", "hit", "Sim")],
    "Peg is a sister of Sim": [Says("Peg", "sibling_of", "Sim")],
    "阿满说老尺卖了潮簿": [Says("老尺", "sold", "潮簿", scope="claim", holder="阿满")],
    "老尺是青禾的师父": [Says("老尺", "teacher_of", "青禾")],
    "青禾住在苇港": [Says("青禾", "lives_in", "苇港")],
    "青禾救了阿满": [Says("青禾", "rescued", "阿满")],
}
TEXT = "".join(f"{sentence}。" if sentence[0] > "z" else f"{sentence}. " for sentence in SENTENCES)


QUESTIONS = {
    "Who is the sister of Sim?": "Peg is a sister",
    "Who pulled Bram out of the Mill?": None,
    "Who rescued Bram?": "Tobias carried Bram",
    "Whom did Tobias rescue?": "Tobias carried Bram",
    "Who did Bram rescue?": None,
    "Whom did Sim hit?": None,
    "Who hit Sim?": "Tobias hit Sim",
    "Who hit Tobias?": None,
    "Who says that Tobias burned the Mill?": "Sim said",
    "Who believes that Tobias burned the Mill?": None,
    "Who believes that Bram is dead?": "Peg believed",
    "Where does Bram live?": "Bram lived",
    "Where did Bram die?": None,
    "Where is Bram?": "Bram lived",
    "How are Peg and Sim related?": "Peg is a sister",
    "How are Peg and Tobias related?": None,
    "Who rescued Napoleon?": None,
    "谁说老尺卖了潮簿？": "阿满说",
    "谁相信老尺卖了潮簿？": None,
    "谁救了阿满？": "青禾救了阿满",
    "阿满救了谁？": None,
    "青禾救了谁？": "青禾救了阿满",
    "谁杀了阿满？": None,
    "青禾住在哪里？": "青禾住在",
    "青禾死在哪里？": None,
    "青禾的师父是谁？": "老尺是青禾的师父",
    "老尺和青禾是什么关系？": "老尺是青禾的师父",
    "老尺和阿满是什么关系？": None,
}
"""A part of the only sentence that answers each question, or None if the story does not say."""


async def test_a_fact_answers_if_its_names_words_and_slot_are_asked_for() -> None:
    async with StoryGraph(SQLiteStore(":memory:"), model=Script(TYPES, SENTENCES).model()) as graph:
        await graph.add_manuscript([Chapter(TEXT, key="one")])
        graph.model = None

        found = {question: (await graph.answer(question)).sentences for question in QUESTIONS}

    for question, start in QUESTIONS.items():
        texts = [one.text for one in found[question]]
        assert len(texts) == (start is not None), (question, texts)
        assert all((start or "") in one for one in texts), (question, texts)


PEOPLE = dict.fromkeys(("Tobias", "Peg", "老尺", "阿满", "小豆"), "Person")
DEATHS = {
    "Tobias killed Peg": [Says("Tobias", "killed", "Peg")],
    "Tobias died in his bed": [Says("Tobias", "dead", phase="begins")],
    "老尺杀死了阿满": [Says("老尺", "killed", "阿满")],
    "老尺死在床上": [Says("老尺", "dead", phase="begins")],
}


async def answers(sentences: Mapping[str, Sequence[Says]], *questions: str) -> list[list[str]]:
    """Return the sentences by which a work of one chapter answers each question without a model."""
    async with StoryGraph(SQLiteStore(":memory:"), model=Script(PEOPLE, sentences).model()) as graph:
        await graph.add_manuscript([Chapter("".join(f"{one}。" for one in sentences), key="one")])
        graph.model = None

        return [[one.text for one in (await graph.answer(question)).sentences] for question in questions]


async def test_how_somebody_died_is_not_answered_by_whom_he_killed() -> None:
    asked = ("How did Tobias die?", "How did Peg die?", "老尺是怎么死的？", "阿满是怎么死的？")

    of_tobias, of_peg, of_laochi, of_aman = await answers(DEATHS, *asked)

    assert of_tobias
    assert all("Tobias" in one and "killed" not in one for one in of_tobias), of_tobias
    assert any("Peg" in one for one in of_peg), of_peg
    assert of_laochi
    assert all("老尺" in one and "killed" not in one for one in of_laochi), of_laochi
    assert any("killed" in one for one in of_aman), of_aman


async def test_when_somebody_died_is_not_answered_by_whom_he_killed() -> None:
    found = await answers(DEATHS, "When did Tobias die?", "老尺是什么时候死的？")

    assert all(found), found
    assert all("killed" not in text for texts in found for text in texts), found


async def test_a_predicate_that_the_question_names_counts_more_than_a_longer_word() -> None:
    """杀 (killed) is a part of 杀败 (defeated)."""
    sentences = {
        "老尺杀败了阿满": [Says("老尺", "defeated", "阿满")],
        "小豆杀了阿满": [Says("小豆", "killed", "阿满")],
    }

    ((answer,),) = await answers(sentences, "谁杀了阿满？")

    assert "小豆" in answer
