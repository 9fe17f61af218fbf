"""Tests of sentences that keep "my" or "our" from their quote: they name the owner."""

from __future__ import annotations

from collections.abc import Mapping

from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

TEXT = (
    "I, Jane, came to the house. Ann received my bag, and I feared that our efforts might fail. “Bo is mixed up in a case of "
    "mine,” said I. “Our clues are gone, and I saw my colt,” said Ann. Bo had seen the colt.\n"
)
PEOPLE = [
    "Person|Jane|#narrator",
    "Person|Ann",
    "Person|Bo",
    "Item|~my bag",
    "Concept|~a case of mine",
    "Item|~my colt",
]


async def sentences(*facts: Mapping[str, object]) -> set[str]:
    """Return the sentences of these facts of the chapter."""
    return {one.text for one in await facts_told(TEXT, PEOPLE, [Stated.model_validate(each) for each in facts])}


async def test_what_the_narration_calls_mine_or_ours_is_the_narrators() -> None:
    took = {"quote": "Ann received my bag", "subject": 2, "predicate": "carried", "object": 4}
    fear = {"quote": "I feared that our efforts might fail", "subject": 1, "predicate": "fears", "value": "failure"}

    assert await sentences(
        took | {"text": "Ann carried my bag."}, fear | {"text": "I feared that our efforts might fail."}
    ) == {"Ann carried Jane’s bag.", "Jane feared that Jane’s efforts might fail."}


async def test_what_a_speaker_claims_to_be_mine_or_ours_is_the_speakers() -> None:
    case = {"quote": "Bo is mixed up in a case of mine", "subject": 3, "predicate": "is mixed up in", "object": 5}
    clues = {"quote": "Our clues are gone", "subject": 2, "predicate": "has lost", "value": "clues"}

    assert await sentences(
        case | {"text": "Bo is mixed up in a case of mine.", "scope": "claim", "holder": 1},
        clues | {"text": "Our clues are gone.", "scope": "claim", "holder": 2},
    ) == {"Bo is mixed up in a case of Jane’s.", "Ann’s clues are gone."}


async def test_what_a_sentence_about_several_people_calls_ours_is_not_the_speakers_alone() -> None:
    clues = {"quote": "Our clues are gone", "predicate": "has lost", "value": "clues", "scope": "claim", "holder": 2}
    text = {"text": "Ann and Bo know that our clues are gone."}

    assert await sentences(clues | text | {"subject": 2}, clues | text | {"subject": 3}) == {
        "Ann knows that our clues are gone.",
        "Bo knows that our clues are gone.",
    }


async def test_what_those_who_act_together_call_ours_is_not_the_speakers_alone() -> None:
    """An event of several subjects is one fact, with the further subjects as participants."""
    clues = {"quote": "Our clues are gone", "predicate": "*lost", "value": "clues", "scope": "claim", "holder": 2}
    text = {"text": "Ann and Bo lost our clues.", "subject": [2, 3]}

    assert await sentences(clues | text) == {"Ann and Bo lost our clues."}


async def test_an_owner_whom_the_quote_does_not_tell_is_not_named() -> None:
    """The quote of the first fact is narration that says no "my", and that of the second is nobody's claim."""
    colt = {"subject": 3, "predicate": "noticed", "object": 6}

    assert await sentences(
        colt | {"quote": "Bo had seen the colt", "text": "Bo noticed my colt."},
        colt | {"quote": "I saw my colt", "text": "Bo noticed my colt then."},
    ) == {"Bo noticed my colt.", "Bo noticed my colt then."}


async def test_ours_in_a_quote_with_narration_between_the_words_is_not_the_narrators() -> None:
    text = "I, Jane, came in. “So,” said Bo, “it is Jane who saves our colts.”\n"
    quote = "So,” said Bo, “it is Jane who saves our colts"
    saved = {"quote": quote, "subject": 1, "predicate": "*saves", "value": "colts", "scope": "claim", "holder": 2}
    stated = Stated.model_validate(saved | {"text": "It is Jane who saves our colts."})

    (fact,) = await facts_told(text, ["Person|Jane|#narrator", "Person|Bo"], [stated])

    assert fact.text == "It is Jane who saves our colts."


async def test_a_chinese_speaker_owns_what_he_calls_ours() -> None:
    text = "林河走来。吴海说：“我们家的马丢了。”林河听了就走了。\n"
    entities = ["人物|林河", "人物|吴海", "物品|~我们家的马"]
    claim = {"quote": "我们家的马丢了", "subject": 3, "predicate": "走失", "scope": "claim", "holder": 2}
    facts = [Stated.model_validate(claim | {"text": "我们家的马丢了。"})]

    assert {one.text for one in await facts_told(text, entities, facts)} == {"吴海家的马丢了。"}
