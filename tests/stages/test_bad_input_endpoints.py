"""Tests of endpoints that limit, break, stall or refuse: each failure ends in a named error, or in the right graph
after a retry.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import JsonValue

from episodic.app import StoryGraph
from episodic.embeddings.openai import OpenAIEmbedder
from episodic.errors import (
    EmbedderMismatchError,
    EmbeddingDimensionError,
    EpisodicError,
    ModelError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
)
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.openai import EndpointOptions, OpenAIModel
from episodic.llm.retrying import RetryPolicy
from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from episodic.stores.sqlite import SQLiteStore
from tests.stages.bad_input import file_graph, small_story_graph
from tests.story import canonical
from tests.unit.llm.local_server import Request, Response, completed, refused, sent, serving

KEY = "sk-secret-of-this-test-0123456789"
AT_ONCE = RetryPolicy(attempts=4, first_wait=0, jitter=0)
STORY = [Chapter("林远住在海门城。", title="第一章"), Chapter("林远见到了沈度。", title="第二章")]
Answering = Callable[[Request], Response]


def one_man_reply(request: Request) -> Response:
    """Return the reply of a model that finds one man and no statement."""
    if "EntitiesReply" in str(request.body):
        return completed('{"entities": ["Person|林远"], "passages": []}')
    if "FactsReply" in str(request.body):
        return completed('{"facts": []}')
    return completed('{"answers": []}')


async def read(answer: Answering, *, seconds: float | None = None) -> tuple[list[Outcome], list[ModelError], list[str]]:
    """Return outcomes, errors and canonical export of the story, read through a server with these answers."""
    with serving(answer) as server:
        endpoint = OpenAIModel("tiny", api_key=KEY, base_url=server.url, options=EndpointOptions(timeout=seconds))
        async with endpoint:
            model = build_chain(endpoint, ChainSettings("story", retry=AT_ONCE))
            async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
                report = await graph.add_manuscript(STORY)
                errors = [one.error for one in report.failed if isinstance(one.error, ModelError)]
                return [one.outcome for one in report.chapters], errors, await canonical(graph)


def failing_first(count: int, trouble: Response) -> Answering:
    """Return a function that fails for the first *count* requests and gives the right answer afterwards."""
    lock = threading.Lock()
    left = [count]

    def answer(request: Request) -> Response:
        with lock:
            left[0] -= 1
            ill = left[0] >= 0
        return trouble if ill else one_man_reply(request)

    return answer


@pytest.mark.parametrize(
    "trouble",
    [
        refused(429, "Slow down", headers={"Retry-After": "0"}),
        refused(429, "Slow down", headers={"Retry-After-Ms": "5"}),
        refused(500, "Broken"),
        refused(502, "Broken"),
        refused(503, "Overloaded"),
        Response(200, b'{"choices": [', {"Content-Type": "application/json"}),
    ],
    ids=["429 at once", "429 in 5 ms", "500", "502", "503", "cut short"],
)
async def test_what_passes_is_asked_again_and_leaves_no_trace(trouble: Response) -> None:
    """Three requests fail, and the graph equals the graph without failures."""
    calm = await read(one_man_reply)

    found = await read(failing_first(3, trouble))

    assert found == calm
    assert found[0] == [Outcome.ADDED, Outcome.ADDED]


@pytest.mark.parametrize(
    ("answer", "kind", "hint"),
    [
        (refused(429, "Slow down", headers={"Retry-After": "0"}), ModelUnavailableError, "resumes"),
        (refused(500, "Broken"), ModelUnavailableError, "resumes"),
        (refused(401, f"Incorrect API key provided: {KEY}"), ModelRefusedError, "OPENAI_API_KEY"),
        (refused(404, "no such model", code="model_not_found"), ModelRefusedError, "EPISODIC_MODEL"),
        (Response(307, b"", {"Location": "http://192.0.2.7/v1"}), ModelRefusedError, "OPENAI_BASE_URL"),
        (completed("What a lovely story!"), ModelReplyError, "retry"),
    ],
    ids=["429", "500", "wrong key", "unknown model", "redirect", "no JSON"],
)
async def test_what_does_not_pass_fails_every_chapter_by_name(
    answer: Response, kind: type[ModelError], hint: str
) -> None:
    """The chapters keep their positions and the reason of the failure. No error contains the key."""
    outcomes, errors, export = await read(lambda _: answer)

    assert outcomes == [Outcome.FAILED, Outcome.FAILED]
    assert [type(one) for one in errors] == [kind, kind]
    assert all(one.exit_code == 4 and hint in one.hint for one in errors)
    assert not any(KEY in str(one) or KEY in repr(one.__cause__) for one in errors)
    assert KEY not in "".join(export)


async def test_a_server_that_stalls_is_a_timeout() -> None:
    """The error says that the server was too slow."""
    over = threading.Event()

    def stalled(request: Request) -> Response:
        over.wait(20)
        return one_man_reply(request)

    try:
        outcomes, errors, _ = await read_once(stalled)
    finally:
        over.set()

    assert outcomes == [Outcome.FAILED]
    assert isinstance(errors[0], ModelUnavailableError)
    assert "too long" in errors[0].reason


async def read_once(answer: Answering) -> tuple[list[Outcome], list[ModelError], list[str]]:
    with serving(answer) as server:
        endpoint = OpenAIModel("tiny", api_key=KEY, base_url=server.url, options=EndpointOptions(timeout=0.2))
        async with endpoint:
            model = build_chain(endpoint, ChainSettings("story", retry=RetryPolicy(attempts=1)))
            async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
                report = await graph.add_manuscript(STORY[:1])
                errors = [one.error for one in report.failed if isinstance(one.error, ModelError)]
                return [one.outcome for one in report.chapters], errors, await canonical(graph)


async def test_an_endpoint_that_nobody_serves_is_unavailable(tmp_path: Path) -> None:
    """The error names a remedy, and earlier chapters are unchanged."""
    async with small_story_graph(tmp_path / "story.db") as graph:
        before = await canonical(graph)
    async with OpenAIModel("tiny", api_key=KEY, base_url="http://127.0.0.1:9/v1") as endpoint:
        model = build_chain(endpoint, ChainSettings("story", retry=AT_ONCE))
        async with file_graph(tmp_path / "story.db", model) as graph:
            with pytest.raises(ModelUnavailableError) as raised:
                await graph.add_episode("赵虎来了。", name="第九章")
            await graph.remove_episode("第九章")

            assert await canonical(graph) == before
    assert raised.value.hint


@asynccontextmanager
async def embedded(url: str, path: Path | None = None) -> AsyncGenerator[StoryGraph]:
    """Return a graph whose embedder is a server with 16 dimensions in the settings."""
    async with (
        OpenAIEmbedder("e", dimension=16, api_key=KEY, base_url=url) as embedder,
        StoryGraph(SQLiteStore(path or ":memory:"), group_id="story", embedder=embedder) as graph,
    ):
        yield graph


def vectors(length: int) -> Answering:
    """Return an embedding endpoint whose vectors have this length."""

    def answer(request: Request) -> Response:
        asked = request.body["input"]
        count = len(asked) if isinstance(asked, list) else 1
        rows: list[JsonValue] = [
            {"object": "embedding", "index": number, "embedding": list[JsonValue]([0.5] * length)}
            for number in range(count)
        ]
        return sent({"object": "list", "data": rows, "model": "e", "usage": {"prompt_tokens": 1, "total_tokens": 1}})

    return answer


async def test_vectors_of_another_length_are_refused_and_nothing_is_written() -> None:
    """The endpoint returns 8 numbers, and the settings require 16."""
    with serving(vectors(8)) as server:
        async with embedded(server.url) as graph:
            with pytest.raises(EmbeddingDimensionError) as raised:
                await graph.add_manuscript(STORY)
            found = await canonical(graph)

    assert (raised.value.expected, raised.value.found) == (16, 8)
    assert raised.value.exit_code == 4
    assert raised.value.hint
    assert found == []


async def test_an_embedder_that_refuses_is_a_named_error_and_nothing_is_written() -> None:
    """The key for the embeddings is wrong."""
    with serving(lambda _: refused(401, f"bad key {KEY}")) as server:
        async with embedded(server.url) as graph:
            with pytest.raises(EpisodicError) as raised:
                await graph.add_manuscript(STORY)
            found = await canonical(graph)

    assert raised.value.exit_code in {2, 4}
    assert KEY not in str(raised.value)
    assert raised.value.hint
    assert found == []


async def adding(graph: StoryGraph) -> None:
    await graph.add_manuscript(STORY)


async def searching(graph: StoryGraph) -> None:
    await graph.search("林远")


async def removing(graph: StoryGraph) -> None:
    await graph.remove_episode(1)


@pytest.mark.parametrize("act", [adding, searching, removing])
async def test_another_embedder_than_the_works_is_refused(
    tmp_path: Path, act: Callable[[StoryGraph], Awaitable[None]]
) -> None:
    """Vectors of two embedders cannot be compared. The error is raised before any request is sent or record is written."""
    async with small_story_graph(tmp_path / "story.db") as graph:
        before = await canonical(graph)
    with serving(vectors(16)) as server:
        async with embedded(server.url, tmp_path / "story.db") as graph:
            with pytest.raises(EmbedderMismatchError) as raised:
                await act(graph)
            asked = len(server.requests)

            assert await canonical(graph) == before
    assert asked == 0
    assert raised.value.exit_code == 2
    assert repr(graph.group_id) in raised.value.message
    assert "EPISODIC_EMBEDDING_MODEL" in raised.value.hint
