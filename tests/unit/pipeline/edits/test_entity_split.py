"""Tests of entity splits: what is split off, what stays, and what survives an edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SameForm, SamePrompt, SameReply
from episodic.errors import InvalidOverrideError, UnknownEpisodeError
from episodic.extraction.llm_based.prompts import EntitiesPrompt
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.model.decisions import OverrideKind
from episodic.model.episodes import Chapter
from episodic.pipeline.edits.chapter_edits import Edited, merge_entities, remove_episode
from episodic.pipeline.edits.entity_split import Selection, split_entity
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, entities_reply
from tests.stories.script import Says, Script
from tests.story import memory_graph

HOMES = "Catherine slept in Thrush. Then Cathy lived in Heights.\n"
TEXTS = ("Catherine walked on the moor.\n", "Catherine read by the fire.\n", HOMES)


@dataclass(frozen=True)
class Reader(Script):
    """Reads both names as one person's, and answers who somebody is with `same` (positions of candidates)."""

    same: Sequence[int] = ()

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        if isinstance(prompt, SamePrompt):
            return SameReply(answers=[SameForm(n=1, same=list(self.same))])
        return super().answer(prompt)

    def _entities(self, prompt: EntitiesPrompt) -> EntitiesReply:
        found = super()._entities(prompt)
        names = [one.n[0] for one in found.entities if one.t == "Person"]
        places = [one for one in found.entities if one.t != "Person"]
        people = [Named(type="Person", names=names)] if names else []
        return entities_reply([*people, *places], found.passages)


def graph_of(*, same: Sequence[int] = ()) -> StoryGraph:
    people = {"Catherine": "Person", "Cathy": "Person", "Thrush": "Place", "Heights": "Place"}
    sentences = {
        "Catherine slept in Thrush": [Says("Catherine", "lives_in", "Thrush")],
        "Then Cathy lived in Heights": [Says("Cathy", "lives_in", "Heights")],
    }
    reader = Reader(people, sentences, same=same)
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=reader.model(), clock=lambda: "2026-01-01")


def chapters(texts: Sequence[str] = TEXTS) -> list[Chapter]:
    return [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(texts, 1)]


async def people(graph: StoryGraph) -> list[tuple[str, list[int]]]:
    """Every person in order of first mention: id, and the chapter number of each mention."""
    state = await graph.session.state()
    orders = {one.uuid: number for number, one in enumerate(state.inputs.episodes, 1)}
    found: list[tuple[str, list[int]]] = []
    for uuid, entity in state.graph.entities.items():
        if entity.type == "Person":
            rows = [one for one in state.graph.mentions.values() if one.entity == uuid]
            found.append((uuid, sorted(orders[one.episode] for one in rows for _ in one.places)))
    return found


async def told(graph: StoryGraph) -> list[list[int]]:
    return [places for _, places in await people(graph)]


async def key_of(graph: StoryGraph, key: str) -> str:
    state = await graph.session.state()
    return next(one.uuid for one in state.inputs.episodes if one.key == key)


async def split(graph: StoryGraph, *names: str, chapters: Sequence[str] = (), since: str = "") -> Edited:
    (known, _), *_ = await people(graph)
    chosen = Selection(
        names,
        tuple([await key_of(graph, one) for one in chapters]),
        await key_of(graph, since) if since else None,
    )
    return await split_entity(graph.session, known, chosen, by="author", reason="two people")


async def merge(graph: StoryGraph) -> Edited:
    (first, _), (second, _), *_ = await people(graph)
    return await merge_entities(graph.session, first, second, told_from=None, by="author", reason="")


async def derived(graph: StoryGraph) -> list[str]:
    """Everything derived, as text."""
    return sorted(map(repr, (await graph.session.state()).graph.values()))


