"""Tests of entity splits: what is split off, what stays, and what survives an edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.errors import InvalidOverrideError, UnknownEpisodeError
from episodic.extraction.llm_based.prompts import EntitiesPrompt
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.model.decisions import OverrideKind
from episodic.model.episodes import Chapter
from episodic.pipeline.edits.chapter_edits import Edited, remove_episode
from episodic.pipeline.edits.entity_merge import merge_entities
from episodic.pipeline.edits.entity_split import Selection, split_entity
from episodic.pipeline.edits.overrides import Attribution
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, entities_reply
from tests.stories.script import Says, Script
from tests.story import memory_graph

HOMES = "Catherine slept in Thrush. Then Cathy lived in Heights.\n"
TEXTS = ("Catherine walked on the moor.\n", "Catherine read by the fire.\n", HOMES)


@dataclass(frozen=True)
class OneNodeReader(Script):
    """A model that extracts both names as one person, and answers identity questions with the candidate positions in
    `same`.
    """

    same: Sequence[int] = ()

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, SamePrompt):
            return SameReply(answers=[f"1|{','.join(map(str, self.same))}"])
        return super().answer(prompt)

    def _entities(self, prompt: EntitiesPrompt) -> EntitiesReply:
        found = super()._entities(prompt)
        names = [row.split("|")[1] for row in found.entities if row.startswith("Person|")]
        places = [row for row in found.entities if not row.startswith("Person|")]
        people = [Named(type="Person", names=names)] if names else []
        return entities_reply([*people, *places], found.passages)


def graph_of(*, same: Sequence[int] = ()) -> StoryGraph:
    people_with_mentions = {"Catherine": "Person", "Cathy": "Person", "Thrush": "Place", "Heights": "Place"}
    sentences = {
        "Catherine slept in Thrush": [Says("Catherine", "lives_in", "Thrush")],
        "Then Cathy lived in Heights": [Says("Cathy", "lives_in", "Heights")],
    }
    reader = OneNodeReader(people_with_mentions, sentences, same=same)
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=reader.model(), clock=lambda: "2026-01-01")


def chapters(texts: Sequence[str] = TEXTS) -> list[Chapter]:
    return [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(texts, 1)]


async def people_with_mentions(graph: StoryGraph) -> list[tuple[str, list[int]]]:
    """Return the id and the chapter numbers of the mentions of each person, in order of first mention."""
    state = await graph.session.state()
    orders = {one.uuid: number for number, one in enumerate(state.inputs.episodes, 1)}
    found: list[tuple[str, list[int]]] = []
    for uuid, entity in state.graph.entities.items():
        if entity.type == "Person":
            rows = [one for one in state.graph.mentions.values() if one.entity == uuid]
            found.append((uuid, sorted(orders[one.episode] for one in rows for _ in one.places)))
    return found


async def mentions_by_entity(graph: StoryGraph) -> list[list[int]]:
    return [places for _, places in await people_with_mentions(graph)]


async def key_of(graph: StoryGraph, key: str) -> str:
    state = await graph.session.state()
    return next(one.uuid for one in state.inputs.episodes if one.key == key)


async def split(graph: StoryGraph, *names: str, chapters: Sequence[str] = (), since: str = "") -> Edited:
    (known, _), *_ = await people_with_mentions(graph)
    chosen = Selection(
        names,
        tuple([await key_of(graph, one) for one in chapters]),
        await key_of(graph, since) if since else None,
    )
    return await split_entity(graph.session, known, chosen, Attribution("author", "two people"))


async def merge(graph: StoryGraph) -> Edited:
    (first, _), (second, _), *_ = await people_with_mentions(graph)
    return await merge_entities(graph.session, first, second, told_from=None, attribution=Attribution())


async def derived_records(graph: StoryGraph) -> list[str]:
    """Return all derived records as text."""
    return sorted(map(repr, (await graph.session.state()).graph.values()))


async def test_the_mentions_of_one_chapter_become_a_separate_entity() -> None:
    """Mentions in other chapters keep their entity."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        ((before, _),) = await people_with_mentions(graph)

        edited = await split(graph, chapters=["ch2"])

        assert (await people_with_mentions(graph))[0] == (before, [1, 3, 3])
        assert (await mentions_by_entity(graph))[1] == [2]
        assert [one.name for one in edited.diff.entities_new] == ["Catherine (chapter 2)"]


