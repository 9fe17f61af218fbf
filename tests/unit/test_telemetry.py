"""Tests of log records and spans: they name operations and numbers, and never contain text of the story or keys."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Iterator, Mapping, Sequence

import pytest
from mcp.shared.exceptions import MCPError
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from episodic.app import StoryGraph
from episodic.errors import InvalidFilterError, ModelFailedError
from episodic.facade.series import Series
from episodic.guards import GuardedModel
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.scripted import ScriptedModel
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.telemetry import LOGGER, LogFormatter, LogOutput, operation
from tests.stages.bad_input import empty_reply
from tests.story import CHAPTERS, memory_graph
from tests.unit.server.mcp_story import MODES, client_of, story_graph

EXPORTER = InMemorySpanExporter()
HAN = [character for chapter in CHAPTERS for character in chapter.text if character > "\u4e00"]


@pytest.fixture
def spans() -> InMemorySpanExporter:
    """Return an exporter that receives all spans of this process from now on."""
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        trace.set_tracer_provider(TracerProvider())
    provider = trace.get_tracer_provider()
    assert isinstance(provider, TracerProvider)
    if EXPORTER not in _PROCESSED:
        provider.add_span_processor(SimpleSpanProcessor(EXPORTER))
        _PROCESSED.append(EXPORTER)
    EXPORTER.clear()
    return EXPORTER


_PROCESSED: list[InMemorySpanExporter] = []


@pytest.fixture
def records(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Yield the log records of the package at all levels."""
    with caplog.at_level(logging.DEBUG, logger="episodic"):
        yield caplog


def named(found: InMemorySpanExporter, name: str) -> list[ReadableSpan]:
    return [one for one in found.get_finished_spans() if one.name == name]


def attributes(span: ReadableSpan) -> Mapping[str, object]:
    return span.attributes or {}


async def read_and_search(graph: StoryGraph) -> None:
    await graph.add_manuscript(CHAPTERS)
    await graph.search("林远住在哪里")


async def test_searches_and_commits_have_spans(spans: InMemorySpanExporter) -> None:
    async with memory_graph() as graph:
        await read_and_search(graph)

    (commit,), (search,) = named(spans, "episodic.commit"), named(spans, "episodic.search")
    assert commit.attributes is not None
    assert search.attributes is not None
    assert (commit.attributes["episodic.work"], commit.attributes["episodic.revision"]) == ("story", 4)
    assert int(str(search.attributes["episodic.hits"])) > 0


async def test_model_calls_have_spans_and_records(
    spans: InMemorySpanExporter, records: pytest.LogCaptureFixture
) -> None:
    model = build_chain(ScriptedModel(empty_reply), ChainSettings("story"))
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript(CHAPTERS[:1])

    asked = {str(one["episodic.question"]): one for one in map(attributes, named(spans, "episodic.model.ask"))}
    entities = asked["extraction/entities"]
    assert (entities["episodic.model"], entities["episodic.called"]) == ("scripted", 1)
    assert int(str(entities["episodic.prompt_tokens"])) > 100
    assert {"model.ask", "model.called"} <= {one.message for one in records.records}


