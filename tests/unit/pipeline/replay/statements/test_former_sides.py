"""Tests of the services that end because somebody goes over to the other side."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = {
    "Bo": "Person",
    "the Duke": "Person",
    "the King": "Person",
    "the Duke's army": "Organization",
    "the Guild": "Organization",
    "许攸": "Person",
    "袁绍": "Person",
    "曹操": "Person",
    "袁军": "Organization",
    "诗社": "Organization",
}
ENGLISH = {
    "Bo served the Duke": [Says("Bo", "serves", "the Duke")],
    "Bo marched in the Duke's army": [Says("Bo", "member_of", "the Duke's army")],
    "Bo belonged to the Guild": [Says("Bo", "member_of", "the Guild")],
    "Bo deserted to the King": [Says("Bo", "surrendered_to", "the King", text="Bo deserted to the King.")],
}
CHINESE = {
    "许攸在袁绍处为谋士": [Says("许攸", "serves", "袁绍")],
    "许攸在袁军中": [Says("许攸", "member_of", "袁军")],
    "许攸入了诗社": [Says("许攸", "member_of", "诗社")],
    "许攸径投曹操": [Says("许攸", "surrendered_to", "曹操", text="许攸径投曹操。")],
}


async def ended(script: dict[str, list[Says]], *chapters: list[str]) -> dict[str, bool]:
    """Return for each object of a state whether the state has ended."""
    model = Script(PEOPLE, script).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for number, sentences in enumerate(chapters):
            end, space = ("。", "") if "许攸" in sentences[0] else (".", " ")
            await graph.add_episode(space.join(f"{one}{end}" for one in sentences), name=f"Chapter {number}")
        facts = [one.fact for one in (await graph.get_facts(scope=Scope(include_ended=True))).one_by_one]
    return {one.object_name or "": bool(one.ended_by) for one in facts if one.predicate in ("serves", "member_of")}


@pytest.mark.parametrize(
    ("script", "over"),
    [
        (ENGLISH, {"the Duke": True, "the Duke's army": True, "the Guild": False}),
        (CHINESE, {"袁绍": True, "袁军": True, "诗社": False}),
    ],
)
async def test_who_goes_over_no_longer_serves_the_former_side(
    script: dict[str, list[Says]], over: dict[str, bool]
) -> None:
    told = list(script)

    assert await ended(script, told) == over
    assert await ended(script, told[:3], told[3:]) == over


@pytest.mark.parametrize(("script", "lord"), [(ENGLISH, "the Duke"), (CHINESE, "袁绍")])
async def test_the_service_of_the_lord_to_whom_somebody_goes_over_does_not_end(
    script: dict[str, list[Says]], lord: str
) -> None:
    service, *_, over = script
    to_lord = {service: script[service], over: [Says(script[over][0].subject, "surrendered_to", lord, text=over)]}

    assert await ended(to_lord, list(to_lord)) == {lord: False}


async def test_a_service_that_is_told_after_the_going_over_does_not_end() -> None:
    told = list(ENGLISH)

    assert await ended(ENGLISH, [told[3], told[0]]) == {"the Duke": False}


async def test_who_only_yields_still_serves() -> None:
    """A captive officer remains an officer of his army."""
    yielded = {
        **ENGLISH,
        "Bo yielded to the King": [Says("Bo", "surrendered_to", "the King", text="Bo yielded to him.")],
    }

    assert await ended(yielded, ["Bo served the Duke", "Bo yielded to the King"]) == {"the Duke": False}
