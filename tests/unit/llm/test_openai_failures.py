"""Tests of failures between a prompt and its reply, with a local HTTP server."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace

import pytest

from episodic.errors import ModelError, ModelRefusedError, ModelReplyError, ModelUnavailableError
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.openai import EndpointOptions, OpenAIModel
from episodic.llm.retrying import RetryPolicy
from tests.unit.llm.local_server import Request, Response, completed, refused, sent, serving
from tests.unit.llm.questions import MARA, MARA_SAID, seen_in

KEY = "sk-very-secret-key-0123456789"
AT_ONCE = RetryPolicy(first_wait=0, jitter=0)


async def error_of(url: str, *, seconds: float | None = None) -> ModelError:
    """Return the error of a question to this address."""
    async with OpenAIModel("tiny", api_key=KEY, base_url=url, options=EndpointOptions(timeout=seconds)) as model:
        with pytest.raises(ModelError) as caught:
            await model.ask(seen_in("Mara stood there."))
    return caught.value


async def error_from(answer: Response) -> ModelError:
    """Return the error that this response leads to."""
    with serving(lambda _: answer) as server:
        return await error_of(server.url)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After-Ms": "250", "Retry-After": "1"}, 0.25),
        ({}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-3"}, None),
    ],
)
async def test_a_rate_limit_error_has_the_waiting_time(headers: dict[str, str], seconds: float | None) -> None:
    """The error has the waiting time of the Retry-After header."""

    error = await error_from(refused(429, "Slow down", headers=headers))

    assert isinstance(error, ModelUnavailableError)
    assert error.retry_after == seconds


@pytest.mark.parametrize("status", [408, 409, 425, 500, 502, 503, 504, 529])
async def test_temporary_errors_are_unavailable(status: int) -> None:
    """Server errors, overload and conflicts are temporary."""

    error = await error_from(refused(status, "Something broke"))

    assert isinstance(error, ModelUnavailableError)
    assert f"status {status}: " in error.reason


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (refused(401, "Incorrect API key provided"), "OPENAI_API_KEY"),
        (refused(403, "Country not supported"), "OPENAI_API_KEY"),
        (refused(404, "The model `tiny` does not exist", code="model_not_found"), "EPISODIC_MODEL"),
        (refused(429, "You exceeded your current quota", code="insufficient_quota"), "resumes"),
        (refused(413, "Too large"), "another model"),
    ],
    ids=["wrong key", "forbidden", "unknown model", "no credit", "too large"],
)
async def test_permanent_errors_are_refused_with_a_hint(answer: Response, hint: str) -> None:
    """The hint of a permanent error names a remedy."""

    error = await error_from(answer)

    assert isinstance(error, ModelRefusedError)
    assert hint in error.hint


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed(status: int) -> None:
    """Neither the key nor the prompt is sent to the redirect's target, and the error names only the host."""
    with serving(lambda _: completed(MARA_SAID)) as elsewhere:
        target = elsewhere.url.replace("http://", "http://user:password@")
        error = await error_from(Response(status, b"", {"Location": f"{target}/chat/completions?secret=1"}))

    assert isinstance(error, ModelRefusedError)
    assert elsewhere.requests == []
    assert "127.0.0.1" in error.reason
    assert "password" not in str(error)
    assert "secret" not in str(error)


async def test_a_timeout_is_unavailable() -> None:
    """A timeout is temporary, because the server may be faster next time."""
    done = threading.Event()

    def answer(_: Request) -> Response:
        done.wait(10)
        return completed(MARA_SAID)

    with serving(answer) as server:
        error = await error_of(server.url, seconds=0.05)
        done.set()

    assert isinstance(error, ModelUnavailableError)
    assert "took too long" in error.reason


async def test_the_timeout_counts_for_the_whole_response() -> None:
    """A server that sends a byte now and then is too slow, although no read takes long."""
    slow = replace(completed(MARA_SAID), pause=0.1)

    with serving(lambda _: slow) as server:
        error = await error_of(server.url, seconds=0.5)

    assert isinstance(error, ModelUnavailableError)
    assert "took too long" in error.reason