async def test_the_mentions_of_a_chapter_become_an_entity_of_their_own() -> None:
    """Those of other chapters stay where they were."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        ((before, _),) = await people(graph)

        edited = await split(graph, chapters=["ch2"])

        assert (await people(graph))[0] == (before, [1, 3, 3])
        assert (await told(graph))[1] == [2]
        assert [one.name for one in edited.diff.entities_new] == ["Catherine"]


async def test_a_split_from_a_chapter_on_takes_everything_that_follows() -> None:
    """The second Catherine is the one of all later chapters."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())

        await split(graph, since="ch2")

        assert await told(graph) == [[1], [2, 3, 3]]


async def test_names_and_chapters_must_both_be_met() -> None:
    """One name in one chapter."""
    async with graph_of() as graph:
        await graph.add_manuscript([*chapters(), Chapter("Cathy sang.\n", key="ch4")])

        await split(graph, "Cathy", chapters=["ch4"])

        assert await told(graph) == [[1, 2, 3, 3], [4]]


async def test_a_split_of_what_is_told_first_leaves_the_rest_one_and_asks_nothing() -> None:
    """The author has seen the other mentions and left them."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())

        await split(graph, chapters=["ch1"])

        assert await told(graph) == [[1], [2, 3, 3]]
        assert (await graph.session.state()).inputs.judgements == {}


async def test_a_divided_mention_takes_what_its_quote_says_along() -> None:
    """A statement belongs to the half that its quote names."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())

        await split(graph, "Cathy")

        (first, _), (second, _) = await people(graph)
        facts = (await graph.session.state()).graph.facts.values()
        assert {(one.subject, one.object_name) for one in facts} == {(first, "Thrush"), (second, "Heights")}


async def test_statements_keep_their_ids_when_their_people_are_told_apart() -> None:
    """An id is made from the text as it was read."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        before = set((await graph.session.state()).graph.statements)

        await split(graph, "Cathy")

        assert set((await graph.session.state()).graph.statements) == before


@pytest.mark.parametrize("which", [{"chapters": ["ch2"]}, {"chapters": ["ch1"]}, {"since": "ch2"}, {"since": "ch3"}])
async def test_split_and_merged_again_is_as_before(which: dict[str, list[str]]) -> None:
    """A merge of the two halves undoes the split in everything derived."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        before = await derived(graph)

        await split(graph, **which)  # type: ignore[arg-type]
        await merge(graph)

        assert await derived(graph) == before


async def test_merged_and_split_again_stays_split() -> None:
    """The later word counts, also where the merge held on to a mention that is split off."""
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

        assert await told(graph) == [[1, 3], [2]]


async def test_a_later_chapter_asks_which_of_the_two_it_means() -> None:
    """The name is never again a sure case; both are offered."""
    async with graph_of(same=(0,)) as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await graph.add_episode("Catherine wept.\n", name="ch4")

        (asked,) = (await graph.session.state()).inputs.judgements.values()
        assert asked.payload.count('"shared":["Catherine"]') == 2


async def test_an_answer_that_somebody_is_both_halves_unites_them_not() -> None:
    """Only the author can make them one again."""
    async with graph_of(same=(1, 2)) as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await graph.add_episode("Catherine wept.\n", name="ch4")

        assert len(await people(graph)) == 2
        assert sorted(number for places in await told(graph) for number in places) == [1, 2, 3, 3, 4]


async def test_by_rule_a_later_mention_is_the_one_who_was_told_of_last() -> None:
    """New chapters go on with the second one after a split that took the end of the story."""
    async with memory_graph() as graph:
        walks = [Chapter(f"Marsh Weller walked to Harrow Ferry. {n}\n", key=f"ch{n}") for n in range(1, 4)]
        await graph.add_manuscript(walks)

        await split(graph, since="ch2")
        await graph.add_episode("Marsh Weller sat down.\n\nThen Marsh Weller rose.\n", name="ch4")

        assert await told(graph) == [[1], [2, 3, 4, 4]]


