"""Tests of the embeddings client with a local HTTP server."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable

import numpy as np
import pytest
from pydantic import JsonValue

from episodic.embeddings.openai import EmbedderOptions, OpenAIEmbedder
from episodic.errors import (
    ConfigurationError,
    EmbeddingDimensionError,
    EmbeddingError,
    EmbeddingUnavailableError,
)
from tests.unit.llm.local_server import Request, Response, refused, sent, serving

USUAL = EmbedderOptions()
KEY = "sk-very-secret-key-0123456789"


async def no_sleep(seconds: float) -> None:
    """Return without sleeping."""


def texts_of(request: Request) -> list[str]:
    texts = request.body["input"]
    assert isinstance(texts, list)
    return [str(text) for text in texts]


def vectors_for(request: Request, *, dimension: int = 4, backwards: bool = False) -> Response:
    """Return one vector per text: the length of the text, followed by threes."""
    rows: list[JsonValue] = [
        {"index": index, "embedding": [float(len(text)), *[3.0] * (dimension - 1)]}
        for index, text in enumerate(texts_of(request))
    ]
    return sent({"data": rows[::-1] if backwards else rows})


def embedder_at(url: str, *, dimension: int = 4, options: EmbedderOptions = USUAL) -> OpenAIEmbedder:
    return OpenAIEmbedder("small", dimension=dimension, api_key=KEY, base_url=url, options=options, sleep=no_sleep)


async def error_from(answer: Callable[[Request], Response]) -> EmbeddingError:
    """Return the error that these responses lead to."""
    with serving(answer) as server:
        async with embedder_at(server.url, options=EmbedderOptions(attempts=2)) as embedder:
            with pytest.raises(EmbeddingError) as caught:
                await embedder.embed(["潮屋"])
    return caught.value


async def test_texts_are_sent_in_batches_and_vectors_keep_the_order() -> None:
    """Five texts in batches of two are three requests. The vectors have length 1 and the order of the texts."""
    texts = ["a", "bb", "ccc", "dddd", "eeeee"]
    with serving(lambda request: vectors_for(request, backwards=True)) as server:
        async with embedder_at(server.url, options=EmbedderOptions(batch=2)) as embedder:
            rows = await embedder.embed(texts)

    assert sorted(len(texts_of(request)) for request in server.requests) == [1, 2, 2]
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0)
    assert np.allclose(rows[:, 0] / rows[:, 1], [len(text) / 3 for text in texts])
    assert rows.dtype == np.float32
    assert all(request.headers["authorization"] == f"Bearer {KEY}" for request in server.requests)


async def test_a_text_of_spaces_is_not_sent() -> None:
    """Servers refuse blank texts, so a blank text gets an all-zero vector without a request."""
    with serving(vectors_for) as server:
        async with embedder_at(server.url) as embedder:
            rows = await embedder.embed(["", "潮屋", " \n"])

    assert [texts_of(request) for request in server.requests] == [["潮屋"]]
    assert rows.any(axis=1).tolist() == [False, True, False]


async def test_shorter_vectors_are_requested_if_vectors_are_too_long() -> None:
    """If a model's vectors are too long, the embedder requests shorter vectors in the current and all later requests."""

    def answer(request: Request) -> Response:
        dimension = request.body.get("dimensions", 8)
        assert isinstance(dimension, int)
        return vectors_for(request, dimension=dimension)

    with serving(answer) as server:
        async with embedder_at(server.url) as embedder:
            rows = [await embedder.embed(["潮屋"]), await embedder.embed(["铜尺"])]

    assert [row.shape for row in rows] == [(1, 4), (1, 4)]
    assert [request.body.get("dimensions") for request in server.requests] == [None, 4, 4]