async def test_a_split_from_a_chapter_takes_all_later_mentions() -> None:
    """All later mentions belong to the new entity."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())

        await split(graph, since="ch2")

        assert await mentions_by_entity(graph) == [[1], [2, 3, 3]]


async def test_a_split_by_name_and_chapter_needs_both_to_match() -> None:
    async with graph_of() as graph:
        await graph.add_manuscript([*chapters(), Chapter("Cathy sang.\n", key="ch4")])

        await split(graph, "Cathy", chapters=["ch4"])

        assert await mentions_by_entity(graph) == [[1, 2, 3, 3], [4]]


async def test_a_split_of_the_first_mentions_asks_no_question() -> None:
    """The other mentions stay one entity without a question, because the author has seen them."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())

        await split(graph, chapters=["ch1"])

        assert await mentions_by_entity(graph) == [[1], [2, 3, 3]]
        assert (await graph.session.state()).inputs.judgements == {}


async def test_statements_follow_the_mention_in_their_quote() -> None:
    """A statement belongs to the entity that its quote names."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())

        await split(graph, "Cathy")

        (first, _), (second, _) = await people_with_mentions(graph)
        facts = (await graph.session.state()).graph.facts.values()
        assert {(one.subject, one.object_name) for one in facts} == {(first, "Thrush"), (second, "Heights")}


async def test_statements_keep_their_ids_after_a_split() -> None:
    """Ids depend only on the text and its reading."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        before = set((await graph.session.state()).graph.statements)

        await split(graph, "Cathy")

        assert set((await graph.session.state()).graph.statements) == before


@pytest.mark.parametrize("which", [{"chapters": ["ch2"]}, {"chapters": ["ch1"]}, {"since": "ch2"}, {"since": "ch3"}])
async def test_a_merge_of_split_entities_undoes_the_split(which: dict[str, list[str]]) -> None:
    """The derived graph is the same as before the split."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        before = await derived_records(graph)

        await split(graph, **which)  # type: ignore[arg-type]
        await merge(graph)

        assert await derived_records(graph) == before


async def test_a_split_after_a_merge_applies() -> None:
    """The later override applies, also if the merge is anchored to a mention that was split off."""
    async with memory_graph() as graph:
        await graph.add_manuscript(
            [
                Chapter("Marsh Weller lives in Harrow Ferry.\n", key="ch1"),
                Chapter("Odile Reed came to Harrow Ferry.\n", key="ch2"),
                Chapter("Odile Reed left Harrow Ferry.\n", key="ch3"),
            ]
        )
        await merge(graph)

        await split(graph, "Odile Reed", chapters=["ch2"])

        assert await mentions_by_entity(graph) == [[1, 3], [2]]


async def test_a_later_mention_asks_which_of_the_two_entities_is_meant() -> None:
    """The name is no certain match any more, and both entities are candidates."""
    async with graph_of(same=(0,)) as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await graph.add_episode("Catherine wept.\n", name="ch4")

        (asked,) = (await graph.session.state()).inputs.judgements.values()
        assert asked.payload.count('"shared":["Catherine"]') == 2


async def test_a_judgement_cannot_merge_split_entities() -> None:
    """Only an override by the author can merge split entities."""
    async with graph_of(same=(1, 2)) as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await graph.add_episode("Catherine wept.\n", name="ch4")

        assert len(await people_with_mentions(graph)) == 2
        assert sorted(number for places in await mentions_by_entity(graph) for number in places) == [1, 2, 3, 3, 4]


async def test_rules_link_a_later_mention_to_the_entity_mentioned_last() -> None:
    """If the split took all later mentions, rules link new mentions to the new entity."""
    async with memory_graph() as graph:
        walks = [Chapter(f"Marsh Weller walked to Harrow Ferry. {n}\n", key=f"ch{n}") for n in range(1, 4)]
        await graph.add_manuscript(walks)

        await split(graph, since="ch2")
        await graph.add_episode("Marsh Weller sat down.\n\nThen Marsh Weller rose.\n", name="ch4")

        assert await mentions_by_entity(graph) == [[1], [2, 3, 4, 4]]


async def test_rules_link_later_mentions_to_the_remaining_entity_after_a_one_chapter_split() -> None:
    """If the split took a single chapter, rules link later mentions to the remaining entity."""
    async with memory_graph() as graph:
        walks = [Chapter(f"Marsh Weller walked to Harrow Ferry. {n}\n", key=f"ch{n}") for n in range(1, 4)]
        await graph.add_manuscript(walks)

        await split(graph, chapters=["ch2"])
        await graph.add_episode("Marsh Weller sat down.\n", name="ch4")

        assert await mentions_by_entity(graph) == [[1, 3, 4], [2]]


async def test_a_split_is_kept_if_its_chapter_is_edited() -> None:
    """A split is anchored to sentences, so other text of the chapter can change."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await graph.replace_episode("ch2", f"It rained.\n\n{TEXTS[1]}")
        graph.session.forget()

        assert await mentions_by_entity(graph) == [[1, 3, 3], [2]]


