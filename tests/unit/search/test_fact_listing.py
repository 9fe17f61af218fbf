"""Fact listings: conditions, story order, and pagination by cursor."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import InvalidFilterError, UnknownEntityError
from episodic.model.episodes import Layer
from episodic.model.holding import Holding
from episodic.model.moments import TimePoint
from episodic.model.records import Kind, Redirect
from episodic.search.fact_listing import FactQuery, get_facts
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.hybrid_search import search
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from episodic.text.token_counts import token_bound
from tests.stories.script import Says, Script
from tests.unit.search.story_builder import Tale, day, harbor, lotm

EVER = Scope(include_ended=True)
K, N, C = "克莱恩·莫雷蒂", "值夜者", "圣赛琳娜教堂"


async def listed(view: View, asked: FactQuery) -> list[tuple[str, str, str]]:
    """Return the subject, predicate and target of each fact."""
    return [(one.subject, one.predicate, one.target) for one in (await get_facts(view, asked)).facts]


async def test_facts_of_an_entity_are_those_it_takes_part_in() -> None:
    """Each fact of an entity is listed once, with the names of subject and object."""
    tale = lotm()

    ever = await listed(await tale.view(EVER), FactQuery(entity=N))
    now = await listed(await tale.view(), FactQuery(entity=N))

    assert set(ever) == {(K, "成员", N), ("邓恩·史密斯", "领导", N), (N, "位于", C)}
    assert set(now) == {("邓恩·史密斯", "领导", N), (N, "位于", C)}


async def test_what_holds_at_a_moment_comes_before_what_happened_was_said_and_is_only_possible() -> None:
    """Each of the four groups is in story order, and a page may end in any of them. A planned deed has not happened, and
    what Wu claims is not what is true.
    """
    sentences = {
        "Lin met Wu": [
            Says("Lin", "hates", "Wu", scope="claim", holder="Wu"),
            Says("Lin", "met", "Wu"),
            Says("Lin", "killed", "Wu", scope="plan", holder="Lin"),
        ],
        "Lin lived in Harbor": [Says("Lin", "lives_in", "Harbor")],
        "Lin held the Sword": [Says("Lin", "holds", "Sword")],
    }
    people = {"Lin": "Person", "Wu": "Person", "Harbor": "Place", "Sword": "Item"}
    text = "On day 1, Lin met Wu.\n\nOn day 2, Lin lived in Harbor.\n\nOn day 30, Lin held the Sword.\n"
    async with StoryGraph(SQLiteStore(":memory:"), group_id="moment", model=Script(people, sentences).model()) as graph:
        await graph.add_episode(text, name="One")
        asked, scope = FactQuery(entity="Lin"), Scope(as_of="day 5")

        page = await graph.get_facts(asked, scope=scope, limit=3)
        rest = await graph.get_facts(asked, scope=scope, cursor=page.cursor)

    assert [(one.fact.predicate, one.holding) for one in (*page.facts, *rest.facts)] == [
        ("lives_in", Holding.HOLDS),
        ("met", Holding.HOLDS),
        ("hates", Holding.HOLDS),
        ("killed", Holding.HOLDS),
        ("holds", Holding.POSSIBLE),
    ]


async def test_what_is_only_told_later_and_only_possible_comes_last() -> None:
    """What chapter 1 itself leaves open comes before what only chapter 2 tells of the past."""
    sentences = {
        "Lin met Wu": [Says("Lin", "met", "Wu")],
        "Lin had lived in Harbor": [Says("Lin", "lives_in", "Harbor", placing="back")],
        "Lin had held the Sword": [Says("Lin", "holds", "Sword", placing="back")],
    }
    people = {"Lin": "Person", "Wu": "Person", "Harbor": "Place", "Sword": "Item"}
    async with StoryGraph(SQLiteStore(":memory:"), group_id="later", model=Script(people, sentences).model()) as graph:
        await graph.add_episode("Lin met Wu. Lin had lived in Harbor.\n", name="One")
        await graph.add_episode("Lin had held the Sword.\n", name="Two")

        page = await graph.get_facts(FactQuery(entity="Lin"), scope=Scope(as_of="chapter 1"))
        now = await graph.get_facts(FactQuery(entity="Lin"))

    assert [(one.fact.predicate, one.holding, one.told_later) for one in page.facts] == [
        ("met", Holding.HOLDS, False),
        ("lives_in", Holding.POSSIBLE, False),
        ("holds", Holding.POSSIBLE, True),
    ]
    assert not any(one.told_later for one in now.facts)


async def test_an_effect_that_holds_at_a_moment_is_listed_among_the_states() -> None:
    """Without a moment, and if it no longer holds then, the effect stands inside the entry of its event."""
    gave = {"Wu gave Lin the Sword": [Says("Wu", "gave", "Sword", others=[("Lin", "recipient")])]}
    lost = {"Lin lost the Sword": [Says("Lin", "lost", "Sword")]}
    people = {"Lin": "Person", "Wu": "Person", "Sword": "Item"}
    text = "On day 1, Wu gave Lin the Sword.\n\nOn day 9, Lin lost the Sword.\n"
    model = Script(people, gave | lost).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="effects", model=model) as graph:
        await graph.add_episode(text, name="One")
        asked = FactQuery(entity="Sword")

        then, now = [await graph.get_facts(asked, scope=Scope(as_of=moment)) for moment in ("day 5", "day 12")]
        ever = await graph.get_facts(asked, scope=EVER)

    assert [one.fact.predicate for one in then.facts][:2] == ["holds", "gave"]
    assert not then.facts[1].effects
    assert "holds" not in [one.fact.predicate for one in now.facts]
    assert [one.fact.predicate for one in ever.facts if one.effects] == ["gave"]


async def test_between_matches_facts_in_both_directions() -> None:
    view = await lotm().view(EVER)

    assert await listed(view, FactQuery(between=(N, K))) == [(K, "成员", N)]
    assert await listed(view, FactQuery(between=(K, N))) == [(K, "成员", N)]
    assert await listed(view, FactQuery(between=(K, C))) == []


async def test_facts_of_one_pair_stay_beside_each_other() -> None:
    """A later fact about the same two entities replaces no earlier fact."""
    tale = lotm()
    tale.chapter("第六章", "克莱恩与值夜者为敌。")
    tale.fact(K, "敌对", N, quote="克莱恩与值夜者为敌。")
    view = await tale.view(EVER)

    assert set(await listed(view, FactQuery(between=(K, N)))) == {(K, "成员", N), (K, "敌对", N)}


async def test_subject_and_object_match_one_direction() -> None:
    """A fact in the reverse direction does not match."""
    view = await lotm().view(EVER)

    assert await listed(view, FactQuery(subject="克莱恩", object=N)) == [(K, "成员", N)]
    assert await listed(view, FactQuery(subject=N, object=K)) == []


async def test_participants_and_holders_take_part() -> None:
    """The recipient of a gift participates in the gift, and the holder of a belief in the belief."""
    view = await harbor().view()

    assert [one[1] for one in await listed(view, FactQuery(entity="Wu"))] == ["gave"]
    assert [one.predicate for one in (await search(view, "Wu", kinds={HitKind.FACT})).facts] == ["gave"]
    assert await listed(view, FactQuery(entity="Mei")) == [("Chen", "state", "alive")]
    assert await listed(view, FactQuery(subject="Mei")) == []


@pytest.mark.parametrize("name", ["lives_in", "住在"])
async def test_a_predicate_matches_by_any_of_its_names(name: str) -> None:
    view = await harbor().view()

    assert await listed(view, FactQuery(predicate=name)) == [("Lin Marsh", "lives_in", "Capital")]
    assert await listed(view, FactQuery(entity="Lin", predicate=name)) == [("Lin Marsh", "lives_in", "Capital")]


async def test_a_fact_is_found_by_its_id_and_its_former_id() -> None:
    """A redirected fact id still resolves."""
    tale = lotm()
    fact = tale.facts[1]
    tale.redirects.append(Redirect("before", tale.group_id, Kind.FACT, fact.uuid))
    view = await tale.view()

    assert [one.uuid for one in (await get_facts(view, FactQuery(uuid=fact.uuid))).facts] == [fact.uuid]
    assert [one.uuid for one in (await get_facts(view, FactQuery(uuid="before"))).facts] == [fact.uuid]
    assert (await get_facts(view, FactQuery(uuid="nothing"))).total == 0


async def test_a_fact_outside_the_scope_is_not_listed_by_its_id() -> None:
    """The id of a fact does not make a fact outside the scope visible."""
    tale = lotm()
    ended = tale.facts[0]

    assert (await get_facts(await tale.view(), FactQuery(uuid=ended.uuid))).total == 0
    assert (await get_facts(await tale.view(EVER), FactQuery(uuid=ended.uuid))).total == 1
    plan = await tale.view(Scope(layers=frozenset({Layer.PLAN}), include_ended=True))
    assert (await get_facts(plan, FactQuery(uuid=ended.uuid))).total == 0


async def test_an_unknown_entity_is_an_error_and_one_without_facts_an_empty_page() -> None:
    tale = harbor()
    tale.chapter("Last", "A cat slept.")
    tale.who("cat", "Creature")
    view = await tale.view()

    with pytest.raises(UnknownEntityError):
        await get_facts(view, FactQuery(entity="nobody"))
    assert (await get_facts(view, FactQuery(entity="cat"))).total == 0


async def test_facts_come_in_story_order() -> None:
    """A fact narrated late that happened early comes first. A fact without a day keeps its narrative position."""
    tale = Tale("order")
    tale.chapter("One", "Lin sailed.", "Lin sang.", "Once, as a child, Lin fell.", "Lin slept.")
    tale.who("Lin")
    tale.fact("Lin", "sailed", quote="Lin sailed.", since=day(10))
    tale.fact("Lin", "sang", quote="Lin sang.")
    tale.fact("Lin", "fell", quote="Once, as a child, Lin fell.", since=TimePoint(latest=-700))
    tale.fact("Lin", "slept", quote="Lin slept.", since=day(12))

    found = await listed(await tale.view(), FactQuery(entity="Lin"))

    assert [one[1] for one in found] == ["fell", "sailed", "sang", "slept"]


async def test_pages_cover_everything_once() -> None:
    """All pages of a listing together equal one large page."""
    view = await lotm().view(EVER)
    whole = await get_facts(view)

    walked: list[str] = []
    cursor: str | None = None
    while True:
        page = await get_facts(view, cursor=cursor, limit=2)
        walked.extend(one.uuid for one in page.facts)
        assert page.left_out == page.total - len(walked)
        cursor = page.cursor
        if cursor is None:
            break

    assert walked == [one.uuid for one in whole.facts]
    assert page.total == whole.total == 7


async def test_a_page_continues_after_the_cursors_fact_though_facts_were_inserted_before_it() -> None:
    """The cursor refers to a fact and not to an index."""
    tale = harbor()
    first = await get_facts(await tale.view(), limit=2)
    tale.fact("Lin Marsh", "mends", quote="mended nets", value="nets", since=day(1))

    second = await get_facts(await tale.view(), cursor=first.cursor, limit=2)

    assert not {one.uuid for one in first.facts} & {one.uuid for one in second.facts}


async def test_a_page_continues_although_the_cursors_fact_was_deleted() -> None:
    """Without the cursor's fact, the next page starts at the index in the cursor."""
    tale = harbor()
    first = await get_facts(await tale.view(), limit=2)
    tale.facts = [replace(one) for one in tale.facts if one.uuid != first.facts[-1].uuid]

    second = await get_facts(await tale.view(), cursor=first.cursor, limit=2)

    assert len(second.facts) == 1


