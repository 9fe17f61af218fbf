"""The toolset: tiers, schemas, budgets, and texts that no tool shows."""

from __future__ import annotations

import json
import math
import re
from typing import Any, cast

import pytest

from episodic.agents.budgets import LEAST_TOKENS, tokens_of
from episodic.agents.tool_spec import ToolSpec
from episodic.agents.toolset import TOOLS
from episodic.app import StoryGraph
from episodic.errors import InputError
from episodic.languages.registry import codes
from episodic.model.access import Access
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from episodic.text.scripts import is_ideographic
from tests.unit.agents.tool_story import (
    DELETED,
    DRAFT,
    LATER,
    OTHER,
    answer,
    error,
    story_graph,
    story_with_secrets,
    tools_of,
)

ARGUMENTS: dict[str, dict[str, Any]] = {
    "search": {"query": f"林晚 {LATER} {DRAFT} {OTHER} {DELETED}", "limit": 200},
    "entity": {"name": "林晚", "limit": 200},
    "timeline": {"limit": 200},
    "facts": {"include_ended": True, "limit": 200},
    "passages": {"chapter": 1, "around": 5},
    "issues": {"waived": True},
    "check": {"text": "林晚住在苇港。"},
    "context": {"chapter": 4},
    "answer": {"question": "谁住在苇港？"},
}
"""Arguments with which each tool that reads shows as much as possible."""
READ = tuple(name for name, entry in TOOLS.items() if entry.tier is Access.READ)


def unbound() -> dict[str, ToolSpec]:
    return {one.name: one for one in StoryGraph(SQLiteStore(":memory:")).toolset("full", "en")}


def test_each_tier_contains_the_lower_tiers() -> None:
    graph = StoryGraph(SQLiteStore(":memory:"))
    read, append, full = ({one.name for one in graph.toolset(tier)} for tier in Access)

    assert read < append < full
    assert all(one.read_only for one in graph.toolset("read"))
    assert not any(one.destructive for one in graph.toolset("append"))
    assert any(one.destructive for one in graph.toolset("full"))


def test_an_unknown_tier_is_an_error() -> None:
    with pytest.raises(InputError, match="no tier of tools 'admin'"):
        StoryGraph(SQLiteStore(":memory:")).toolset("admin")


_PIECES = re.compile(
    r"(?P<word>[A-Z]?[a-z]+|[A-Z]+)|(?P<digits>\d{1,3})|(?P<han>[\u3400-\u9fff])|(?P<marks>[!-/:-@\[-`{-~]+)|\S"
)


def json_tokens(text: str, *, han: float) -> int:
    """Count the tokens of JSON: one for a word of up to 12 letters, *han* for a Chinese character, and one for up to
    4 ASCII marks in a row, which tokenizers merge.
    """
    counted = 0.0
    for one in _PIECES.finditer(text):
        size = len(one[0])
        counted += {"word": math.ceil(size / 12), "han": han, "marks": math.ceil(size / 4)}.get(one.lastgroup or "", 1)
    return math.ceil(counted)


def test_the_whole_list_of_tools_is_small_in_every_language_and_tier() -> None:
    """The two counts differ by at most 6 % from those of cl100k_base and o200k_base, which were compared with them."""
    graph = StoryGraph(SQLiteStore(":memory:"))
    for language in codes():
        for tier in Access:
            listed = [
                {
                    "name": one.name,
                    "title": one.title,
                    "description": one.description,
                    "inputSchema": one.input_schema,
                    "outputSchema": one.output_schema,
                }
                for one in graph.toolset(tier, language)
            ]
            text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
            counts = [json_tokens(text, han=han) for han in (1.3, 1.0)]
            assert max(counts) <= 3_000, (language, tier, counts)


def test_the_texts_of_a_tool_are_not_those_of_its_arguments() -> None:
    for tool in unbound().values():
        properties = cast("dict[str, dict[str, Any]]", tool.input_schema["properties"])
        assert tool.title not in [one.get("description") for one in properties.values()], tool.name


def test_descriptions_are_in_the_language_of_the_toolset() -> None:
    graph = StoryGraph(SQLiteStore(":memory:"))
    chinese, english = graph.toolset("full", "zh"), graph.toolset("full", "en")

    assert all(one.description != other.description for one, other in zip(chinese, english, strict=True))
    assert [one.name for one in chinese] == [one.name for one in english]


async def test_every_tool_that_reads_answers_within_its_budget() -> None:
    async with story_with_secrets() as graph:
        for name in READ:
            for budget in (1, LEAST_TOKENS, 500, 2_000):
                found = await answer(graph, name, **{**ARGUMENTS[name], "max_tokens": budget})
                assert tokens_of(found) <= max(budget, LEAST_TOKENS), (name, budget)


