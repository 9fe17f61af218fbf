"""Tests of the prompt that asks which setups are paid."""

from __future__ import annotations

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Language
from episodic.temporal.llm_judge import SHOWN_LIMIT, LLMTemporalJudge, SettledAndMeaningReply
from episodic.temporal.questions import (
    CandidateAnswer,
    CandidateQuestion,
    PayoffQuestion,
    PredicateQuestion,
    RivalQuestion,
    RivalSide,
    StateEndQuestion,
    Verdict,
)
from episodic.temporal.settled_prompts import (
    SETTLED_LIMIT,
    SettledReply,
    settled_answers,
    settled_prompt,
)

MADE = PayoffQuestion(ENGLISH, "Who made the horn?", ("Bo made the horn.", "Anna wept."))
FOUND = PayoffQuestion(ENGLISH, "Will Bo find it?", ("Anna wept.", "Bo found the horn."))
PAIR = RivalQuestion(ENGLISH, RivalSide("A is B.", "is", ()), RivalSide("A is C.", "is", ()))


def answered(*rows: str) -> list[int]:
    return [one.candidate for one in settled_answers([MADE, FOUND], SettledReply(settled=list(rows)))]


def test_a_statement_of_several_setups_is_listed_once() -> None:
    prompt = settled_prompt([MADE, FOUND], language=ENGLISH)

    assert prompt.lines == "<<setups>>\n1. Who made the horn?\n2. Will Bo find it?\n<</setups>>"
    assert prompt.said == "<<later>>\n1. Bo made the horn.\n2. Anna wept.\n3. Bo found the horn.\n<</later>>"


def test_an_answer_is_the_number_of_the_setups_own_candidate() -> None:
    assert answered("1|1", "2|3") == [1, 2]


@pytest.mark.parametrize("row", ["", "1", "1|", "1|0", "1|4", "1|x", "3|1", "x|1", "1|3", "-1|1"])
def test_a_row_that_names_no_candidate_of_the_setup_pays_nothing(row: str) -> None:
    assert answered(row, "2|2") == [0, 1]


@pytest.mark.parametrize("language", [ENGLISH, CHINESE])
def test_long_sentences_are_shortened_until_the_prompt_is_short_enough(language: Language) -> None:
    word = "字" if language == CHINESE else "word "
    many = [PayoffQuestion(language, word * 200, tuple(f"{n}{word * 100}" for n in range(20)))] * 12

    prompt = settled_prompt(many, language=language)

    assert len(prompt.lines) + len(prompt.said) <= SETTLED_LIMIT + 60


def test_states_are_numbered_after_the_setups() -> None:
    """A row of the reply names a line of either list, and a statement may settle a setup and a state."""
    lame = StateEndQuestion(ENGLISH, "Anna is lame.", ("Bo found the horn.", "Anna danced."))
    asked: list[CandidateQuestion] = [MADE, FOUND, lame]

    prompt = settled_prompt(asked, language=ENGLISH)

    assert prompt.lines.endswith("<</setups>>\n\n<<states>>\n3. Anna is lame.\n<</states>>")
    assert prompt.said.splitlines()[-2] == "4. Anna danced."
    assert [one.candidate for one in settled_answers(asked, SettledReply(settled=["2|3", "3|4"]))] == [0, 2, 2]
    assert [one.candidate for one in settled_answers([lame], SettledReply(settled=["1|2"]))] == [2]


def test_without_setups_only_states_are_shown() -> None:
    lame = StateEndQuestion(ENGLISH, "Anna is lame.", ("Anna danced.",))

    assert settled_prompt([lame], language=ENGLISH).lines == "<<states>>\n1. Anna is lame.\n<</states>>"


async def test_payoffs_pairs_and_predicates_share_one_prompt() -> None:
    model = ScriptedModel(
        lambda _: SettledAndMeaningReply(settled=["1|1"], verdicts=["1|excludes"], predicates=["1|event"])
    )

    meant = await LLMTemporalJudge(model).rivals(
        [PAIR] * 20, [PredicateQuestion("is")], [MADE, FOUND], language=ENGLISH
    )

    (prompt,) = model.asked
    sent = prompt.messages().user
    assert sent.index("Who made the horn?") < sent.index("A is B.") < sent.index("predicates:")
    assert meant.candidates == (CandidateAnswer(1), CandidateAnswer())
    assert meant.rivals[0].verdict is Verdict.EXCLUDES
    assert meant.predicates[0].kind == "event"


@pytest.mark.parametrize(
    ("pairs", "predicates", "rows"),
    [(0, 0, set[str]()), (1, 0, {"verdicts"}), (0, 1, {"predicates"}), (1, 1, {"verdicts", "predicates"})],
)
async def test_the_form_of_the_reply_has_rows_for_what_is_asked_only(
    pairs: int, predicates: int, rows: set[str]
) -> None:
    model = ScriptedModel(lambda prompt: prompt.reply())

    await LLMTemporalJudge(model).rivals(
        [PAIR] * pairs, [PredicateQuestion("is")] * predicates, [MADE, FOUND], language=ENGLISH
    )

    assert set(model.asked[0].reply_class.model_fields) == {"settled", *rows}


async def test_the_question_about_payoffs_takes_its_room_from_the_pairs() -> None:
    """The prompt is not longer because it also asks about payoffs."""
    long = RivalSide("A is B.", "is", ("a long quote " * 20, "another long quote " * 20))
    model = ScriptedModel(lambda prompt: prompt.reply())

    await LLMTemporalJudge(model).rivals([RivalQuestion(ENGLISH, long, long)] * 20, [], [MADE, FOUND], language=ENGLISH)

    sent = model.asked[0].messages().user
    assert len(sent) < SHOWN_LIMIT + 1_300


async def test_payoffs_alone_are_asked_alone() -> None:
    model = ScriptedModel(lambda _: SettledReply(settled=["2|2"]))

    meant = await LLMTemporalJudge(model).rivals([], [], [MADE, FOUND], language=ENGLISH)

    assert meant.candidates == (CandidateAnswer(), CandidateAnswer(1))
    assert [prompt.name for prompt in model.asked] == ["settled"]