@pytest.mark.parametrize("cursor", ["", "x", "1", "-1:a", ":a", "١:a"])
async def test_an_invalid_cursor_is_refused(cursor: str) -> None:
    """The error for an invalid cursor contains the cursor."""
    with pytest.raises(InvalidFilterError):
        await get_facts(await lotm().view(), cursor=cursor)


async def test_filters_apply_to_listings() -> None:
    view = await lotm().view(Scope(filters=SearchFilters(properties=(("value", "contains", "小丑"),))))

    assert await listed(view, FactQuery()) == [(K, "序列", "序列8:小丑")]


async def test_facts_are_text_for_a_prompt_in_the_language_of_the_work() -> None:
    chinese = (await get_facts(await lotm().view(EVER), limit=2)).to_prompt()
    english = (await get_facts(await harbor().view(EVER), limit=1)).to_prompt()

    assert chinese == (
        "- 邓恩·史密斯领导着值夜者。（自第2章起）\n<<引文，第2章>>\n邓恩·史密斯领导着值夜者。\n<</引文，第2章>>\n"
        "- 克莱恩·莫雷蒂是值夜者的成员。（自第2章起，至第5章止）\n<<引文，第2章>>\n通过考验后，克莱恩正式加入值夜者。\n"
        "<</引文，第2章>>\n（另有5条事实未列出）"
    )
    assert english == (
        "- Lin Marsh lives in Harbor. (from day 10, until day 20)\n<<quote, chapter 1>>\n"
        "Miss Lin Marsh lived in Harbor\n<</quote, chapter 1>>\n(4 facts left out)"
    )


@pytest.mark.parametrize("most", [0, 5, 20, 60, 120, 200, 10_000])
async def test_a_prompt_of_facts_keeps_its_limit_and_counts_what_is_left_out(most: int) -> None:
    page = await get_facts(await lotm().view(EVER))

    text = page.to_prompt(most)

    shown = text.count("\n- ") + text.startswith("- ")
    assert token_bound(text) <= most
    assert (f"（另有{len(page.facts) - shown}条事实未列出）" in text) is (shown < len(page.facts) and most >= 20)
