"""Tests of the answer of a series from the answers of its works."""

from __future__ import annotations

from dataclasses import replace

from episodic.answering.answers import (
    Answer,
    AnswerCost,
    AnswerSentence,
    Citation,
    LookUp,
    Note,
    SourceKind,
    Step,
    Stopped,
)
from episodic.answering.series_answers import answer_of_works

FIRST = Answer(
    question="who?",
    found=True,
    text="Ann did.",
    sentences=(AnswerSentence("Ann did.", (2,)),),
    citations=(Citation(2, SourceKind.FACT, "a", "Ann did.", None),),
    by="a model",
    stopped=Stopped.ANSWERED,
    notebook=(Note("Ann", (2,)),),
    steps=(Step(0, "", (LookUp("search", ("who?",), (1, 2)),)),),
    dropped=("no source",),
    cost=AnswerCost(2, 30, 4),
    revision=7,
    scope=("layers canon",),
)
SECOND = replace(
    FIRST,
    text="Eve did.",
    sentences=(AnswerSentence("Eve did.", (1, 3)),),
    citations=(Citation(1, SourceKind.FACT, "b", "Eve did.", None), Citation(3, SourceKind.PASSAGE, "c", "Eve", None)),
    notebook=(),
    steps=(Step(0, "", (LookUp("search", ("who?",), (1,), (3,)),)),),
)
NOTHING = replace(FIRST, found=False, text="Nothing.", sentences=(), citations=(), notebook=(), dropped=())


def test_numbers_are_made_unique_and_citations_name_their_work() -> None:
    answer = answer_of_works("who?", [("one", FIRST), ("two", SECOND)])

    assert answer.text == "Ann did. Eve did."
    assert [(one.work, one.number, one.uuid) for one in answer.citations] == [
        ("one", 2, "a"),
        ("two", 3, "b"),
        ("two", 5, "c"),
    ]
    assert [[one.uuid for one in answer.cited(sentence)] for sentence in answer.sentences] == [["a"], ["b", "c"]]
    assert [(step.number, step.look_ups[0].added, step.look_ups[0].again) for step in answer.steps] == [
        (0, (1, 2), ()),
        (1, (3,), (5,)),
    ]
    assert answer.cost == AnswerCost(4, 60, 8)
    assert answer.dropped == ("one: no source", "two: no source")
    assert answer.revision == 0


def test_a_work_that_says_nothing_is_not_cited() -> None:
    answer = answer_of_works("who?", [("one", NOTHING), ("two", SECOND)])
    nothing = answer_of_works("who?", [("one", NOTHING), ("two", NOTHING)])

    assert (answer.found, answer.text, {one.work for one in answer.citations}) == (True, "Eve did.", {"two"})
    assert (nothing.found, nothing.text, nothing.citations) == (False, "Nothing.", ())


def test_the_answer_of_one_work_keeps_its_sentences() -> None:
    answer = answer_of_works("who?", [("one", FIRST)])

    assert (answer.sentences, answer.notebook, answer.steps) == (FIRST.sentences, FIRST.notebook, FIRST.steps)
