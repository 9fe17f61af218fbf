"""Tests of sentences about a marriage that say that somebody is a widow or widower."""

from __future__ import annotations

import pytest

from episodic.model.graph import Fact
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

ENGLISH = "Mrs. Grey is the very respectable widow of Tom Grey. She lives in Harbor.\n"
CHINESE = "林氏是吴海的遗孀。她住在港口。\n"


async def told(chapter: str, names: tuple[str, str], **row: object) -> list[Fact]:
    """Return all facts, ended ones too, of a chapter with two people and one statement about their marriage."""
    kind = "人物" if chapter is CHINESE else "Person"
    fact = Stated.model_validate({"subject": 1, "predicate": "married_to", "object": 2} | row)
    return await facts_told(chapter, [f"{kind}|{name}" for name in names], [fact], include_ended=True)


@pytest.mark.parametrize("phase", ["ends", "holds"])
@pytest.mark.parametrize(
    ("text", "names", "sentence", "predicate"),
    [
        (ENGLISH, ("Mrs. Grey", "Tom Grey"), "Mrs. Grey is the widow of Tom Grey.", "widow of"),
        (CHINESE, ("林氏", "吴海"), "林氏是吴海的遗孀。", "遗孀"),
    ],
)
async def test_a_widow_is_one_and_her_husband_is_dead(
    text: str, names: tuple[str, str], sentence: str, predicate: str, phase: str
) -> None:
    quote = "Mrs. Grey is the very respectable widow of Tom Grey" if text is ENGLISH else "林氏是吴海的遗孀"

    facts = await told(text, names, quote=quote, text=sentence, phase=phase)

    assert [(one.predicate, one.subject_name, one.ended) for one in facts] == [
        (predicate, names[0], False),
        ("dead", names[1], False),
    ]


async def test_the_widow_may_be_the_object_of_the_statement() -> None:
    facts = await told(
        ENGLISH,
        ("Tom Grey", "Mrs. Grey"),
        quote="Mrs. Grey is the very respectable widow of Tom Grey",
        text="Mrs. Grey is the widow of Tom Grey.",
        phase="ends",
    )

    assert [(one.predicate, one.subject_name) for one in facts] == [("widow of", "Mrs. Grey"), ("dead", "Tom Grey")]


async def test_a_marriage_that_ends_otherwise_ends() -> None:
    facts = await told(
        "Mrs. Grey left Tom Grey, and they were no longer married.\n",
        ("Mrs. Grey", "Tom Grey"),
        quote="they were no longer married",
        text="Mrs. Grey and Tom Grey were no longer married.",
        phase="ends",
    )

    assert [(one.predicate, one.ended) for one in facts] == [("married_to", True)]
