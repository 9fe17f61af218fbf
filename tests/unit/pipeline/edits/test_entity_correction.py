"""Tests of corrections of an entity's names and type."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import InvalidNameError, InvalidOverrideError
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter
from episodic.model.graph import Entity
from episodic.pipeline.edits.chapter_edits import Edited, remove_episode
from episodic.pipeline.edits.entity_correction import correct_entity
from episodic.pipeline.edits.overrides import Attribution
from tests.story import memory_graph

FIRST = Chapter("Marsh Weller lives in Harrow Ferry.\n", key="one")
SECOND = Chapter("Odile Reed came to Harrow Ferry. Marsh Weller slept.\n", key="two")
LATER = Chapter("Stone Heron walked to Harrow Ferry.\n", key="three")


async def by_name(graph: StoryGraph, name: str) -> Entity:
    state = await graph.session.state()
    return next(one for one in state.graph.entities.values() if name in {alias.text for alias in one.aliases})


async def correct(graph: StoryGraph, name: str, correction: Correction, text: str) -> Edited:
    entity = await by_name(graph, name)
    return await correct_entity(
        graph.session, entity.uuid, correction=correction, text=text, attribution=Attribution("author", "so it is")
    )


async def test_a_corrected_main_name_is_used_in_facts() -> None:
    """A new name becomes one of the entity's names, with a count of 0."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, SECOND])

        await correct(graph, "Marsh Weller", Correction.NAME, "Marsh the Ferryman")

        entity = await by_name(graph, "Marsh Weller")
        facts = (await graph.session.state()).graph.facts.values()
        assert entity.name == "Marsh the Ferryman"
        assert [(one.text, one.count) for one in entity.aliases] == [("Marsh Weller", 2), ("Marsh the Ferryman", 0)]
        assert {one.subject_name for one in facts if one.subject == entity.uuid} == {"Marsh the Ferryman"}


async def test_an_added_alias_is_a_certain_match_in_later_chapters() -> None:
    """The author's name for an entity applies from its first mention on."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, SECOND])
        await correct(graph, "Marsh Weller", Correction.ALIAS, "Stone Heron")

        await graph.add_manuscript([FIRST, SECOND, LATER])

        entity = await by_name(graph, "Stone Heron")
        assert entity.name == "Marsh Weller"
        assert entity.mentions == 3
        assert ("Stone Heron", 1) in [(one.text, one.count) for one in entity.aliases]


async def test_an_added_alias_applies_to_earlier_chapters() -> None:
    """Overrides apply to all chapters, also to those before the override."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, LATER])

        await correct(graph, "Marsh Weller", Correction.ALIAS, "Stone Heron")

        assert (await by_name(graph, "Stone Heron")).name == "Marsh Weller"


async def test_an_alias_has_the_first_mention_as_its_evidence() -> None:
    """The alias itself does not occur in the text."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST])

        await correct(graph, "Marsh Weller", Correction.ALIAS, "Stone Heron")

        entity = await by_name(graph, "Stone Heron")
        assert next(one for one in entity.aliases if one.text == "Stone Heron").first == entity.first


async def test_a_removed_name_refers_to_nobody() -> None:
    """A later mention with only the removed name is another entity."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, SECOND, LATER])
        await correct(graph, "Marsh Weller", Correction.ALIAS, "Stone Heron")

        await correct(graph, "Marsh Weller", Correction.NOT_ALIAS, "Stone Heron")

        marsh, heron = await by_name(graph, "Marsh Weller"), await by_name(graph, "Stone Heron")
        assert marsh.uuid != heron.uuid
        assert [one.text for one in marsh.aliases] == ["Marsh Weller"]


async def test_mentions_of_one_node_stay_together_after_a_name_is_removed() -> None:
    """Mentions that the reader extracted as one node stay together, but the removed name no longer links them."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter("林远，字子安，青州人。林远住在海门城。\n", key="one"), SECOND])
        before = await by_name(graph, "子安")
        await correct(graph, "林远", Correction.NOT_ALIAS, "子安")

        await graph.add_episode("子安住在海门城。\n", name="three")

        first = await by_name(graph, "林远")
        assert "子安" in {one.text for one in before.aliases}
        assert "子安" not in {one.text for one in first.aliases}
        assert first.mentions == before.mentions


async def test_a_type_is_changed_by_any_of_its_names() -> None:
    """Types are those of the work's settings, in any language."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, SECOND])

        await correct(graph, "Marsh Weller", Correction.TYPE, "生物")

        assert (await by_name(graph, "Marsh Weller")).type == "Creature"


async def test_a_corrected_type_applies_to_later_chapters() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, SECOND])

        await correct(graph, "Marsh Weller", Correction.TYPE, "Organization")
        await graph.add_episode("Marsh Weller sat down.\n", name="three")

        assert (await by_name(graph, "Marsh Weller")).mentions == 3


async def test_the_later_of_two_corrections_applies() -> None:
    """Each correction is a separate override."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST])

        await correct(graph, "Marsh Weller", Correction.NAME, "Ferryman")
        await correct(graph, "Marsh Weller", Correction.NAME, "Marsh Weller")

        assert (await by_name(graph, "Marsh Weller")).name == "Marsh Weller"


async def test_a_repeated_correction_creates_no_override() -> None:
    """A correction that is in force is not repeated. A correction that a later one replaced can be made again."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST])
        await correct(graph, "Marsh Weller", Correction.TYPE, "Organization")

        again = await correct(graph, "Marsh Weller", Correction.TYPE, "组织")
        await correct(graph, "Marsh Weller", Correction.TYPE, "Person")
        anew = await correct(graph, "Marsh Weller", Correction.TYPE, "Organization")

        assert [one.already for one in (again, anew)] == [True, False]
        assert len(await graph.acts()) == 3


async def test_a_correction_is_kept_if_the_text_around_its_sentence_changes() -> None:
    """The correction is anchored to the first mention. Without the text of that mention, the correction is unmatched."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST, SECOND])
        await correct(graph, "Odile Reed", Correction.NAME, "Odile")

        await graph.replace_episode("two", "It rained.\n\n" + SECOND.text)
        graph.session.forget()
        name = (await by_name(graph, "Odile Reed")).name
        state = await graph.session.state()
        await remove_episode(
            graph.session, graph.store, next(one.uuid for one in state.inputs.episodes if one.key == "two")
        )

        assert name == "Odile"
        assert len((await graph.session.state()).replay.decisions.unmatched()) == 1


@pytest.mark.parametrize(
    ("correction", "text", "error"),
    [
        (Correction.TYPE, "Spaceship", InvalidOverrideError),
        (Correction.NAME, " ", InvalidNameError),
        (Correction.ALIAS, "x" * 501, InvalidNameError),
        (Correction.NOT_ALIAS, "Nobody", InvalidOverrideError),
        (Correction.NOT_ALIAS, "Marsh Weller", InvalidOverrideError),
        (Correction.FACT, "Marsh", InvalidOverrideError),
    ],
)
async def test_invalid_corrections_are_refused(correction: Correction, text: str, error: type[Exception]) -> None:
    """For example, an unknown type, an invalid name, or the removal of the only name is refused."""
    async with memory_graph() as graph:
        await graph.add_manuscript([FIRST])
        revision = (await graph.session.state()).inputs.revision

        with pytest.raises(error):
            await correct(graph, "Marsh Weller", correction, text)

        assert (await graph.session.state()).inputs.revision == revision