async def test_no_tool_shows_another_work_a_draft_or_a_deleted_text() -> None:
    async with story_with_secrets() as graph:
        for name in READ:
            found = json.dumps(
                await answer(graph, name, **{**ARGUMENTS[name], "max_tokens": 8_000}), ensure_ascii=False
            )
            assert not [one for one in (DRAFT, OTHER, DELETED) if one in found.replace(str(ARGUMENTS[name]), "")], name


async def test_no_tool_shows_a_later_chapter_if_told_by_is_given() -> None:
    async with story_with_secrets() as graph:
        tools = tools_of(graph)
        scoped = [name for name in READ if "told_by" in cast("dict[str, Any]", tools[name].input_schema["properties"])]
        for name in scoped:
            asked = {**ARGUMENTS[name], "told_by": 3, "max_tokens": 8_000}
            found = json.dumps(await answer(graph, name, **asked), ensure_ascii=False)
            assert LATER not in found, name

    assert set(READ) - set(scoped) == {"check", "context"}


async def test_the_context_of_a_chapter_fills_its_budget() -> None:
    """A pack that is larger than the budget loses lines, and is not cut like an item."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="潮声") as graph:
        scene = "".join(f"\n林晚走到第{number}盏灯下，听见潮水拍着石阶。林晚住在苇港。\n" for number in range(400))
        await graph.add_manuscript([Chapter(scene, title="第1章"), Chapter(scene, title="第2章")])
        for budget in (1_000, 2_000, 3_000):
            found = await answer(graph, "context", chapter=3, brief="林晚", max_tokens=budget)

            assert "cut" not in found, budget
            assert budget // 2 < tokens_of(found) <= budget, budget
        least = await answer(graph, "context", chapter=3, brief="林晚", max_tokens=LEAST_TOKENS)

    assert tokens_of(least) <= LEAST_TOKENS


async def test_the_context_counts_the_lines_that_its_budget_leaves_out() -> None:
    """An agent that reads only `truncated` must not take the threads that it is shown for all threads."""
    async with story_graph() as graph:
        whole = await answer(graph, "context", chapter=3, brief="林晚", max_tokens=4_000)
        least = await answer(graph, "context", chapter=3, brief="林晚", max_tokens=600)

    assert (whole["truncated"], whole["left_out"], whole["sections"]) == (False, 0, [])
    assert least["truncated"]
    assert least["left_out"] == sum(one["left_out"] for one in least["sections"]) > 0


async def test_the_context_of_a_chapter_holds_nothing_of_it_or_of_later_ones() -> None:
    async with story_with_secrets() as graph:
        found = await answer(graph, "context", chapter=4, max_tokens=4_000)

    assert LATER not in json.dumps(found, ensure_ascii=False)
    assert "林晚" in found["context"]


async def test_facts_and_hits_are_filtered_by_the_time_at_which_they_were_stored() -> None:
    async with story_graph() as graph:
        for name in ("facts", "search"):
            items = TOOLS[name].items
            whole = await answer(graph, name, **ARGUMENTS[name])
            past = await answer(graph, name, **ARGUMENTS[name], created_after="2000-01-01T00:00:00Z")
            none = await answer(graph, name, **ARGUMENTS[name], created_before="2000-01-01T00:00:00Z")

            assert past[items] == whole[items] != []
            assert none[items] == []

        found = await answer(graph, "facts", include_ended=True, expired_after="2000-01-01T00:00:00Z")
        wrong = await error(graph, "facts", expired_after="2000-01-01")

    assert found["facts"]
    assert all(one["ended"] for one in found["facts"])
    assert wrong["type"] == "InvalidFilterError"


async def test_hits_are_filtered_by_what_facts_say() -> None:
    async with story_graph() as graph:
        asked = {**ARGUMENTS["search"], "limit": 200, "max_tokens": 8_000}
        whole = await answer(graph, "search", **asked)
        first = await answer(graph, "search", **asked, chapters=[1])
        homes = await answer(graph, "search", **asked, predicates=["lives_in"])
        people = await answer(graph, "search", **asked, types=["Person"], kind="entity")
        grave = await answer(graph, "search", **asked, salience=3)
        wrong = await error(graph, "search", **asked, chapters=["第九十九章"])

    assert 0 < len(first["hits"]) < len(whole["hits"])
    assert homes["hits"]
    assert all("住在" in one["text"] for one in homes["hits"])
    assert {one["type"] for one in people["hits"]} == {"Person"}
    assert len(grave["hits"]) < len(whole["hits"])
    assert wrong["type"] == "UnknownEpisodeError"


async def test_as_of_says_that_it_hides_no_later_chapter() -> None:
    async with story_graph() as graph:
        found = await answer(graph, "facts", as_of="第1章")
        both = await answer(graph, "facts", as_of="第1章", told_by=1)

    assert any("told_by" in one for one in found["notes"])
    assert not any("told_by" in one for one in both["notes"])


async def test_a_cursor_continues_where_the_answer_ended() -> None:
    async with story_graph() as graph:
        whole = await answer(graph, "timeline", limit=200, max_tokens=8_000)
        shown: list[object] = []
        cursor: str | None = None
        while True:
            page = await answer(graph, "timeline", limit=2, **({"cursor": cursor} if cursor else {}))
            shown += page["versions"]
            cursor = page["cursor"]
            if cursor is None:
                break

    assert shown == whole["versions"]
    assert len(shown) > 4


async def test_the_pages_of_a_search_show_every_hit_once() -> None:
    async with story_graph() as graph:
        whole = await answer(graph, "search", query="林晚", limit=200, detail="ids")
        page = await answer(graph, "search", query="林晚", limit=2, detail="ids")
        shown = [one["uuid"] for one in page["hits"]]
        assert page["truncated"]
        assert page["left_out"] > 0
        while page["cursor"] is not None:
            page = await answer(graph, "search", query="林晚", limit=2, detail="ids", cursor=page["cursor"])
            shown += [one["uuid"] for one in page["hits"]]

    assert sorted(shown) == sorted(one["uuid"] for one in whole["hits"])
    assert (whole["truncated"], whole["left_out"], whole["cursor"]) == (False, 0, None)


async def test_a_cursor_of_an_earlier_revision_is_refused() -> None:
    async with story_graph() as graph:
        cursor = (await answer(graph, "facts", limit=1))["cursor"]
        await graph.rename_episode(1, "序")
        found = await error(graph, "facts", limit=1, cursor=cursor)

    assert found["type"] == "InvalidFilterError"


async def test_ids_only_is_a_detail() -> None:
    async with story_graph() as graph:
        found = await answer(graph, "search", query="林晚", detail="ids")

    assert found["hits"]
    assert all(set(one) <= {"kind", "uuid", "score", "related_by"} for one in found["hits"])


async def test_a_search_without_a_related_hit_says_so() -> None:
    async with story_graph() as graph:
        await graph.add_episode("In the morning the river was high.", name="river")
        related = await answer(graph, "search", query="林晚")
        similar = await answer(graph, "search", query="how is the weather in Spain")

    assert (related["related"], related["hits"][0]["related_by"]) == (True, "name")
    assert similar["related"] is False
    assert {one["related_by"] for one in similar["hits"]} == {"similarity"}
    assert any("只是相近" in note for note in similar["notes"])
    assert not any("只是相近" in note for note in related["notes"])


async def test_each_detail_shows_more_than_the_one_before() -> None:
    async with story_graph() as graph:
        ids, brief, full = [
            (await answer(graph, "facts", subject="裴照", detail=detail, max_tokens=8_000))["facts"]
            for detail in ("ids", "brief", "full")
        ]

    assert [one["uuid"] for one in ids] == [one["uuid"] for one in brief] == [one["uuid"] for one in full] != []
    for few, some, every in zip(ids, brief, full, strict=True):
        assert "text" not in few
        assert {"text", "quote"} <= set(some)
        assert len(few) < len(some) < len(every)


async def test_errors_say_what_to_do_next() -> None:
    async with story_graph() as graph:
        unknown = await error(graph, "entity", name="无此人")
        chapter = await error(graph, "passages", chapter="第九章")
        wrong = await error(graph, "search", quer="林晚")

    assert (unknown["type"], chapter["type"], wrong["type"]) == (
        "UnknownEntityError",
        "UnknownEpisodeError",
        "InvalidArguments",
    )
    assert "search" in unknown["hint"]
    assert "passages" in chapter["hint"]
    assert "query" in wrong["message"]


async def test_an_unknown_predicate_is_an_error_that_names_predicates_of_the_work() -> None:
    async with story_graph() as graph:
        unknown = [await error(graph, tool, predicate="居住在于") for tool in ("facts", "timeline")]
        known = await answer(graph, "facts", predicate="engaged_to")

    for one in unknown:
        assert one["type"] == "UnknownPredicateError"
        assert "居住在于" in one["message"]
        assert one["near"]
        assert one["near"][0] in one["hint"]
    assert known["facts"] == []


async def test_errors_are_in_the_language_of_the_toolset() -> None:
    async with story_graph() as graph:
        found = [
            await error(graph, "entity", name="无此人"),
            await error(graph, "facts", cursor="9.9"),
            await error(graph, "facts", predicate="x"),
            await error(graph, "facts", as_of="胡说"),
            await error(graph, "search", query="林晚", kind="thing"),
            await error(graph, "manage", action="remove_chapter"),
            await error(graph, "decide", decision="waive"),
            await error(graph, "manage", action="undo", count=100),
            await error(graph, "manage", action="split", target="林晚", text="无此名"),
        ]

    for one in found:
        assert any(is_ideographic(letter) for letter in one["message"]), one
        assert any(is_ideographic(letter) for letter in one["hint"]) or not one["hint"], one


def test_every_tool_has_arguments_in_the_generated_tests() -> None:
    assert set(ARGUMENTS) == set(READ)
    assert set(unbound()) == set(TOOLS)
