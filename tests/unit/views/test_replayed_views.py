"""Up to a chapter: what comes later is answered as what never comes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownEntityError
from episodic.model.episodes import Chapter
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore

LATER, NEVER = "Kara Holt", "Kira Hult"


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Somebody comes in the third chapter; a name written much like hers never does."""
    chapters = (
        Chapter("Marsh Weller lives in Harrow Ferry. Odile Reed walked to the quay.\n", title="The ferry", key="one"),
        Chapter("Marsh Weller moved to Port Sable. Odile Reed slept.\n", title="The port", key="two"),
        Chapter("Kara Holt met Marsh Weller in Port Sable. Kara Holt slept.\n", title="The guest", key="three"),
    )
    async with StoryGraph(SQLiteStore(":memory:"), group_id="retold") as made:
        await made.add_manuscript(chapters)
        yield made


async def refusal(graph: StoryGraph, name: str, scope: Scope) -> str:
    """What is said of an unknown name, its words put aside."""
    with pytest.raises(UnknownEntityError) as refused:
        await graph.get_entity(name, scope=scope)
    return str(refused.value).replace(name, "NAME")


async def test_a_name_that_comes_later_is_refused_in_the_words_of_one_that_never_comes(graph: StoryGraph) -> None:
    """Neither the message nor the names that are offered tell the two apart."""
    scope = Scope(told_by=2)

    assert LATER in [one.entity.name for one in (await graph.search(LATER)).entities]
    assert await refusal(graph, LATER, scope) == await refusal(graph, NEVER, scope)


async def test_the_id_of_somebody_who_comes_later_is_refused_like_any_words(graph: StoryGraph) -> None:
    """It may be known from a read of the whole work."""
    uuid = await graph.entity_id(LATER)

    assert await refusal(graph, uuid, Scope(told_by=2)) == await refusal(graph, "entity-0", Scope(told_by=2))


async def test_an_unknown_name_is_said_to_be_unknown_up_to_the_chapter_that_is_meant(graph: StoryGraph) -> None:
    """By number and title, whatever the chapter was called in the question; of the whole work where no end is asked for."""
    by_key = await refusal(graph, LATER, Scope(told_by="two"))
    whole = await refusal(graph, NEVER, Scope())

    assert by_key.startswith("There is no entity 'NAME' up to chapter 2 (The port).")
    assert whole.startswith("There is no entity 'NAME' in this work.")


async def test_every_read_of_somebody_unknown_says_how_far_was_looked(graph: StoryGraph) -> None:
    """Facts, a timeline, a neighbourhood, and somebody's point of view."""
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
    """What was not looked at is not said to be missing."""
    of_revision = await refusal(graph, LATER, Scope(at_revision=1))
    of_person = await refusal(graph, LATER, Scope(pov="Odile Reed", told_by=2))

    assert of_revision.startswith("There is no entity 'NAME' at revision 1.")
    assert of_person.startswith("There is no entity 'NAME' that Odile Reed knows of up to chapter 2 (The port).")
