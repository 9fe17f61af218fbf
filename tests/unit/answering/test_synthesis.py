"""Tests of the answer that a model writes from the answers of several works."""

from __future__ import annotations

from dataclasses import replace

from episodic.answering.answers import Answer, AnswerCost, AnswerSentence, Citation, SourceKind, Stopped
from episodic.answering.prompts import AnswerReply
from episodic.answering.series_answers import answer_of_works
from episodic.answering.synthesis import combined_answer
from episodic.llm.limited import LimitedModel
from episodic.model.episodes import Language
from episodic.search.fact_views import Quotation
from tests.answer_scripts import NO, AnswerScript, unread, yes

QUOTE = Quotation("Ann left the ferry.", "c", 2, "Two", 0, 19, 2)
FERRY = Answer(
    question="Where is Ann?",
    found=True,
    text="Ann left the ferry.",
    sentences=(AnswerSentence("Ann left the ferry.", (2,)),),
    citations=(Citation(2, SourceKind.FACT, "a", "Ann left the ferry.", QUOTE),),
    by="a model",
    stopped=Stopped.ANSWERED,
    cost=AnswerCost(1, 20, 2),
)
TOWER = replace(
    FERRY,
    text="Anna keeps the tower.",
    sentences=(AnswerSentence("Anna keeps the tower.", (1,)),),
    citations=(Citation(1, SourceKind.FACT, "b", "Anna keeps the tower.", None),),
)
WORKS = {"ferry": "Where is Ann?", "tower": "Where is Anna?"}
ENGLISH = Language("en")


async def combined(*replies: AnswerReply | Exception, tokens: int = 9_000) -> tuple[Answer, AnswerScript]:
    script = AnswerScript((), replies)
    whole = answer_of_works("Where is Ann?", [("ferry", FERRY), ("tower", TOWER)])
    model = LimitedModel(script.model(), tokens=tokens)
    return await combined_answer(whole, WORKS, model, language=ENGLISH), script


async def test_a_sentence_cites_sources_of_several_works() -> None:
    answer, _ = await combined(yes("2,3|Ann left the ferry and keeps the tower.", analysis="one after the other"))

    assert answer.text == "Ann left the ferry and keeps the tower."
    assert [(one.work, one.uuid) for one in answer.cited(answer.sentences[0])] == [("ferry", "a"), ("tower", "b")]
    assert (answer.analysis, answer.degraded, answer.by) == ("one after the other", (), "scripted")
    assert answer.cost.calls == 3
    assert answer.cost.tokens > 2 * FERRY.cost.tokens


async def test_sources_that_no_sentence_cites_are_left_out() -> None:
    answer, _ = await combined(yes("3|Ann keeps the tower."))

    assert [one.uuid for one in answer.citations] == ["b"]


async def test_the_model_sees_the_sentences_and_sources_with_their_works() -> None:
    _, script = await combined(yes("2|Ann left."))

    (prompt,) = script.prompts
    for line in (
        "In the work “tower” the question is: Where is Anna?",
        "[2] (ferry) Ann left the ferry.",
        "[3] (tower) Anna keeps the tower.",
    ):
        assert line in prompt


async def test_a_sentence_with_an_unknown_source_is_dropped() -> None:
    answer, _ = await combined(yes("2|Ann left.", "9|Ann flew.", "Ann slept."))

    assert answer.text == "Ann left."
    assert [one.partition(" (")[0] for one in answer.dropped] == ["Ann flew.", "Ann slept."]


async def test_the_sentences_of_the_works_are_kept_if_the_model_does_not_combine_them() -> None:
    for reply, reasons in ((NO, 1), (yes("9|Ann flew."), 1), (unread("answering/answer"), 2)):
        answer, _ = await combined(reply)

        assert answer.text == "Ann left the ferry. Anna keeps the tower."
        assert {one.work for one in answer.citations} == {"ferry", "tower"}
        assert len(answer.degraded) == reasons
        assert "not combined" in answer.degraded[-1]


async def test_no_call_is_made_beyond_the_limit_of_tokens() -> None:
    answer, script = await combined(yes("2|Ann left."), tokens=100)

    assert script.prompts == []
    assert answer.found
    assert answer.cost.calls == 2