@pytest.mark.parametrize(("usage", "tokens"), [({"prompt_tokens": 7}, 7), (None, 3)], ids=["told", "guessed"])
async def test_tokens_are_counted(usage: JsonValue, tokens: int) -> None:
    """The tokens come from the endpoint's usage, or are estimated as a quarter of the bytes."""
    body = sent({"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0, 4.0]}], "usage": usage})
    with serving(lambda _: body) as server:
        async with embedder_at(server.url) as embedder:
            for _ in range(2):
                await embedder.embed(["潮屋铜尺"])

            assert embedder.spent == 2 * tokens


@pytest.mark.parametrize("dimension", [3, 8])
async def test_vectors_of_another_dimension_are_an_error(dimension: int) -> None:
    """Vectors that are too short raise an error. Vectors that are too long raise an error if the endpoint does not
    shorten them.
    """

    error = await error_from(lambda request: vectors_for(request, dimension=dimension))

    assert isinstance(error, EmbeddingDimensionError)
    assert (error.expected, error.found) == (4, dimension)


async def test_temporary_failures_are_retried() -> None:
    """After a rate limit and a server error, the third request returns the vectors."""
    answers = iter([refused(429, "Slow down", headers={"Retry-After": "0"}), refused(503, "Oops")])
    with serving(lambda request: next(answers, None) or vectors_for(request)) as server:
        async with embedder_at(server.url) as embedder:
            rows = await embedder.embed(["潮屋"])

    assert rows.shape == (1, 4)
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "answer",
    [refused(500, "Oops"), refused(429, "Slow"), Response(200, b'{"da', {"Content-Type": "application/json"})],
    ids=["server error", "rate limit", "cut off"],
)
async def test_a_failure_of_the_last_attempt_is_unavailable(answer: Response) -> None:
    error = await error_from(lambda _: answer)

    assert isinstance(error, EmbeddingUnavailableError)


@pytest.mark.parametrize(
    "answer",
    [
        refused(401, f"Incorrect API key provided: {KEY}"),
        refused(404, "no such model"),
        refused(429, "no credit", code="insufficient_quota"),
        Response(307, b"", {"Location": "http://elsewhere.example/v1"}),
        Response(200, b"<html></html>", {"Content-Type": "text/html"}),
        sent({"data": []}),
        sent({"data": [{"index": 1, "embedding": [1.0, 2.0, 3.0, 4.0]}]}),
        sent({"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0, 1e99]}]}),
    ],
    ids=["wrong key", "unknown", "no credit", "redirect", "web page", "none", "another text's", "no number"],
)
async def test_permanent_failures_are_not_retried(answer: Response) -> None:
    """There is only one request, and the error does not contain the key."""
    with serving(lambda _: answer) as server:
        async with embedder_at(server.url) as embedder:
            with pytest.raises(EmbeddingError) as caught:
                await embedder.embed(["潮屋"])

    assert not isinstance(caught.value, EmbeddingUnavailableError)
    assert len(server.requests) == 1
    assert KEY not in "".join(traceback.format_exception(caught.value))


async def test_a_timeout_is_unavailable() -> None:
    done = threading.Event()

    def answer(request: Request) -> Response:
        done.wait(10)
        return vectors_for(request)

    with serving(answer) as server:
        async with embedder_at(server.url, options=EmbedderOptions(timeout=0.05, attempts=1)) as embedder:
            with pytest.raises(EmbeddingUnavailableError, match="took too long"):
                await embedder.embed(["潮屋"])
        done.set()


async def test_no_request_is_sent_if_calls_are_not_allowed() -> None:
    with serving(vectors_for) as server:
        async with embedder_at(server.url, options=EmbedderOptions(allow_calls=False)) as embedder:
            with pytest.raises(EmbeddingError, match="switched off"):
                await embedder.embed(["潮屋"])

    assert server.requests == []


async def test_a_very_long_text_is_truncated() -> None:
    """Models accept a limited length, and most servers refuse longer texts."""
    with serving(vectors_for) as server:
        async with embedder_at(server.url, options=EmbedderOptions(longest=10)) as embedder:
            await embedder.embed(["潮" * 99])

    assert texts_of(server.requests[0]) == ["潮" * 10]


@pytest.mark.parametrize(
    ("model", "dimension", "url"), [("", 4, "http://localhost"), ("m", 0, "http://localhost"), ("m", 4, "ftp://x")]
)
def test_wrong_settings_are_an_error_at_creation(model: str, dimension: int, url: str) -> None:
    """The error is raised when the embedder is created."""

    with pytest.raises(ConfigurationError):
        OpenAIEmbedder(model, dimension=dimension, api_key=KEY, base_url=url)


def test_the_repr_has_name_and_address_but_no_key() -> None:
    embedder = OpenAIEmbedder("small", dimension=4, api_key=KEY, base_url="http://example.com/v1")

    assert repr(embedder) == "OpenAIEmbedder('small/4', base_url='http://example.com/v1')"
    assert embedder.address.warning is not None
