"""Timelines: versions in story order, what ended each version, unknown orders and gaps."""

from __future__ import annotations

from dataclasses import replace

from episodic.languages.en import ENGLISH
from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, Issue, IssueKind, LinePlace, TimelineTurn
from episodic.model.holding import Holding
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.search.chapter_refs import chapter_refs
from episodic.search.scope import Scope
from episodic.search.timelines import timeline
from episodic.search.view import View
from tests.unit.search.story_builder import Tale, day, harbor, lotm


async def test_versions_have_what_ended_them_and_the_quotes_of_both() -> None:
    """A member first had Sequence 9. Sequence 8 ended Sequence 9."""
    view = await lotm().view()

    line = await timeline(view, "周明瑞", predicate="序列")

    ninth, eighth = line.versions
    assert (ninth.shown.target, ninth.shown.validity.words) == ("序列9:占卜家", "自第3章起，至第4章止")
    assert [one.uuid for one in ninth.ended_by] == [eighth.uuid]
    assert [one.text for one in ninth.ended_by[0].quotes] == ["克莱恩晋升了，现在他是序列8的小丑。"]
    assert [one.text for one in ninth.shown.quotes] == ["他喝下魔药，成为序列9的占卜家。"]
    assert eighth.ended_by == ()


async def test_an_end_stated_by_the_text_has_its_quote() -> None:
    """No other fact ended the fact in this test."""
    view = await lotm().view()

    line = await timeline(view, "克莱恩", predicate="成员")

    (member,) = line.versions
    assert member.ended_by == ()
    assert [one.text for one in member.shown.endings] == ["克莱恩离开了值夜者"]
    assert member.shown.validity.ended


async def test_a_quote_that_the_ending_fact_shows_is_no_other_ending() -> None:
    tale = lotm()
    place, ninth = next((place, one) for place, one in enumerate(tale.facts) if one.value == "序列9:占卜家")
    (ender,) = (one for one in tale.facts if one.uuid in ninth.ended_by)
    tale.facts[place] = replace(ninth, ends=(*ender.evidence, *ninth.evidence))

    line = await timeline(await tale.view(), "周明瑞", predicate="序列")

    shown = line.versions[0]
    assert [one.text for one in shown.shown.endings] == [ender.evidence[0].quote, ninth.evidence[0].quote]
    assert [one.text for one in shown.other_endings] == [ninth.evidence[0].quote]


async def test_a_flashback_is_placed_in_story_order() -> None:
    tale = harbor()
    tale.chapter("Memory", "Years before, Lin had lived in a village.")
    tale.who("village", "Place")
    tale.fact(
        "Lin Marsh",
        "lives_in",
        "village",
        quote="Years before, Lin had lived in a village.",
        since=TimePoint(latest=-720),
        until=TimePoint(latest=10),
    )

    line = await timeline(await tale.view(), "Lin", predicate="lives_in")

    assert [one.shown.target for one in line.versions] == ["village", "Harbor", "Capital"]


async def test_the_whole_work_has_a_timeline() -> None:
    tale = harbor()

    line = await timeline(await tale.view())

    assert {one.uuid for one in line.versions} == {one.uuid for one in tale.facts}


def sword() -> Tale:
    """A work in which two persons hold the sword in an unknown order."""
    tale = Tale("sword", ENGLISH)
    tale.chapter("One", "In one tale Lin held the sword.", "In another Wu held the sword.")
    tale.who("Lin")
    tale.who("Wu")
    tale.who("sword", "Item")
    lin = tale.fact("Lin", "holds", "sword", quote="Lin held the sword.")
    wu = tale.fact("Wu", "holds", "sword", quote="Wu held the sword.")
    words, facts = (*lin.evidence, *wu.evidence), (lin.uuid, wu.uuid)
    tale.issues.append(Issue("i", "sword", IssueKind.ORDER_UNKNOWN, "Who held it first?", 9, words, facts))
    return tale


async def test_an_unknown_order_is_marked_on_both_versions() -> None:
    """Each of two versions in unknown order names the other version."""
    tale = sword()
    lin, wu = tale.facts

    line = await timeline(await tale.view(), "sword")

    assert [one.order_unknown_to for one in line.versions] == [(wu.uuid,), (lin.uuid,)]
    assert not any(one.placed for one in line.versions)


async def test_a_rival_outside_the_timeline_is_not_named() -> None:
    """The rival is not part of this timeline."""
    line = await timeline(await sword().view(), "Lin")

    assert [one.order_unknown_to for one in line.versions] == [()]