async def test_by_rule_what_was_left_goes_on_after_a_split_of_one_chapter() -> None:
    """The namesake of one chapter does not draw the later ones along."""
    async with memory_graph() as graph:
        walks = [Chapter(f"Marsh Weller walked to Harrow Ferry. {n}\n", key=f"ch{n}") for n in range(1, 4)]
        await graph.add_manuscript(walks)

        await split(graph, chapters=["ch2"])
        await graph.add_episode("Marsh Weller sat down.\n", name="ch4")

        assert await told(graph) == [[1, 3, 4], [2]]


async def test_a_split_outlives_a_new_text_of_its_chapter() -> None:
    """It holds on to sentences, and the rest of a chapter can change around them."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await graph.replace_episode("ch2", f"It rained.\n\n{TEXTS[1]}")
        graph.session.forget()

        assert await told(graph) == [[1, 3, 3], [2]]


async def test_a_split_whose_words_are_gone_is_loose_and_comes_back_with_them() -> None:
    """A removed chapter takes its half along; the act is kept and listed."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])

        await remove_episode(graph.session, await key_of(graph, "ch2"))
        loose = (await graph.session.state()).replay.decisions.unmatched()
        without = await told(graph)
        await graph.add_manuscript(chapters())

        assert [act.kind.value for act in loose] == ["split"]
        assert without == [[1, 2, 2]]
        assert await told(graph) == [[1, 3, 3], [2]]
        assert (await graph.session.state()).replay.decisions.unmatched() == ()


async def test_what_selects_nothing_or_everything_is_refused() -> None:
    """Nothing is changed by either."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        revision = (await graph.session.state()).inputs.revision

        with pytest.raises(InvalidOverrideError, match="No mention"):
            await split(graph, "Heathcliff")
        with pytest.raises(InvalidOverrideError, match="must leave at least one mention"):
            await split(graph, since="ch1")

        assert (await graph.session.state()).inputs.revision == revision


async def test_an_unknown_entity_or_chapter_is_refused() -> None:
    """By name of the thing."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        ((known, _),) = await people(graph)

        with pytest.raises(InvalidOverrideError, match="no entity nobody"):
            await split_entity(graph.session, "nobody", Selection(("Cathy",)), by="", reason="")
        with pytest.raises(UnknownEpisodeError, match="nowhere"):
            await split_entity(graph.session, known, Selection(chapters=("nowhere",)), by="", reason="")


async def test_a_revoked_split_leaves_nothing_behind() -> None:
    """What it had to merge goes with it: the work is as it was, without a decision."""
    apart = ("Catherine walked and Cathy slept.\n", "Cathy read.\n", "Catherine wept.\n")
    async with graph_of() as graph:
        await graph.add_manuscript(chapters(apart))
        before = await derived(graph)
        await split(graph, chapters=["ch1"])
        made = await graph.acts()

        await graph.revoke(made[0].uuid)

        assert [one.kind for one in made] == [OverrideKind.SPLIT, OverrideKind.MERGE]
        assert await graph.acts() == ()
        assert await derived(graph) == before


async def test_a_revoked_split_takes_no_other_decision_along() -> None:
    """A merge that the author made stays."""
    async with graph_of() as graph:
        await graph.add_manuscript(chapters())
        await split(graph, chapters=["ch2"])
        await merge(graph)
        made, merged = await graph.acts()

        await graph.revoke(made.uuid)

        assert await graph.acts() == (merged,)


async def test_thousands_of_mentions_are_split_off_at_once() -> None:
    """Also a main figure can be told apart."""
    async with memory_graph() as graph:
        text = "\n".join(f"Marsh Weller counted {n} ships. Then Marsh Weller slept." for n in range(1200))
        await graph.add_manuscript([Chapter("Marsh Weller came.\n", key="ch1"), Chapter(text, key="ch2")])

        await split(graph, since="ch2")

        assert [len(places) for places in await told(graph)] == [1, 2400]