async def test_a_refused_connection_is_unavailable() -> None:
    """The error names the host and the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]

    error = await error_of(f"http://127.0.0.1:{port}/v1")

    assert isinstance(error, ModelUnavailableError)
    assert f"no connection to 127.0.0.1:{port}" in error.reason


@pytest.mark.parametrize(
    "answer",
    [
        Response(200, b'{"choices": [{"mess', {"Content-Type": "application/json"}),
        Response(200, b'{"choices": [', {"Content-Type": "application/json"}, promised=4000),
        Response(200, b"\x00\xff\xfe", {"Content-Type": "application/json"}),
        Response(200, b"", {"Content-Type": "application/json"}),
        sent({"choices": []}),
        sent({"error": {"message": "overloaded", "code": 529}}),
    ],
    ids=["cut off", "connection lost", "bytes", "nothing", "no choice", "error inside"],
)
async def test_an_invalid_response_is_unavailable(answer: Response) -> None:
    """A response that was damaged on the way may be complete the next time."""

    error = await error_from(answer)

    assert isinstance(error, ModelUnavailableError)


@pytest.mark.parametrize(
    "answer",
    [
        Response(200, b"<html>Sign in</html>", {"Content-Type": "text/html"}),
        sent({"hello": "world"}),
        sent([1, 2]),
        sent({"error": {"message": "bad", "code": "invalid"}}),
        sent({"error": "bad"}),
    ],
    ids=["web page", "another service", "a list", "error inside", "error in words"],
)
async def test_a_response_of_another_service_is_refused(answer: Response) -> None:
    """A web page or another service will not answer a repeated question either."""

    error = await error_from(answer)

    assert isinstance(error, ModelRefusedError)


@pytest.mark.parametrize(
    "answer",
    [
        completed("I cannot", finish="content_filter"),
        sent({"choices": [{"message": {"content": None, "refusal": "No."}}]}),
    ],
    ids=["filter", "refusal"],
)
async def test_a_refusal_of_the_model_is_a_refused_error(answer: Response) -> None:
    """A refusal makes the chapter fail, so that it does not count as a chapter without content."""

    error = await error_from(answer)

    assert isinstance(error, ModelRefusedError)
    assert "declines" in error.reason


async def test_an_empty_reply_is_invalid() -> None:
    """An empty reply is repaired like any other invalid reply."""

    error = await error_from(completed(""))

    assert isinstance(error, ModelReplyError)
    assert error.reason == "the reply is empty"


@pytest.mark.parametrize(
    "answer",
    [
        lambda: refused(401, f"Incorrect API key provided: {KEY}."),
        lambda: refused(400, f"Bearer {KEY} is odd\x1b[31m"),
        lambda: refused(500, f"upstream said {KEY}"),
        lambda: Response(418, f"<html>{KEY}</html>".encode()),
        lambda: Response(307, b"", {"Location": f"http://{KEY}@127.0.0.1:1/"}),
        lambda: completed(f"your key is {KEY}"),
    ],
    ids=["wrong key", "bad request", "server error", "web page", "redirect", "reply"],
)
async def test_the_key_is_in_no_error_even_if_the_server_repeats_it(
    answer: Callable[[], Response], caplog: pytest.LogCaptureFixture
) -> None:
    """The key is not in the message, in the traceback with its causes, or in the log above debug."""
    with caplog.at_level(logging.INFO):
        error = await error_from(answer())

    shown = "".join(traceback.format_exception(error)) + repr(error) + caplog.text
    assert KEY not in shown
    assert "\x1b" not in str(error)


async def test_the_chain_answers_after_several_kinds_of_failures() -> None:
    """The chain handles a refused schema, a rate limit, a server error, garbage and an invalid reply in turn."""
    answers = iter(
        [
            refused(429, "Slow down", headers={"Retry-After": "0"}),
            refused(500, "Oops"),
            refused(400, "response_format json_schema is not supported"),
            completed("<think>hm</think> Mara stands there."),
            Response(200, b'{"cho', {"Content-Type": "application/json"}),
            completed(f"```json\n{MARA_SAID}\n```"),
        ]
    )
    with serving(lambda _: next(answers)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as endpoint:
            model = build_chain(endpoint, ChainSettings("novel", retry=AT_ONCE))
            reply = await model.ask(seen_in("Mara stood there."))

    total = model.usage.total
    assert reply == MARA
    assert len(server.requests) == 6
    assert (total.calls, total.repairs, total.retries) == (1, 1, 3)
    assert total.spent.prompt_tokens == 240


async def test_a_running_question_can_be_cancelled() -> None:
    """The connection is closed, and the next question is answered."""
    asked, done = threading.Event(), threading.Event()

    def answer(_: Request) -> Response:
        if not asked.is_set():
            asked.set()
            done.wait(10)
        return completed(MARA_SAID)

    with serving(answer) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            asking = asyncio.create_task(model.ask(seen_in("Mara stood there.")))
            await asyncio.to_thread(asked.wait, 10)
            asking.cancel()
            outcome = await asyncio.gather(asking, return_exceptions=True)
            done.set()
            reply = await model.ask(seen_in("Mara stood there."))

    assert isinstance(outcome[0], asyncio.CancelledError)
    assert reply == MARA