async def test_a_split_without_its_text_is_unmatched_until_the_text_returns() -> None:
    """The override of a split in a removed chapter is kept and listed as unmatched."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await remove_episode(graph.session, graph.store, await key_of(graph, "ch2"))
        loose = (await graph.session.state()).replay.decisions.unmatched()
        without = await mentions_by_entity(graph)
        await graph.add_manuscript(chapters())

        assert [act.kind.value for act in loose] == ["split"]
        assert without == [[1, 2, 2]]
        assert await mentions_by_entity(graph) == [[1, 3, 3], [2]]
        assert (await graph.session.state()).replay.decisions.unmatched() == ()


async def test_a_split_of_no_or_all_mentions_is_refused() -> None:
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        revision = (await graph.session.state()).inputs.revision

        with pytest.raises(InvalidOverrideError, match="No mention"):
            await split(graph, "Heathcliff")
        with pytest.raises(InvalidOverrideError, match="must leave at least one mention"):
            await split(graph, since="ch1")

        assert (await graph.session.state()).inputs.revision == revision


async def test_an_unknown_entity_or_chapter_is_refused() -> None:
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        ((known, _),) = await people_with_mentions(graph)

        with pytest.raises(InvalidOverrideError, match="no entity nobody"):
            await split_entity(graph.session, "nobody", Selection(("Cathy",)), Attribution("", ""))
        with pytest.raises(UnknownEpisodeError, match="nowhere"):
            await split_entity(graph.session, known, Selection(chapters=("nowhere",)), Attribution("", ""))


async def test_a_revoked_split_leaves_no_trace() -> None:
    """The merges that belong to the split are revoked too, and the work equals a work without overrides."""
    apart = ("Catherine walked and Cathy slept.\n", "Cathy read.\n", "Catherine wept.\n")
    async with graph_of() as graph:
        await graph.add_manuscript(chapters(apart))
        before = await derived_records(graph)
        await split(graph, chapters=["ch1"])
        made = await graph.acts()

        await graph.revoke(made[0].uuid)

        assert [one.kind for one in made] == [OverrideKind.SPLIT, OverrideKind.MERGE]
        assert await graph.acts() == ()
        assert await derived_records(graph) == before


async def test_revoking_a_split_keeps_other_overrides() -> None:
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])
        await merge(graph)
        made, merged = await graph.acts()

        await graph.revoke(made.uuid)

        assert await graph.acts() == (merged,)


async def test_thousands_of_mentions_can_be_split_off() -> None:
    """Main characters have thousands of mentions."""
    async with memory_graph() as graph:
        text = "\n".join(f"Marsh Weller counted {n} ships. Then Marsh Weller slept." for n in range(1200))
        await graph.add_manuscript([Chapter("Marsh Weller came.\n", key="ch1"), Chapter(text, key="ch2")])

        await split(graph, since="ch2")

        assert [len(places) for places in await mentions_by_entity(graph)] == [1, 2400]
