"""Tests of places near which somebody is, such as "under the walls of the town"."""

from __future__ import annotations

import pytest

from episodic.pipeline.replay.statements.places_nearby import place_nearby
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told


@pytest.mark.parametrize(
    ("sentence", "name", "place"),
    [
        ("We came under the walls of that dismal place.", "that dismal place", "under the walls of that dismal place"),
        ("Ann came to a stop just outside York.", "York", "just outside York"),
        ("Ann stood at the gate of the Castle.", "Castle", "at the gate of the Castle"),
        ("They landed at the mouth of the second river.", "second river", "at the mouth of the second river"),
        ("Ann came to York before noon.", "York", None),
        ("Ann went to York.", "York", None),
        ("Ann went home.", "York", None),
        ("赵云连夜到桂阳城下叫门。", "桂阳", "桂阳城下"),
        ("赵云来到桂阳城。", "桂阳城", None),
        ("赵云到了剑阁关外。", "剑阁关", "剑阁关外"),
        ("赵云到桂阳下寨。", "桂阳", None),
        ("赵云到城下马。", "城", None),
    ],
)
def test_words_before_or_after_a_place_say_that_somebody_is_not_in_it(
    sentence: str, name: str, place: str | None
) -> None:
    assert place_nearby(name, [sentence]) == place


@pytest.mark.parametrize(
    ("text", "entities", "sentence", "state"),
    [
        (
            "Ann stopped outside York.\n",
            ["Person|Ann", "Place|York"],
            "Ann arrived outside York.",
            "Ann is outside York.",
        ),
        ("赵云到桂阳城下叫门。\n", ["Person|赵云", "Place|桂阳"], "赵云到桂阳城下叫门。", "赵云在桂阳城下。"),
        ("赵云到了桂阳。\n", ["Person|赵云", "Place|桂阳"], "赵云到了桂阳。", "赵云在桂阳。"),
    ],
)
async def test_where_somebody_arrives_keeps_the_words_that_say_where(
    text: str, entities: list[str], sentence: str, state: str
) -> None:
    stated = Stated(quote=text[:-2], subject=1, predicate="arrived_at", object=2, text=sentence)

    facts = await facts_told(text, entities, [stated])

    assert state in [one.text for one in facts if one.predicate == "located_in"]
