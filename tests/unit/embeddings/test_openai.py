"""The embeddings client, against a local HTTP server."""

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


async def immediately(seconds: float) -> None:
    """Does not wait."""


def texts_of(request: Request) -> list[str]:
    texts = request.body["input"]
    assert isinstance(texts, list)
    return [str(text) for text in texts]


def embedded(request: Request, *, dimension: int = 4, backwards: bool = False) -> Response:
    """A row a text: the text's length first, then threes."""
    rows: list[JsonValue] = [
        {"index": index, "embedding": [float(len(text)), *[3.0] * (dimension - 1)]}
        for index, text in enumerate(texts_of(request))
    ]
    return sent({"data": rows[::-1] if backwards else rows})


def embedder_at(url: str, *, dimension: int = 4, options: EmbedderOptions = USUAL) -> OpenAIEmbedder:
    return OpenAIEmbedder("small", dimension=dimension, api_key=KEY, base_url=url, options=options, sleep=immediately)


async def error_from(answer: Callable[[Request], Response]) -> EmbeddingError:
    """The error that these answers end with."""
    with serving(answer) as server:
        async with embedder_at(server.url, options=EmbedderOptions(attempts=2)) as embedder:
            with pytest.raises(EmbeddingError) as caught:
                await embedder.embed(["潮屋"])
    return caught.value


async def test_texts_are_asked_in_batches_and_come_back_in_order() -> None:
    """Five texts in batches of two are three requests; rows are of length 1, in the order of the texts."""
    texts = ["a", "bb", "ccc", "dddd", "eeeee"]
    with serving(lambda request: embedded(request, backwards=True)) as server:
        async with embedder_at(server.url, options=EmbedderOptions(batch=2)) as embedder:
            rows = await embedder.embed(texts)

    assert sorted(len(texts_of(request)) for request in server.requests) == [1, 2, 2]
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0)
    assert np.allclose(rows[:, 0] / rows[:, 1], [len(text) / 3 for text in texts])
    assert rows.dtype == np.float32
    assert all(request.headers["authorization"] == f"Bearer {KEY}" for request in server.requests)


async def test_a_text_of_spaces_is_not_sent() -> None:
    """Servers refuse it; it has nothing to embed, and its row is zeros."""
    with serving(embedded) as server:
        async with embedder_at(server.url) as embedder:
            rows = await embedder.embed(["", "潮屋", " \n"])

    assert [texts_of(request) for request in server.requests] == [["潮屋"]]
    assert rows.any(axis=1).tolist() == [False, True, False]


async def test_longer_vectors_are_asked_for_shortened() -> None:
    """A model that can shorten its vectors is asked to, and from then on at once."""

    def answer(request: Request) -> Response:
        dimension = request.body.get("dimensions", 8)
        assert isinstance(dimension, int)
        return embedded(request, dimension=dimension)

    with serving(answer) as server:
        async with embedder_at(server.url) as embedder:
            rows = [await embedder.embed(["潮屋"]), await embedder.embed(["铜尺"])]

    assert [row.shape for row in rows] == [(1, 4), (1, 4)]
    assert [request.body.get("dimensions") for request in server.requests] == [None, 4, 4]


@pytest.mark.parametrize(("usage", "tokens"), [({"prompt_tokens": 7}, 7), (None, 3)], ids=["told", "guessed"])
async def test_tokens_are_counted(usage: JsonValue, tokens: int) -> None:
    """By the endpoint's own count, else a quarter of the bytes."""
    body = sent({"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0, 4.0]}], "usage": usage})
    with serving(lambda _: body) as server:
        async with embedder_at(server.url) as embedder:
            for _ in range(2):
                await embedder.embed(["潮屋铜尺"])

            assert embedder.spent == 2 * tokens


@pytest.mark.parametrize("dimension", [3, 8])
async def test_vectors_of_another_length_are_an_error(dimension: int) -> None:
    """Shorter ones at once, longer ones if the endpoint does not shorten them."""

    error = await error_from(lambda request: embedded(request, dimension=dimension))

    assert isinstance(error, EmbeddingDimensionError)
    assert (error.expected, error.found) == (4, dimension)


async def test_what_may_pass_is_asked_again() -> None:
    """A rate limit and a server error, and then the vectors."""
    answers = iter([refused(429, "Slow down", headers={"Retry-After": "0"}), refused(503, "Oops")])
    with serving(lambda request: next(answers, None) or embedded(request)) as server:
        async with embedder_at(server.url) as embedder:
            rows = await embedder.embed(["潮屋"])

    assert rows.shape == (1, 4)
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "answer",
    [refused(500, "Oops"), refused(429, "Slow"), Response(200, b'{"da', {"Content-Type": "application/json"})],
    ids=["server error", "rate limit", "cut off"],
)
async def test_what_does_not_pass_in_time_is_unavailable(answer: Response) -> None:
    """After the last attempt."""

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
async def test_what_will_not_pass_is_refused_at_once(answer: Response) -> None:
    """One request, a named error, and no key in it."""
    with serving(lambda _: answer) as server:
        async with embedder_at(server.url) as embedder:
            with pytest.raises(EmbeddingError) as caught:
                await embedder.embed(["潮屋"])

    assert not isinstance(caught.value, EmbeddingUnavailableError)
    assert len(server.requests) == 1
    assert KEY not in "".join(traceback.format_exception(caught.value))


async def test_a_slow_server_is_unavailable() -> None:
    """After the time that was set."""
    done = threading.Event()

    def answer(request: Request) -> Response:
        done.wait(10)
        return embedded(request)

    with serving(answer) as server:
        async with embedder_at(server.url, options=EmbedderOptions(timeout=0.05, attempts=1)) as embedder:
            with pytest.raises(EmbeddingUnavailableError, match="took too long"):
                await embedder.embed(["潮屋"])
        done.set()


async def test_without_permission_nothing_is_sent() -> None:
    """With allow_calls off, no request is sent."""
    with serving(embedded) as server:
        async with embedder_at(server.url, options=EmbedderOptions(allow_calls=False)) as embedder:
            with pytest.raises(EmbeddingError, match="switched off"):
                await embedder.embed(["潮屋"])

    assert server.requests == []


async def test_a_very_long_text_is_cut() -> None:
    """Models read only so much, and most servers refuse more."""
    with serving(embedded) as server:
        async with embedder_at(server.url, options=EmbedderOptions(longest=10)) as embedder:
            await embedder.embed(["潮" * 99])

    assert texts_of(server.requests[0]) == ["潮" * 10]


@pytest.mark.parametrize(
    ("model", "dimension", "url"), [("", 4, "http://localhost"), ("m", 0, "http://localhost"), ("m", 4, "ftp://x")]
)
def test_wrong_settings_are_told_at_once(model: str, dimension: int, url: str) -> None:
    """When the embedder is made, and not when it is asked."""

    with pytest.raises(ConfigurationError):
        OpenAIEmbedder(model, dimension=dimension, api_key=KEY, base_url=url)


def test_it_shows_name_and_address_and_no_key() -> None:
    """The name tells model and dimension."""

    embedder = OpenAIEmbedder("small", dimension=4, api_key=KEY, base_url="http://example.com/v1")

    assert repr(embedder) == "OpenAIEmbedder('small/4', base_url='http://example.com/v1')"
    assert embedder.address.warning is not None
