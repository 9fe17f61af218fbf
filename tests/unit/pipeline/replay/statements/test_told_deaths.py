"""Tests of deaths that the quote tells as they happen, and that the reader wrote as a state."""

from __future__ import annotations

import pytest

from episodic.model.graph import Fact
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

ENGLISH, CHINESE = ("Ann", "the Duke's brother"), ("吴海", "公爵之弟")


async def death(quote: str, **row: object) -> Fact:
    """Return the fact that the second of two people is dead, as a chapter tells it that consists of the quote."""
    names, kind = (ENGLISH, "Person") if quote.isascii() else (CHINESE, "人物")
    stop = ". " if quote.isascii() else "。"
    text = f"{names[0]} went to Harbor. {quote}{stop}\n" if quote.isascii() else f"{names[0]}到了港口。{quote}{stop}\n"
    sentence = f"{names[1]} is dead." if quote.isascii() else f"{names[1]}已死。"
    stated = Stated.model_validate({"subject": 2, "predicate": "dead", "quote": quote, "text": sentence} | row)
    (fact,) = await facts_told(text, [f"{kind}|{name}" for name in names], [stated], include_ended=True)
    return fact


@pytest.mark.parametrize(
    "quote",
    [
        "the Duke's brother and all his men were put to death",
        "When the bridge fell, the Duke's brother was killed",
        "With a cry the Duke's brother fell dead",
        "公爵之弟与亲信皆斩首号令",
        "公爵之弟言讫，触柱而死",
        "公爵之弟亦被杀",
        "公爵之弟与众将军皆死于国难",
    ],
)
async def test_a_death_that_the_quote_tells_as_it_happens_begins_there(quote: str) -> None:
    assert (await death(quote)).begins


@pytest.mark.parametrize(
    "quote",
    [
        "the Duke's brother was dead",
        "the Duke's brother, who was killed at sea",
        "the Duke's brother had been to sea, and was drowned",
        "Ann heard that the Duke's brother was killed",
        "吴海闻得公爵之弟已亡",
        "吴海听说公爵之弟被杀",
        "被斩首的公爵之弟",
        "公爵之弟已亡，家眷皆死于国难",
    ],
)
async def test_a_death_that_is_over_or_heard_of_is_only_known(quote: str) -> None:
    assert not (await death(quote)).begins


@pytest.mark.parametrize("row", [{"scope": "claim", "holder": 1}, {"placing": "back"}])
@pytest.mark.parametrize("quote", ["the Duke's brother was killed", "公爵之弟被杀"])
async def test_a_death_of_which_somebody_speaks_or_that_the_text_looks_back_to_does_not_begin_now(
    quote: str, row: dict[str, object]
) -> None:
    assert not (await death(quote, **row)).begins
