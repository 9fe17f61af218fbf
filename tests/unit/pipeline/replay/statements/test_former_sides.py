"""Tests of the services that end because somebody goes over to the other side."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Stated
from tests.stories.script import Says, Script
from tests.unit.pipeline.replay.told_facts import facts_told

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


ENGLISH_OFFICES = {
    "Bo served the Duke": [Says("Bo", "serves", "the Duke")],
    "Bo was captain of the Duke": [Says("Bo", "title", value="captain of the Duke", text="Bo was captain.")],
    "The Duke made Bo a steward": [Says("Bo", "title", value="steward", text="Bo was steward to the Duke.")],
    "Bo was a miller": [Says("Bo", "title", value="miller", text="Bo was a miller.")],
    "Bo deserted to the King": [Says("Bo", "surrendered_to", "the King", text="Bo deserted to the King.")],
    "Bo was captain of the King": [Says("Bo", "title", value="captain of the King", text="Bo was captain.")],
}
CHINESE_OFFICES = {
    "许攸在袁绍处": [Says("许攸", "serves", "袁绍")],
    "许攸是袁绍的谋士": [Says("许攸", "title", value="袁绍的谋士", text="许攸是谋士。")],
    "许攸是袁绍帐下的参军": [Says("许攸", "title", value="参军", text="许攸是袁绍帐下的参军。")],
    "许攸是个书生": [Says("许攸", "title", value="书生", text="许攸是个书生。")],
    "许攸径投曹操": [Says("许攸", "surrendered_to", "曹操", text="许攸径投曹操。")],
    "许攸做了曹操的谋士": [Says("许攸", "title", value="曹操的谋士", text="许攸是谋士。")],
}


async def ended(script: dict[str, list[Says]], *chapters: list[str]) -> dict[str, bool]:
    """Return for each object of a state, and for each office, whether the state has ended."""
    model = Script(PEOPLE, script).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        for number, sentences in enumerate(chapters):
            end, space = ("。", "") if "许攸" in sentences[0] else (".", " ")
            await graph.add_episode(space.join(f"{one}{end}" for one in sentences), name=f"Chapter {number}")
        facts = [one.fact for one in (await graph.get_facts(scope=Scope(include_ended=True))).one_by_one]
    states = [one for one in facts if one.predicate in ("serves", "member_of", "title")]
    return {one.object_name or one.value or "": bool(one.ended_by) for one in states}


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


@pytest.mark.parametrize(
    ("script", "offices"),
    [
        (
            ENGLISH_OFFICES,
            {"captain of the Duke": True, "steward": True, "miller": False, "captain of the King": False},
        ),
        (CHINESE_OFFICES, {"袁绍的谋士": True, "参军": True, "书生": False, "曹操的谋士": False}),
    ],
)
async def test_who_goes_over_has_no_longer_the_offices_of_the_former_side(
    script: dict[str, list[Says]], offices: dict[str, bool]
) -> None:
    told = list(script)

    for chapters in ([told], [told[:4], told[4:]]):
        found = await ended(script, *chapters)
        assert {office: found[office] for office in offices} == offices


@pytest.mark.parametrize(
    ("script", "over", "offices"),
    [
        (ENGLISH_OFFICES, Says("Bo", "serves", "the King", text="Bo went over to the King."), ["captain of the Duke"]),
        (CHINESE_OFFICES, Says("许攸", "serves", "曹操", text="许攸投奔了曹操。"), ["袁绍的谋士"]),
    ],
)
async def test_a_new_service_is_a_going_over_too(script: dict[str, list[Says]], over: Says, offices: list[str]) -> None:
    told = list(script)[:5]
    found = await ended({**script, told[4]: [over]}, told)

    assert {one: found[one] for one in offices} == dict.fromkeys(offices, True)
    assert {one for one, is_over in found.items() if not is_over} == {over.object, "miller", "书生"} & {*found}


@pytest.mark.parametrize("script", [ENGLISH_OFFICES, CHINESE_OFFICES])
async def test_the_end_of_an_office_quotes_the_going_over(script: dict[str, list[Says]]) -> None:
    model, told = Script(PEOPLE, script).model(), list(script)[:5]
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        await graph.add_episode("".join(f"{one}{'。' if '许攸' in one else '. '}" for one in told))
        facts = (await graph.get_facts(scope=Scope(include_ended=True))).one_by_one

    (office,) = [one.fact for one in facts if one.fact.value in ("captain of the Duke", "袁绍的谋士")]
    assert [one.quote for one in office.ends] == [told[-1]]


async def test_an_office_from_which_somebody_comes_over_ends_without_a_told_service() -> None:
    over = Says("Bo", "surrendered_to", "the King", others=[("the Duke", "from")], text="Bo deserted to the King.")
    script = {"Bo was captain of the Duke": ENGLISH_OFFICES["Bo was captain of the Duke"], "Bo left the Duke": [over]}

    assert await ended({**script, "the King came": []}, [*script, "the King came"]) == {"captain of the Duke": True}


@pytest.mark.parametrize(
    ("lord", "office", "over"),
    [("~the Count", "the Count's steward", True), ("~the steward", "the steward", False), ("~丞相", "丞相", False)],
)
async def test_a_title_of_the_lord_is_no_office_of_his_servant(lord: str, office: str, over: bool) -> None:
    """Somebody who serves a steward and is a steward is no steward of that lord."""
    entities = ["Person|Bo", f"Person|{lord}", "Person|the King"]
    title = lord.removeprefix("~")
    text = f"Bo served {title}. Bo was {office}. Bo deserted to the King."
    facts = [
        Stated(quote=f"Bo served {title}", subject=1, predicate="serves", object=2, text=f"Bo served {title}."),
        Stated(quote=f"Bo was {office}", subject=1, predicate="title", value=office, text="Bo had an office."),
        Stated(
            quote="Bo deserted to the King", subject=1, predicate="surrendered_to", object=3, text="Bo deserted to him."
        ),
    ]

    found = {one.predicate: bool(one.ends) for one in await facts_told(text, entities, facts, include_ended=True)}

    assert (found["serves"], found["title"]) == (True, over)