async def test_a_gap_between_two_versions_is_marked() -> None:
    tale = Tale("gap")
    tale.chapter("One", "Lin served the king.", "Lin served the king again.", "Lin served the queen.")
    tale.who("Lin")
    tale.fact("Lin", "serves", quote="Lin served the king.", value="king", since=day(1), until=day(5))
    tale.fact("Lin", "serves", quote="Lin served the king again.", value="king", since=day(9), until=day(12))
    tale.fact("Lin", "serves", quote="Lin served the queen.", value="queen", since=day(12))

    line = await timeline(await tale.view(), "Lin")

    assert [one.after_gap for one in line.versions] == [False, True, False]


async def test_as_of_keeps_only_versions_that_may_hold() -> None:
    """A fact that does not hold at the moment is not shown as an end."""
    tale = harbor()

    def holding(fact: Fact) -> Holding:
        return Holding.HOLDS if fact.object_name == "Harbor" else Holding.NO

    view = View("harbor", await tale.saved(), None, chapter_refs(tale.episodes), Scope(as_of="day 15"), holding=holding)

    line = await timeline(view, "Lin")

    assert [(one.shown.target, one.shown.holding) for one in line.versions] == [("Harbor", Holding.HOLDS)]
    assert line.versions[0].ended_by == ()


async def test_an_end_at_an_unknown_time_is_described() -> None:
    """The description is "ended at a time not stated", in both languages."""
    chinese, english = lotm(), harbor()
    chinese.facts[0] = replace(chinese.facts[0], invalid_at=None)
    english.facts[0] = replace(english.facts[0], invalid_at=TimePoint())

    zh = await timeline(await chinese.view(), "克莱恩", predicate="成员")
    en = await timeline(await english.view(), "Lin", predicate="lives_in")

    assert zh.versions[0].shown.validity.words == "自第2章起，已结束，何时未说明"
    assert en.versions[0].shown.validity.words == "from day 10, ended at a time not stated"


def tale_of_lin() -> Tale:
    """A work whose second chapter contains a tale: what Lin was when young, told last, comes first."""
    tale = Tale("told")
    tale.chapter("One", "Lin came home.")
    tale.chapter("Two", "The old man talked.", "Lin wed in Town. Lin died in Harbor. As a child Lin sang.")
    tale.passages[2] = replace(tale.passages[2], frame=FrameKind.TALE, run=1)
    tale.who("Lin")
    for word, quote in (("wed", "Lin wed in Town."), ("died", "Lin died in Harbor."), ("sang", "As a child Lin sang.")):
        tale.fact("Lin", word, quote=quote, kind=PredicateKind.EVENT)
    tale.facts[-1] = replace(tale.facts[-1], turn=TimelineTurn.BACK)
    tale.fact("Lin", "came", quote="Lin came home.", kind=PredicateKind.EVENT)
    return tale


async def test_a_tale_is_together_in_the_order_of_the_tale() -> None:
    """What the tale looks back to comes first."""
    line = await timeline(await tale_of_lin().view(), "Lin")

    told, unplaced = line.sections
    versions, run = told.versions, told.run
    assert [one.shown.predicate for one in versions] == ["sang", "wed", "died"]
    assert run is not None
    assert (run.frame, run.words(line.language)) == (FrameKind.TALE, "told in a tale, chapter 2")
    assert (unplaced.kind, [one.shown.predicate for one in unplaced.versions]) == ("unplaced", ["came"])
    assert [line.numbers[one.uuid] for one in versions] == [1, 2, 3]


async def test_a_dated_fact_of_a_tale_stands_under_its_date() -> None:
    """The other facts of the tale stay together."""
    tale = tale_of_lin()
    tale.facts[0] = replace(tale.facts[0], valid_at=day(3))

    line = await timeline(await tale.view(), "Lin")

    listed = {section.kind.value: [one.shown.predicate for one in section.versions] for section in line.sections}
    assert listed == {"placed": ["wed"], "narrated": ["sang", "died"], "unplaced": ["came"]}


