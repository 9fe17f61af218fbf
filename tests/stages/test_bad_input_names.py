"""Tests of unusual names of entities and works: a name is stored exactly as written or refused, and is never
interpreted as syntax.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.errors import InvalidNameError, UnknownEntityError
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from episodic.prompts import Prompt
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Stated
from tests.stages.bad_input import empty_reply, file_graph, reading, small_story_graph
from tests.story import canonical

HOSTILE = {
    "quotes": 'O\'Brien "the" \\Red\\',
    "backticks": "`林远`",
    "braces": "{林远} ${x} {{y}}",
    "NUL": "林\0远",
    "arrow": '林"]-->远',
    "markup": "[red]林远[/] [/]",
    "escape": "\x1b[31m林远\x1b[0m",
    "bell and delete": "林\a远\x7f沈",
    "right to left": "\u202e远林\u202c",
    "zero width": "林\u200b远",
    "emoji": "林👩‍👩‍👧‍👦远🏴‍☠️",
    "query": "'; DROP TABLE records; --",
    "cypher": "x' }) DETACH DELETE n //",
    "html": "<script>alert(1)</script>林",
    "500": "林" * 500,
    "beyond the first plane": "𠮷野家𝔘",
    "combining": "e\u0301\u0327\u0327toile",
}
GROUPS = {
    "newline": "第一行\n第二行",
    "NUL": "a\0b",
    "path": "../../etc/passwd",
    "quotes": 'it\'s "`{$x}`"',
    "emoji": "👩‍👩‍👧‍👦",
    "right to left": "قصة\u202eabc",
    "wildcards": "%_*?~[]",
    "500": "界" * 500,
    "spaces around": "  a  ",
    "control": "\x1b[2J\x7f\x85",
}


def graph_with_name(name: str) -> StoryGraph:
    """Return a graph in memory whose model finds *name* and a place, and states that the person lives in the place."""
    said = Stated(quote="住在海门城", text=f"{name[:200]} lives in 海门城", subject=1, predicate="lives_in", object=2)
    model = reading({name: "Person", "海门城": "Place"}, [said])
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model)


async def test_a_hostile_name_is_kept_exactly_and_found() -> None:
    """The name is stored as the author wrote it, with its offsets, and a search for the name finds the entity."""
    for name in HOSTILE.values():
        text = f"那天，{name}住在海门城。"

        async with graph_with_name(name) as graph:
            report = await graph.add_episode(text, name="第一章")
            portrait = await graph.get_entity(name)
            facts = (await graph.get_facts()).facts

        assert report.outcome is Outcome.ADDED, name
        assert portrait.entity.name == name, name
        assert text[portrait.entity.first.start : portrait.entity.first.end] == name, name
        assert [(one.fact.subject_name, one.fact.object_name) for one in facts] == [(name, "海门城")], name


async def test_a_hostile_name_survives_export_and_import() -> None:
    """The exported and imported work equals the original."""
    for name in HOSTILE.values():
        async with graph_with_name(name) as graph:
            await graph.add_episode(f"那天，{name}住在海门城。", name="第一章")
            lines = [line async for line in graph.export()]
            wanted = await canonical(graph)

        async with StoryGraph(SQLiteStore(":memory:"), group_id="story") as other:
            await other.import_(lines)

            assert await canonical(other) == wanted, name


async def test_any_question_about_a_hostile_name_is_answered() -> None:
    """A name in a query, filter or seed is never interpreted as syntax."""
    for name in HOSTILE.values():
        async with graph_with_name(name) as graph:
            await graph.add_episode(f"那天，{name}住在海门城。", name="第一章")

            found = await graph.search(name)
            around = await graph.explore([name])
            line = await graph.timeline(name)

        assert [one.entity.name for one in found.entities][:1] == [name], name
        assert {one.name for one in around.entities} == {name, "海门城"}, name
        assert line is not None, name


async def test_a_name_of_501_characters_is_reported_and_left_out() -> None:
    """The rest of the chapter is read."""
    name = "林" * 501
    model = reading({name: "Person", "海门城": "Place"}, [])

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        report = await graph.add_episode(f"那天，{name}住在海门城。", name="第一章")
        stats = await graph.stats()

    assert any(one.reason == "no_name" and "501" in one.words for one in report.rejected)
    assert stats.entities == 1


async def test_a_name_with_half_a_surrogate_pair_never_gets_in() -> None:
    """A reply with a lone surrogate is rejected or raises an error, and changes nothing in the work."""

    def answer(prompt: Prompt[BaseModel]) -> BaseModel | str:
        if prompt.reply is EntitiesReply:
            return '{"entities": ["Person|林\\ud800远|林"], "passages": []}'
        return empty_reply(prompt)

    model = build_chain(ScriptedModel(answer), ChainSettings("story"))

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        report = (await graph.add_manuscript([Chapter("林远住在海门城。", title="第一章")])).chapters[0]
        export = [line async for line in graph.export()]

    assert report.rejected or (report.outcome is Outcome.FAILED and report.error is not None)
    assert not any("\\ud800" in line.lower() or "\ud800" in line for line in export)


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
async def test_a_work_of_any_name_is_a_work_like_any_other(tmp_path: Path, group: str) -> None:
    """The work is created, listed, exported and deleted, and another work is unchanged."""
    async with (
        small_story_graph(tmp_path / "story.db") as neighbour,
        file_graph(tmp_path / "story.db", group_id=group) as graph,
    ):
        before = await canonical(neighbour)

        await graph.add_episode("林远住在海门城。", name="第一章")
        works = {one.group_id for one in await graph.works()}
        found = await graph.search("林远")
        exported = [line async for line in graph.export()]
        deleted = await graph.delete()

        assert works == {"story", group}
        assert found.entities
        assert exported
        assert deleted
        assert {one.group_id for one in await graph.works()} == {"story"}
        assert await canonical(neighbour) == before


@pytest.mark.parametrize("group", ["", "  \n ", "界" * 501, "a\ud800b", "\udfff"])
def test_a_group_name_that_cannot_be_kept_is_refused(group: str) -> None:
    """A name that is empty, too long or has a lone surrogate is refused before any store is opened."""
    with pytest.raises(InvalidNameError) as raised:
        StoryGraph(SQLiteStore(":memory:"), group_id=group)

    assert raised.value.exit_code == 2
    assert "group name" in raised.value.message
    assert raised.value.hint


@pytest.mark.parametrize("reference", ["", "nobody", "\0", "a\ud800b", "x" * 10_000, "')", "%", '"*'])
async def test_asking_for_somebody_who_is_not_there_is_a_named_error(tmp_path: Path, reference: str) -> None:
    """A caller may ask for any name."""
    async with small_story_graph(tmp_path / "story.db") as graph:
        with pytest.raises(UnknownEntityError) as raised:
            await graph.get_entity(reference)

    assert raised.value.exit_code == 2
    assert raised.value.hint


@pytest.mark.parametrize(
    "query", ["", " ", "\0", "a\ud800b", "AND OR NOT", '"', "*", "x" * 20_000, "（）", "col:val^2"]
)
async def test_any_query_is_words(tmp_path: Path, query: str) -> None:
    """The search syntax of the store's engine has no effect, and no query fails."""
    async with small_story_graph(tmp_path / "story.db") as graph:
        found = await graph.search(query)

    assert found is not None
