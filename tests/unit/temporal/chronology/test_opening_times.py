"""Tests of how long the time words that open a passage of a letter or tale hold for what the passage tells."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, FrameKind
from episodic.model.readings import Placement, StatementScope
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.unit.temporal.story_builder import MET, Tale, chronology_of, day, days, later

LANGUAGES = ("zh", "en")
NAMES = {
    "en": ("Ann", "Bo", "harbour", "chart", "meat", "boat"),
    "zh": ("安娜", "阿波", "海港", "海图", "羊肉", "小船"),
}
SCENE = {"en": "Ann told Bo what she had done.", "zh": "安娜对阿波说了她做过的事。"}
OPENING = {"en": "On the afternoon of the attack", "zh": "攻打那天下午"}
NEXT = {"en": "the next morning", "zh": "次日早晨"}
TOLD = {
    "en": (
        "On the afternoon of the attack Ann met Bo;",
        "the next morning she saw the harbour,",
        "she gave Bo the chart,",
        "she sold the boat,",
        "and Bo had salted the meat.",
    ),
    "zh": (
        "攻打那天下午安娜见了阿波；",
        "次日早晨她看见了海港，",
        "她把海图给了阿波，",
        "她卖了小船，",
        "羊肉是阿波腌的。",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_opening_time_of_a_tale_ends_with_the_next_time(language: str) -> None:
    """Nor does it date what was simply done before. All statements are marked `back`, because a tale tells the past."""
    ann, bo, harbour, chart, meat, boat = NAMES[language]
    met, saw, gave, sold, salted = TOLD[language]

    def told(subject: str, predicate: str, target: str, *, time: str = "", follows: bool = True) -> Says:
        marks = ("then",) if follows else ()
        return Says(subject, predicate, target, scope="claim", holder=ann, placing="back", time=time, marks=marks)

    script = Script(
        {ann: "Person", bo: "Person", harbour: "Place", chart: "Item", meat: "Item", boat: "Item"},
        {
            SCENE[language]: [Says(ann, "told", bo)],
            met: [told(ann, "met", bo, time=OPENING[language], follows=False)],
            saw: [told(ann, "saw", harbour, time=NEXT[language])],
            gave: [told(ann, "gave", chart)],
            sold: [told(ann, "sold", boat)],
            salted: [told(bo, "*salted", meat, follows=False)],
        },
        frames={met: "tale!"},
        times={met: OPENING[language]},
    )
    text = f"{SCENE[language]}\n\n{(' ' if language == 'en' else '').join(TOLD[language])}\n"
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        await graph.add_manuscript([Chapter(text, title="1", key="1")])
        page = await graph.get_facts(FactQuery(), scope=Scope(include_ended=True))
        shown = {one.fact.predicate: one.fact.valid_at for one in page.facts}

    words = {name: None if time is None else time.text for name, time in shown.items()}
    assert (words["met"], words["saw"]) == (OPENING[language], NEXT[language])
    assert OPENING[language] not in {words[name] for name in ("gave", "sold", "salted")}
    assert words["salted"] is None


def tale_at(*, opening: int | None = 10) -> Tale:
    """Return a tale that is told on day 40, and opens on the day *opening*, or without a day."""
    tale = Tale().chapter(1, day(40)).say("Lin", MET, "Wu")
    return tale.passage(None if opening is None else day(opening), frame=FrameKind.TALE, run="tale")


def test_what_follows_a_claim_with_a_later_time_is_not_on_the_opening_day() -> None:
    tale, claim = tale_at(), StatementScope.CLAIM
    for number, time in enumerate((None, later(2, 2), None, None)):
        tale.say("Bo", MET, f"guest {number}", scope=claim, holder="Wu", time=time)
    chronology = chronology_of(tale)
    at = [chronology.position_of(one.uuid) for one in tale.statements]

    assert [days(tale, number) for number in (1, 2)] == [(10, 10), (12, 12)]
    assert days(tale, 3) == days(tale, 4) == (10, 40)
    assert chronology.precedes(at[1], at[3])
    assert chronology.precedes(at[3], at[4])
    assert chronology.precedes(at[4], at[0])


def test_a_claim_about_an_earlier_time_keeps_the_opening_day() -> None:
    """Words that count back set no time from which the tale goes on."""
    tale, claim = tale_at(), StatementScope.CLAIM
    tale.say("Bo", MET, "a", scope=claim, holder="Wu", time=later(2, 2, before=True))
    tale.say("Bo", MET, "b", scope=claim, holder="Wu")

    assert days(tale, 2) == (10, 10)


def test_a_look_back_in_a_tale_with_an_opening_day_has_no_order_to_the_tale() -> None:
    """It is only before the telling."""
    found: list[tuple[bool, bool]] = []
    for opening in (10, None):
        tale, claim = tale_at(opening=opening), StatementScope.CLAIM
        tale.say("Bo", MET, "a", scope=claim, holder="Wu")
        tale.say("Bo", MET, "b", scope=claim, holder="Wu", placing=Placement.BACK)
        tale.say("Bo", MET, "c", scope=claim, holder="Wu")
        chronology = chronology_of(tale)
        scene, _, back, event = (chronology.position_of(one.uuid) for one in tale.statements)
        found.append((chronology.precedes(back, scene), chronology.precedes(back, event)))

    assert found == [(True, False), (True, True)]