async def test_what_a_chapter_says_is_listed_where_it_is_said() -> None:
    """A plan with an unknown start is under the chapter that tells it. What is of an earlier time, or ended then, has a
    section of its own for the chapter that tells it.
    """
    tale = Tale("said")
    tale.chapter(
        "One", "Lin came home. I shall sail. I had sailed. Bo had wept. People had called Lin mad. I had hoped."
    )
    tale.who("Lin")
    tale.who("Bo")
    words = (("sails", "I shall sail."), ("sailed", "I had sailed."), ("wept", "Bo had wept."))
    for word, quote in (*words, ("mad", "People had called Lin mad. I had hoped.")):
        tale.fact("Bo" if word == "wept" else "Lin", word, quote=quote, kind=PredicateKind.EVENT)
    plan, sailed, wept, mad = tale.facts
    now = TimePoint(chapter=tale.episodes[0].uuid, basis=TimeBasis.EVENT)
    tale.facts[:] = [
        replace(plan, scope=StatementScope.PLAN, holder=plan.subject, said=now, turn=TimelineTurn.AHEAD),
        replace(
            sailed,
            scope=StatementScope.CLAIM,
            holder=sailed.subject,
            said=now,
            valid_at=replace(now, basis=TimeBasis.BEFORE),
            turn=TimelineTurn.BACK,
        ),
        replace(wept, turn=TimelineTurn.BACK),
        replace(mad, scope=StatementScope.CLAIM, holder=mad.subject, said=replace(now, basis=TimeBasis.EARLIER)),
    ]
    tale.fact("Lin", "came", quote="Lin came home.", kind=PredicateKind.EVENT)
    hoped = tale.fact("Lin", "hoped", quote="I had hoped.")
    tale.facts[-1] = replace(
        hoped,
        scope=StatementScope.CLAIM,
        holder=hoped.subject,
        said=now,
        valid_at=None,
        invalid_at=replace(now, basis=TimeBasis.BEFORE),
        turn=TimelineTurn.BACK,
    )

    sections = (await timeline(await tale.view())).sections

    listed = [(one.kind.value, [version.shown.predicate for version in one.versions]) for one in sections]
    assert listed == [("placed", ["sails"]), ("recalled", ["sailed", "wept", "mad", "hoped"]), ("unplaced", ["came"])]
    chapter = sections[1].chapter
    assert chapter is not None
    assert chapter.title == "One"


async def test_what_somebody_passes_on_is_listed_where_it_is_passed_on() -> None:
    """The text does not tell when its holder said or planned it."""
    tale = Tale("passed on")
    tale.chapter("One", "Bo said that Lin meant to sail.")
    tale.who("Lin")
    tale.who("Bo")
    tale.fact("Lin", "sails", quote="Lin meant to sail.", kind=PredicateKind.EVENT)
    earlier = TimePoint(chapter=tale.episodes[0].uuid, basis=TimeBasis.EARLIER)
    plan = tale.facts[0]
    tale.facts[0] = replace(
        plan, scope=StatementScope.PLAN, holder=plan.subject, said=earlier, tellers=("bo",), teller_names=("Bo",)
    )

    (section,) = (await timeline(await tale.view())).sections

    assert (section.kind.value, len(section.versions)) == ("placed", 1)


async def test_what_a_chapter_says_of_the_time_before_and_after_it_stands_around_the_chapter() -> None:
    """What is of a time before a scene, which the chapter does not know to be before itself, stays before the scene."""
    tale = Tale("around")
    tale.chapter("One", "Lin came. She had sung. Bo came. He would sail. He had wept, he said. Bo left.")
    tale.chapter("Two", "Bo slept.")
    tale.who("Lin")
    tale.who("Bo")
    for who, word, quote in (
        ("Lin", "came", "Lin came."),
        ("Lin", "sang", "She had sung."),
        ("Bo", "entered", "Bo came."),
        ("Bo", "sails", "He would sail."),
        ("Bo", "wept", "He had wept, he said."),
        ("Bo", "left", "Bo left."),
        ("Bo", "slept", "Bo slept."),
    ):
        tale.fact(who, word, quote=quote, kind=PredicateKind.EVENT)
    came, sang, entered, sails, wept, left, slept = tale.facts
    now = TimePoint(chapter=tale.episodes[0].uuid, basis=TimeBasis.EVENT)
    scene = LinePlace("main", entered.told_at, TimelineTurn.BACK)
    tale.facts[:] = [
        *(replace(one, valid_at=now) for one in (came, entered, left)),
        replace(slept, valid_at=replace(now, chapter=tale.episodes[1].uuid)),
        replace(sang, valid_at=replace(now, basis=TimeBasis.BEFORE), turn=TimelineTurn.BACK),
        replace(sails, valid_at=replace(now, basis=TimeBasis.AFTER), turn=TimelineTurn.AHEAD),
        replace(
            wept, scope=StatementScope.CLAIM, holder=wept.subject, said=now, turn=TimelineTurn.BACK, places=(scene,)
        ),
    ]

    sections = (await timeline(await tale.view())).sections

    listed = [(one.kind.value, [version.shown.predicate for version in one.versions]) for one in sections]
    assert listed == [
        ("recalled", ["sang"]),
        ("placed", ["came"]),
        ("recalled", ["wept"]),
        ("placed", ["entered", "left"]),
        ("foretold", ["sails"]),
        ("placed", ["slept"]),
    ]


async def test_a_timeline_is_text_for_a_prompt_in_the_order_of_its_sections() -> None:
    line = await timeline(await lotm().view(), "克莱恩")

    text = line.to_prompt()

    shown = [one.shown.text for section in line.sections for one in section.versions]
    assert [one.removeprefix("- ").partition("（")[0] for one in text.split("\n") if one.startswith("- ")] == shown
    assert line.to_prompt(20) == f"（另有{len(shown)}条事实未列出）"
