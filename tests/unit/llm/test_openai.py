"""Tests of the chat completions client with a local HTTP server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from pydantic import JsonValue

from episodic.errors import ConfigurationError, ModelRefusedError, ModelReplyError
from episodic.languages.zh import CHINESE
from episodic.llm.chain_prompts import repair_of
from episodic.llm.metering import metered
from episodic.llm.openai import EndpointOptions, OpenAIModel, ReplyFormat
from tests.unit.llm.local_server import Request, Response, completed, refused, sent, serving
from tests.unit.llm.questions import MARA, MARA_SAID, Seen, seen_in

KEY = "sk-very-secret-key-0123456789"


def form_of(request: Request) -> str:
    """Return the kind of the requested response format."""
    asked = request.body.get("response_format")
    return str(asked["type"]) if isinstance(asked, dict) else "plain"


def message_text(request: Request) -> str:
    """Return the text of all messages."""
    messages = request.body["messages"]
    assert isinstance(messages, list)
    return "\n".join(str(message["content"]) for message in messages if isinstance(message, dict))


def server_supporting(*forms: str, refusal: Response | None = None) -> Callable[[Request], Response]:
    """Return a server that refuses all response formats except these."""
    no = refusal or refused(400, "This response_format type is unavailable now")
    return lambda request: completed(MARA_SAID) if form_of(request) in forms else no


async def test_a_request_has_the_schema_and_the_key() -> None:
    """The request has a system and a user message, a strict schema and the key as bearer token, and no organization
    header.
    """
    with serving(lambda _: completed(MARA_SAID)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            reply = await model.ask(seen_in("玛拉站在码头。", CHINESE))

    assert reply == MARA
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in request.headers
    assert request.body["model"] == "tiny"
    assert "玛拉站在码头。" in message_text(request)
    asked = request.body["response_format"]
    assert isinstance(asked, dict)
    schema = asked["json_schema"]
    assert isinstance(schema, dict)
    assert (asked["type"], schema["strict"], schema["name"]) == ("json_schema", True, "Seen")


async def test_organization_and_project_of_the_environment_are_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would send them, but they may belong to another account than the given key."""
    monkeypatch.setenv("OPENAI_ORG_ID", "org-elsewhere")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-elsewhere")
    with serving(lambda _: completed(MARA_SAID)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            await model.ask(seen_in("Mara stood there."))

    assert "elsewhere" not in str(server.requests[0].headers)


@pytest.mark.parametrize(
    ("forms", "tried"),
    [
        pytest.param(("json_schema",), ["json_schema"], id="strict"),
        pytest.param(("json_object", "plain"), ["json_schema", "json_object"], id="json mode"),
        pytest.param(("plain",), ["json_schema", "json_object", "plain"], id="plain"),
    ],
)
async def test_a_refused_format_is_replaced_by_a_plainer_one_from_then_on(
    forms: tuple[str, ...], tried: list[str]
) -> None:
    """The first question finds the supported format, and the second question uses that format."""
    with serving(server_supporting(*forms)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            replies = [await model.ask(seen_in(f"Mara stood at {number}.")) for number in range(2)]

    assert replies == [MARA, MARA]
    assert [form_of(request) for request in server.requests] == [*tried, tried[-1]]


@pytest.mark.parametrize(
    "refusal",
    [
        refused(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
        refused(422, "Unprocessable"),
        refused(400, "'response_format.type' must be 'text'"),
        refused(500, "failed to compile grammar"),
        Response(400, b"no"),
    ],
    ids=["openai", "unprocessable", "lm studio", "fails", "no json"],
)
async def test_every_known_refusal_of_a_format_is_recognised(refusal: Response) -> None:
    """Servers report unsupported formats with different messages."""
    with serving(server_supporting("plain", refusal=refusal)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_the_prompt_has_the_schema_if_no_schema_is_enforced() -> None:
    """For the plainer formats the prompt contains the schema. For the strict format the schema is not repeated."""
    with serving(server_supporting("plain")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            await model.ask(seen_in("Mara stood there."))

    strict, *plainer = (message_text(request) for request in server.requests)
    assert "where it happens" not in strict
    assert all("where it happens" in words for words in plainer)


async def test_concurrent_questions_find_the_format_together() -> None:
    """Concurrent refusals lower the format only as far as needed."""
    with serving(server_supporting("json_object", "plain")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            replies = await asyncio.gather(*[model.ask(seen_in(f"Mara stood at {number}.")) for number in range(5)])

            assert replies == [MARA] * 5
            assert model.form is ReplyFormat.OBJECT


async def test_an_ignored_schema_is_put_into_the_prompt() -> None:
    """After three replies that violate the schema, the next question has the schema in the prompt."""
    with serving(lambda _: completed('{"who": "Mara"}')) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            for _ in range(4):
                with pytest.raises(ModelReplyError):
                    await model.ask(seen_in("Mara stood there."))

    assert [form_of(request) for request in server.requests] == ["json_schema"] * 3 + ["json_object"]


async def test_a_single_violation_does_not_give_up_the_schema() -> None:
    """A single violation does not change the format."""
    replies = iter([MARA_SAID, "Mara.", MARA_SAID, "Mara.", MARA_SAID, "Mara.", MARA_SAID])
    with serving(lambda _: completed(next(replies))) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            outcomes = [await asyncio.gather(model.ask(seen_in("Mara.")), return_exceptions=True) for _ in range(7)]

            assert sum(outcome == MARA for (outcome,) in outcomes) == 4
            assert model.form is ReplyFormat.SCHEMA


async def test_a_repair_prompt_has_the_schema_once() -> None:
    """A repair prompt contains the schema, and the plainer formats do not add it again."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        options = EndpointOptions(form=ReplyFormat.OBJECT)
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url, options=options) as model:
            await model.ask(repair_of(seen_in("Mara stood there."), faulty="{}", reason="people: Field required"))

    assert message_text(server.requests[0]).count("where it happens") == 1


async def test_a_prompt_that_is_too_long_is_not_sent_in_other_formats() -> None:
    """An error about the length is not an error about the format."""
    with serving(lambda _: refused(400, "This model's maximum context length is 4096 tokens")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            with pytest.raises(ModelRefusedError, match="maximum context length"):
                await model.ask(seen_in("Mara stood there."))

    assert len(server.requests) == 1


async def test_a_refused_temperature_is_left_out_from_then_on() -> None:
    """Some models accept only their default temperature."""

    def answer(request: Request) -> Response:
        if "temperature" in request.body:
            return refused(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        return completed(MARA_SAID)

    with serving(answer) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            for _ in range(2):
                await model.ask(seen_in("Mara stood there."))

            assert ["temperature" in request.body for request in server.requests] == [True, False, False]
            assert model.form is ReplyFormat.SCHEMA


async def test_the_usage_of_a_call_is_reported() -> None:
    """The usage has the endpoint's token counts, cached tokens, and the characters sent and received."""
    message: JsonValue = {"role": "assistant", "content": MARA_SAID}
    usage: JsonValue = {"prompt_tokens": 900, "completion_tokens": 30, "prompt_tokens_details": {"cached_tokens": 512}}
    body = sent({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage})
    prompt = seen_in("Mara stood there.")
    with serving(lambda _: body) as server, metered() as meter:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            await model.ask(prompt)

    assert meter.spent is not None
    assert (meter.spent.prompt_tokens, meter.spent.completion_tokens, meter.spent.cached_tokens) == (900, 30, 512)
    assert meter.spent.prompt_characters == len(prompt.messages().system) + len(prompt.messages().user)
    assert meter.spent.completion_characters == len(MARA_SAID)


async def test_missing_usage_is_estimated() -> None:
    with serving(lambda _: completed(MARA_SAID, usage=None)) as server, metered() as meter:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            await model.ask(seen_in("Mara stood there."))

    assert meter.spent is not None
    assert meter.spent.prompt_tokens > 0
    assert meter.spent.completion_tokens > 0


@pytest.mark.parametrize(
    "message",
    [
        {"content": f"<think>Who?</think>\n{MARA_SAID}"},
        {"content": "", "reasoning_content": f"Who is it? {MARA_SAID}"},
        {"content": None, "reasoning_content": MARA_SAID},
        {"content": [{"type": "text", "text": MARA_SAID}]},
    ],
    ids=["thought before", "all in the thought", "no content", "in parts"],
)
async def test_a_reply_is_found_in_every_known_response_form(message: dict[str, JsonValue]) -> None:
    """Some models put reasoning before the reply, and some servers return the reply in parts."""
    with serving(lambda _: sent({"choices": [{"message": message}]})) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_a_truncated_reply_is_reported_as_truncated() -> None:
    """The error tells the model to be shorter, and the format stays the same."""
    with serving(lambda _: completed(MARA_SAID[:-9], finish="length")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            with pytest.raises(ModelReplyError, match="cut off at the length limit"):
                await model.ask(seen_in("Mara stood there."))

            assert model.form is ReplyFormat.SCHEMA


async def test_no_request_is_sent_if_calls_are_not_allowed() -> None:
    with serving(lambda _: completed(MARA_SAID)) as server:
        async with OpenAIModel(
            "tiny", api_key=KEY, base_url=server.url, options=EndpointOptions(allow_calls=False)
        ) as model:
            with pytest.raises(ModelRefusedError, match="switched off"):
                await model.ask(seen_in("Mara stood there."))

    assert server.requests == []


def test_a_model_works_in_successive_event_loops() -> None:
    """Connections of a closed event loop are not used again."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        model = OpenAIModel("tiny", api_key=KEY, base_url=server.url)

        async def asked() -> Seen:
            async with model:
                return await model.ask(seen_in("Mara stood there."))

        assert [asyncio.run(asked()), asyncio.run(asked())] == [MARA, MARA]


@pytest.mark.parametrize("url", ["ftp://host/v1", "file:///etc/passwd", "https://", "host/v1", "https://host/v1?key=1"])
def test_an_invalid_address_is_a_settings_error(url: str) -> None:
    """The error is raised when the model is created."""

    with pytest.raises(ConfigurationError):
        OpenAIModel("tiny", api_key=KEY, base_url=url)


@pytest.mark.parametrize("key", ["sk-with\nline", "sk-ключ", "sk with space"])
def test_an_invalid_key_is_refused_without_being_shown(key: str) -> None:
    """The HTTP library would show the key in its error."""

    with pytest.raises(ConfigurationError) as caught:
        OpenAIModel("tiny", api_key=key)

    assert "sk" not in str(caught.value)


def test_the_key_is_not_in_the_repr() -> None:
    """The repr of a model has only its name and address."""

    model = OpenAIModel("tiny", api_key=KEY, base_url="http://10.0.0.5:8080/v1/")

    assert repr(model) == "OpenAIModel('tiny', base_url='http://10.0.0.5:8080/v1')"
    assert model.address.warning is not None
