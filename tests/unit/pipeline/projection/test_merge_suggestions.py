"""Tests of merge suggestions as issues."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.dedup.merge_suggestions import MergeSuggester
from episodic.model.episodes import Chapter
from episodic.model.graph import Alias, Entity, Issue, IssueKind, Mentions
from episodic.model.name_keys import name_key
from episodic.model.spans import Evidence, NarrativePosition, Span
from episodic.pipeline.edits.entity_merge import merge_entities
from episodic.pipeline.edits.entity_split import Selection, split_entity
from episodic.pipeline.edits.overrides import Attribution
from episodic.pipeline.projection.merge_suggestions import MergeContext, identity_issues
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.issues import IssueContext
from tests.stories.script import Script
from tests.story import memory_graph

GUNN = (
    "Ben Gunn lives in Harrow Ferry. Ben Gunn came to Port Sable. Ben Gunn slept.\n",
    "Benjamin Gunn left Harrow Ferry. Benjamin Gunn slept.\n",
)
TOGETHER = "Ben Gunn met Benjamin Gunn.\n"


def chapters(*texts: str) -> list[Chapter]:
    return [Chapter(text, key=f"ch{n}") for n, text in enumerate(texts, 1)]


class Denying(Script):
    """A judge that answers the first question about each entity with "new entity"."""

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        return SameReply(answers=["1|"]) if isinstance(prompt, SamePrompt) else super().answer(prompt)


async def suspicions(graph: StoryGraph) -> list[Issue]:
    graph_now = (await graph.session.state()).graph
    return [one for one in graph_now.issues.values() if one.kind is IssueKind.IDENTITY_SUSPECTED]


async def test_the_issue_names_both_and_says_where() -> None:
    """The issue is a plain sentence with one quote of each entity."""
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters(*GUNN))

        (found,) = await suspicions(graph)

        assert [one.quote for one in found.evidence] == ["Ben Gunn", "Benjamin Gunn"]
        assert "Ben Gunn" in found.text
        assert "Benjamin Gunn" in found.text


async def test_a_chinese_work_says_it_in_chinese() -> None:
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters("云长大喜。云长曰：“好。”云长上马。\n", "关云长上马。关云长曰：“走。”\n"))

        found = await suspicions(graph)

        assert ["云长", "关云长"] in [[quote.quote for quote in one.evidence] for one in found]
        assert all("可能是同一个" in one.text for one in found)


async def test_people_whom_one_sentence_names_are_two() -> None:
    """A sentence that names both shows that they are two."""
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters(*GUNN, TOGETHER))

        assert await suspicions(graph) == []


def person(uuid: str, name: str, chapter: int) -> tuple[Entity, Mentions]:
    """Return an entity that is named at the start of one chapter, and its mention."""
    first = Evidence(f"ch{chapter}", name, 0, len(name), NarrativePosition(chapter, 0))
    alias = Alias(name, name_key(name), 3, first)
    places = ((name, Span(0, len(name))),)
    return Entity(uuid, "w", name, "Person", (alias,), "", 3, first), Mentions(
        uuid, "w", f"ch{chapter}", uuid, places, 0
    )


def never_apart(first: str, second: str) -> bool:
    """Return False, because nothing shows that the two entities are different."""
    return first == second


@pytest.mark.parametrize(("chapter", "number"), [(4, 1), (20, 0)])
def test_a_common_word_in_chapters_far_apart_is_no_suspicion(chapter: int, number: int) -> None:
    """The name Bill many chapters after the last mention of Bill Barley may mean anybody. Only if the two chapters are
    near is a merge suggested.
    """
    told = [person("one", "Bill Barley", 1), person("other", "Bill", chapter)]
    texts = {f"ch{n}": "They came and went.\n" for n in range(1, 30)}
    scene = MergeContext(
        {one.uuid: one for one, _ in told},
        lambda who: [mentions for _, mentions in told if mentions.entity == who],
        texts,
        never_apart,
    )

    found = identity_issues(scene, IssueContext(), MergeSuggester())

    assert len(found) == number


async def test_a_merge_settles_it() -> None:
    """After a merge, the two are one entity."""
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters(*GUNN))
        people = [one for one in (await graph.session.state()).graph.entities.values() if "Gunn" in one.name]

        await merge_entities(graph.session, people[0].uuid, people[1].uuid, told_from=None, attribution=Attribution())

        assert await suspicions(graph) == []


async def test_what_the_author_split_is_not_suspected() -> None:
    """The author's split is a decision that the two are distinct."""
    async with memory_graph() as graph:
        await graph.add_manuscript(chapters(*GUNN))
        people = [one for one in (await graph.session.state()).graph.entities.values() if "Gunn" in one.name]
        await merge_entities(graph.session, people[0].uuid, people[1].uuid, told_from=None, attribution=Attribution())

        await split_entity(
            graph.session, people[0].uuid, Selection(("Benjamin Gunn",)), Attribution("author", "his father")
        )

        assert await suspicions(graph) == []


async def test_a_judgement_that_an_edit_asks_for_settles_it() -> None:
    """The answer equals the rule-based answer, so that nothing is replayed, but the answer is used."""
    people = {"Ben Gunn": "Person", "Benjamin Gunn": "Person"}
    first, *rest = chapters(*GUNN)
    nobody = replace(first, text="The wind was in the trees all night.\n")

    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=Denying(people, {}).model()) as graph:
        await graph.add_manuscript([nobody, *rest])
        await graph.replace_episode(1, first.text)

        assert await suspicions(graph) == []


async def test_a_judgement_that_they_are_two_settles_it() -> None:
    """The question was asked and answered."""
    people = {"Ben Gunn": "Person", "Benjamin Gunn": "Person"}

    model = Denying(people, {}).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model) as graph:
        await graph.add_manuscript(chapters(*GUNN))

        assert await suspicions(graph) == []
