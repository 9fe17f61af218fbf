"""Tests of the stored answers that a checkpoint contains."""

from __future__ import annotations

from episodic.model.decisions import Judgement, QuestionKind
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.session.kept_answers import KeptAnswers


def answer(uuid: str) -> Judgement:
    return Judgement(uuid, "work", QuestionKind.WHEN, "ch1", "{}", "1", "reader")


def test_later_answers_do_not_change_the_kept_ones() -> None:
    given = SharedDict({"q1": answer("q1")})

    kept = KeptAnswers.of(given, ())
    given["q2"] = answer("q2")

    assert list(kept.judgements) == ["q1"]


def test_the_answers_of_other_layers_are_found_by_their_ids() -> None:
    kept = KeptAnswers.of({one: answer(one) for one in ("q1", "q2", "q3")}, {"q3", "q2"})

    assert kept.of_other_layers() == {"q2": answer("q2"), "q3": answer("q3")}
