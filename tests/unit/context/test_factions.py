"""Factions: organisations with their members, as each scope shows them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.context.communities import Community
from episodic.context.factions import factions
from episodic.errors import InvalidFilterError
from episodic.model.predicates import Membership, Predicate
from episodic.model.readings import StatementScope
from episodic.model.settings import DEFAULT_ENTITY_TYPES, EntityType, WorkSettings
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.search.vocabulary import WorkVocabulary
from episodic.stores.sqlite import SQLiteStore
from tests.unit.context.guild_story import CHINESE, STORIES, GuildStory
from tests.unit.search.story_builder import Tale


@pytest.fixture(params=sorted(STORIES))
def told(request: pytest.FixtureRequest) -> GuildStory:
    return STORIES[request.param]


@pytest.fixture
async def graph(told: GuildStory) -> AsyncIterator[StoryGraph]:
    async with StoryGraph(SQLiteStore(":memory:"), group_id="guild", model=told.model()) as graph:
        await graph.add_manuscript(told.chapters())
        yield graph


def members(found: tuple[Community, ...]) -> dict[str, list[str]]:
    return {faction.name: [one.name for one in faction.members] for faction in found}


async def factions_of(graph: StoryGraph, scope: Scope) -> dict[str, list[str]]:
    return members(await graph.communities(kind="faction", scope=scope))


async def test_a_faction_has_the_members_that_have_not_left_the_leader_first(
    graph: StoryGraph, told: GuildStory
) -> None:
    (faction,) = await graph.communities(kind="faction")

    names = [one.name for one in faction.members]
    assert (faction.kind, faction.name, names[0]) == ("faction", told.guild, told.leader)
    assert sorted(names[1:]) == sorted((told.member, told.later))
    assert {one.predicate for one in faction.facts} == {"leads", "member_of", "serves"}
    assert (faction,) == await graph.communities(kind="faction")


async def test_factions_are_those_of_the_scope(graph: StoryGraph, told: GuildStory) -> None:
    everyone = await factions_of(graph, Scope())
    first = await factions_of(graph, Scope(told_by=1))
    second = await factions_of(graph, Scope(told_by=2))

    assert set(first[told.guild]) == {told.leader, told.member, told.leaver}
    assert set(second[told.guild]) == {told.leader, told.member}
    assert await factions_of(graph, Scope(include_ended=True)) == everyone


async def test_with_as_of_the_members_of_that_moment_are_shown(graph: StoryGraph, told: GuildStory) -> None:
    found = await factions_of(graph, Scope(as_of="第1章" if told is CHINESE else "chapter 1"))

    assert told.leaver in found[told.guild]
    assert told.later not in found[told.guild]


async def test_a_character_knows_the_members_of_which_she_has_heard(graph: StoryGraph, told: GuildStory) -> None:
    """The leader was not there when somebody left, and nobody was there when somebody joined."""
    led = await factions_of(graph, Scope(pov=told.leader))
    joined = await factions_of(graph, Scope(pov=told.later))

    assert set(led[told.guild]) == {told.leader, told.member, told.leaver}
    assert joined == {}


async def test_an_unknown_kind_of_community_is_an_error(graph: StoryGraph) -> None:
    with pytest.raises(InvalidFilterError, match="storyline, faction"):
        await graph.communities(kind="clan")  # type: ignore[arg-type]


def two_houses() -> Tale:
    """A tale in which Ann leads one house and serves the other; Dee is only said to belong to one."""
    tale = Tale("houses")
    tale.chapter(
        "One", "Ann led Red and served Blue.", "Bob and Cid were of Red, Bob of Blue.", "Dee was of Blue, they say."
    )
    for name in ("Ann", "Bob", "Cid", "Dee"):
        tale.who(name)
    for name in ("Red", "Blue"):
        tale.who(name, "Organization")
    for who, predicate, house in (
        ("Bob", "member_of", "Red"),
        ("Bob", "serves", "Red"),
        ("Cid", "member_of", "Red"),
        ("Ann", "leads", "Red"),
        ("Bob", "member_of", "Blue"),
        ("Bob", "serves", "Blue"),
        ("Ann", "serves", "Blue"),
    ):
        tale.fact(who, predicate, house, quote="Ann led Red and served Blue.")
    tale.fact("Bob", "married_to", "Cid", quote="Bob and Cid were of Red")
    tale.fact("Dee", "member_of", "Blue", quote="Dee was of Blue", scope=StatementScope.CLAIM, holder="Bob")
    tale.fact("Cid", "member_of", "Blue", quote="Dee was of Blue", denied=True)
    return tale


async def test_an_entity_belongs_to_several_factions() -> None:
    """The largest faction comes first, and in each the leaders and then the members with the most connections."""
    assert members(await factions(await two_houses().view())) == {"Red": ["Ann", "Bob", "Cid"], "Blue": ["Bob", "Ann"]}


async def test_an_organisation_with_one_member_is_no_faction() -> None:
    tale = Tale("small")
    tale.chapter("One", "Ann led Red.", "Bob served Ann.")
    tale.who("Ann")
    tale.who("Bob")
    tale.who("Red", "Organization")
    tale.fact("Ann", "leads", "Red", quote="Ann led Red.")
    tale.fact("Bob", "serves", "Ann", quote="Bob served Ann.")

    assert await factions(await tale.view()) == ()


OWN_TYPES = (*DEFAULT_ENTITY_TYPES, EntityType("Sect", names=("宗门",)), EntityType("Demon"))


async def own_view(*facts: tuple[str, str, str], predicates: tuple[Predicate, ...] = ()) -> View:
    """Return a view of a work with the own types Sect and Demon, and the own predicates."""
    tale = Tale("sects")
    tale.chapter("One", "Ann, Bob, the Dawn Sect and Azag.")
    tale.who("Ann")
    tale.who("Bob")
    tale.who("the Dawn Sect", "宗门")
    tale.who("Azag", "Demon")
    for who, predicate, whom in facts:
        tale.fact(who, predicate, whom, quote="Ann, Bob, the Dawn Sect and Azag.")
    view = await tale.view()
    return replace(view, vocabulary=WorkVocabulary(WorkSettings(OWN_TYPES, predicates)))


async def test_a_type_of_the_author_is_an_organisation_if_it_has_members() -> None:
    """A being can be served, but nobody is a member of a being. A demon with two servants is therefore no faction."""
    sect = await own_view(("Ann", "member_of", "the Dawn Sect"), ("Bob", "serves", "the Dawn Sect"))
    demon = await own_view(("Ann", "serves", "Azag"), ("Bob", "serves", "Azag"))

    assert members(await factions(sect)) == {"the Dawn Sect": ["Ann", "Bob"]}
    assert await factions(demon) == ()


async def test_a_predicate_of_the_author_can_mean_membership() -> None:
    facts = ("Ann", "member_of", "the Dawn Sect"), ("Bob", "founded", "the Dawn Sect")

    flagged = await own_view(*facts, predicates=(Predicate("founded", membership=Membership.LEADER),))
    plain = await own_view(*facts, predicates=(Predicate("founded"),))

    assert members(await factions(flagged)) == {"the Dawn Sect": ["Bob", "Ann"]}
    assert await factions(plain) == ()
