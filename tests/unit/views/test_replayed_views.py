"""Tests of views up to a chapter: a later entity is treated like an entity that does not exist."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownEntityError
from episodic.model.episodes import Chapter, Layer
from episodic.search.fact_listing import FactQuery
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore

LATER, NEVER = "Kara Holt", "Kira Hult"


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """A graph with a person of the third chapter. A similar name never occurs in the text."""
    chapters = (
        Chapter("Marsh Weller lives in Harrow Ferry. Odile Reed walked to the quay.\n", title="The ferry", key="one"),
        Chapter("Marsh Weller moved to Port Sable. Odile Reed slept.\n", title="The port", key="two"),
        Chapter("Kara Holt met Marsh Weller in Port Sable. Kara Holt slept.\n", title="The guest", key="three"),
    )
    async with StoryGraph(SQLiteStore(":memory:"), group_id="retold") as made:
        await made.add_manuscript(chapters)
        yield made


async def refusal(graph: StoryGraph, name: str, scope: Scope) -> str:
    """Return the message for an unknown name, without the name."""
    with pytest.raises(UnknownEntityError) as refused:
        await graph.get_entity(name, scope=scope)
    return str(refused.value).replace(name, "NAME")


async def test_a_name_that_comes_later_is_refused_in_the_words_of_one_that_never_comes(graph: StoryGraph) -> None:
    """Neither the message nor the suggested names show that an entity appears later."""
    scope = Scope(told_by=2)

    assert LATER in [one.entity.name for one in (await graph.search(LATER)).entities]
    assert await refusal(graph, LATER, scope) == await refusal(graph, NEVER, scope)


async def test_the_id_of_somebody_who_comes_later_is_refused_like_any_words(graph: StoryGraph) -> None:
    """A caller may know the id from a read of the whole work."""
    uuid = await graph.entity_id(LATER)

    assert await refusal(graph, uuid, Scope(told_by=2)) == await refusal(graph, "entity-0", Scope(told_by=2))


async def test_an_unknown_name_is_said_to_be_unknown_up_to_the_chapter_that_is_meant(graph: StoryGraph) -> None:
    """The message has the number and title of the chapter, or says that the whole work was searched."""
    by_key = await refusal(graph, LATER, Scope(told_by="two"))
    whole = await refusal(graph, NEVER, Scope())

    assert by_key.startswith("There is no entity 'NAME' up to chapter 2 (The port).")
    assert whole.startswith("There is no entity 'NAME' in this work.")


async def test_every_read_of_somebody_unknown_says_how_far_was_looked(graph: StoryGraph) -> None:
    """The test reads facts, a timeline, a neighbourhood, and a point of view."""
    scope = Scope(told_by=2)

    with pytest.raises(UnknownEntityError, match="up to chapter 2"):
        await graph.get_facts(FactQuery(subject=LATER), scope=scope)
    with pytest.raises(UnknownEntityError, match="up to chapter 2"):
        await graph.timeline(LATER, scope=scope)
    with pytest.raises(UnknownEntityError, match="up to chapter 2"):
        await graph.explore([LATER], scope=scope)
    with pytest.raises(UnknownEntityError, match="up to chapter 2"):
        await graph.search(LATER, scope=Scope(told_by=2, pov=LATER))


async def test_an_earlier_revision_and_a_point_of_view_are_named_too(graph: StoryGraph) -> None:
    """The message names the searched revision and point of view."""
    of_revision = await refusal(graph, LATER, Scope(at_revision=1))
    of_person = await refusal(graph, LATER, Scope(pov="Odile Reed", told_by=2))

    assert of_revision.startswith("There is no entity 'NAME' at revision 1.")
    assert of_person.startswith("There is no entity 'NAME' that Odile Reed knows of up to chapter 2 (The port).")


async def test_a_read_of_drafts_alone_has_whom_canon_named_first_with_the_names_of_the_drafts() -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        canon = "Marsh Weller lives in Harrow Ferry. Weller has the silver key. Marsh Weller met Odile Crane."
        await graph.add_manuscript([Chapter(canon, title="One", key="1")])
        draft = "Marsh Weller moved to Port Sable. Marsh Weller lives in Port Sable."
        await graph.add_manuscript([Chapter(draft, title="Two", key="2")], layer=Layer.DRAFT)
        drafts = Scope(layers=frozenset({Layer.DRAFT}))

        found = (await graph.get_entity("Marsh Weller", scope=drafts)).entity
        contents = await graph.chapter_contents("2", scope=drafts)
        hits = await graph.search("Marsh Weller", scope=drafts)

        assert (found.names, found.mentions, found.summary, found.first.quote) == (
            ("Marsh Weller",), 2, "", "Marsh Weller",
        )  # fmt: skip
        narrow = await graph.search("Marsh Weller", scope=replace(drafts, filters=SearchFilters(chapters=("2",))))
        assert [one.name for one in narrow.entities] == ["Marsh Weller"]
        assert {one.name for one in contents.entities} == {"Marsh Weller", "Port Sable"}
        assert [one.name for one in hits.entities] == ["Marsh Weller"]
        assert await refusal(graph, "Odile Crane", drafts)
