"""Tests of log records and spans: they name operations and numbers, and never contain text of the story or keys."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from episodic.app import StoryGraph
from episodic.errors import InvalidFilterError, ModelFailedError
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.scripted import ScriptedModel
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.telemetry import LOGGER, LogFormatter, LogOutput, operation
from tests.stages.bad_input import empty_reply
from tests.story import CHAPTERS, memory_graph

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

    asked = named(spans, "model.ask")
    assert "extraction/entities" in {str((one.attributes or {})["episodic.question"]) for one in asked}
    assert "model.answered" in {one.message for one in records.records}


async def test_no_span_and_no_record_contains_text_of_the_story(
    spans: InMemorySpanExporter, records: pytest.LogCaptureFixture
) -> None:
    async with memory_graph() as graph:
        await read_and_search(graph)

    shown = [one.to_json() or "" for one in spans.get_finished_spans()]
    shown += [LogFormatter(as_json=True).format(one) for one in records.records]
    assert len(shown) >= 4
    assert not {character for text in shown for character in text} & set(HAN)


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

    assert "model.failed" in {one.message for one in records.records if one.levelno == logging.WARNING}


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