class LongestFirst:
    """A reranker that prefers long texts."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        return [float(len(text)) for text in texts]


async def test_calls_contain_the_operations_that_they_cause(spans: InMemorySpanExporter) -> None:
    async with memory_graph() as graph:
        tools = {one.name: one for one in graph.toolset("append")}
        await tools["add_chapter"].call({"text": CHAPTERS[0].text, "title": "1"})
        await graph.search("林远住在哪里", ranking=Ranking(reranker=LongestFirst()))
        await graph.answer("林远住在哪里？")

    shown = {one.name.removeprefix("episodic."): one for one in spans.get_finished_spans()}
    parents = {one.context.span_id: name for name, one in shown.items() if one.context is not None}

    def around(name: str) -> str | None:
        parent = shown[name].parent
        return None if parent is None else parents.get(parent.span_id)

    assert [around(name) for name in ("tool", "add_episode", "commit")] == [None, "tool", "add_episode"]
    assert (around("rerank"), around("embed"), around("answer")) == ("search", "answer", None)
    assert attributes(shown["tool"])["episodic.tool"] == "add_chapter"


def test_every_public_call_is_traced() -> None:
    """A new method needs no further code. `answer` starts its operation when its run is awaited or iterated."""
    untraced = {"setup", "close", "answer", "toolset", "series"}
    for cls in (StoryGraph, Series):
        for name, method in inspect.getmembers(cls, inspect.isfunction):
            if not name.startswith("_") and (cls, name) != (Series, "answer") and name not in untraced:
                assert hasattr(method, "__wrapped__"), f"{cls.__name__}.{name}"


async def test_no_span_and_no_record_contains_text_of_the_story(
    spans: InMemorySpanExporter, records: pytest.LogCaptureFixture
) -> None:
    async with memory_graph() as graph:
        await read_and_search(graph)
        graph.model = GuardedModel(build_chain(ScriptedModel(empty_reply), ChainSettings("story")))
        await graph.search("林远住在哪里", mode="fine", ranking=Ranking(reranker=LongestFirst()))
        await graph.answer("林远住在哪里？")
        await graph.context(cast=["林远"])
        tools = {one.name: one for one in graph.toolset("append", "zh")}
        await tools["check"].call({"text": "林远走了。"})
        await tools["propose_facts"].call({"facts": [{"subject": "林远", "predicate": "怕", "value": "水"}]})

    shown = [one.to_json() or "" for one in spans.get_finished_spans()]
    shown += [LogFormatter(as_json=True).format(one) for one in records.records]
    assert {"embed", "rerank", "model.ask", "answer", "context", "check", "propose_facts"} <= {
        one.message for one in records.records
    }
    assert not {character for text in shown for character in text} & set(HAN)


@pytest.mark.parametrize("mode", MODES)
async def test_every_mcp_request_is_an_operation_without_text_of_the_story(
    spans: InMemorySpanExporter, records: pytest.LogCaptureFixture, mode: str
) -> None:
    """Also the spans of the SDK, whose description of an error would quote the name of the resource."""
    async with story_graph("saga") as graph, client_of(graph, mode) as client:
        spans.clear()
        for kind in ("issues", "jobs", "chapter/1", "entity/%E6%9E%97%E6%99%9A"):
            await client.read_resource(f"episodic://saga/{kind}")
        await client.get_prompt("continuity_review", {"draft": "林晚走了。"})
        await client.call_tool("entity", {"name": "林晚"})
        with pytest.raises(MCPError):
            await client.read_resource("episodic://saga/entity/林一")
        with pytest.raises(MCPError):
            await client.get_prompt("林晚")

    found = list(map(attributes, named(spans, "episodic.mcp")))
    shown = [one.to_json() or "" for one in spans.get_finished_spans()]
    shown += [LogFormatter(as_json=True).format(one) for one in records.records]
    assert {one.get("episodic.resource") for one in found} == {"issues", "jobs", "chapter", "entity", None}
    assert {one.get("episodic.prompt") for one in found} == {"continuity_review", None}
    assert [one.get("episodic.method") for one in found].count("prompts/get") == 2
    assert [one.get("error.type") for one in found].count("MCPError") == 2
    assert not any(character > "\u4e00" for text in shown for character in text if character.isalpha())


async def test_a_failed_operation_is_named_by_its_error(
    spans: InMemorySpanExporter, records: pytest.LogCaptureFixture
) -> None:
    """The message of the error is left out, because it may quote the manuscript."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS[:1])
        with pytest.raises(InvalidFilterError):
            await graph.search("林远", scope=Scope(), limit=0)

    (failed,) = named(spans, "episodic.search")
    (record,) = [one for one in records.records if one.levelno == logging.WARNING]
    assert (failed.attributes or {})["error.type"] == "InvalidFilterError"
    assert failed.status.status_code is trace.StatusCode.ERROR
    assert json.loads(LogFormatter(as_json=True).format(record))["error"] == "InvalidFilterError"
    assert not failed.events


async def test_a_failed_model_call_is_a_warning(records: pytest.LogCaptureFixture) -> None:
    failed = ModelFailedError("extraction/entities", "TimeoutError")
    model = build_chain(ScriptedModel(lambda _: failed), ChainSettings("story"))
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript(CHAPTERS[:1])

    assert "model.ask" in {one.message for one in records.records if one.levelno == logging.WARNING}


def test_records_are_json_or_text_on_one_line(records: pytest.LogCaptureFixture) -> None:
    with operation("commit", work="story", put=3) as running:
        running.note(revision=4)

    (record,) = records.records
    value = json.loads(LogFormatter(as_json=True).format(record))
    assert {
        "level": "info",
        "logger": "episodic",
        "event": "commit",
        "work": "story",
        "put": 3,
        "revision": 4,
    }.items() <= value.items()
    assert value["seconds"] >= 0
    assert "commit work=story put=3 revision=4 seconds=" in LogFormatter(as_json=False).format(record)


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        ("json", ("json", "info")),
        ("text:debug", ("text", "debug")),
        ("json:warning", ("json", "warning")),
        ("yaml", None),
        ("json:loud", None),
        ("", None),
    ],
)
def test_a_setting_names_a_form_and_a_level(setting: str, found: tuple[str, str] | None) -> None:
    assert LogOutput.of(setting) == found


def test_the_package_is_silent_by_default() -> None:
    assert any(isinstance(one, logging.NullHandler) for one in LOGGER.handlers)
