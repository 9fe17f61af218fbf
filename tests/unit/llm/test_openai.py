"""The chat completions client, against a local HTTP server."""

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
    """The kind of response format asked for."""
    asked = request.body.get("response_format")
    return str(asked["type"]) if isinstance(asked, dict) else "plain"


def words_of(request: Request) -> str:
    """Everything said in the messages."""
    messages = request.body["messages"]
    assert isinstance(messages, list)
    return "\n".join(str(message["content"]) for message in messages if isinstance(message, dict))


def knowing(*forms: str, refusal: Response | None = None) -> Callable[[Request], Response]:
    """A server that refuses every form but these."""
    no = refusal or refused(400, "This response_format type is unavailable now")
    return lambda request: completed(MARA_SAID) if form_of(request) in forms else no


async def test_a_question_is_asked_with_its_schema_and_key() -> None:
    """One request: system and user message, a strict schema, the key as a bearer token, no organization from elsewhere."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            reply = await model.ask(seen_in("玛拉站在码头。", CHINESE))

    assert reply == MARA
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in request.headers
    assert request.body["model"] == "tiny"
    assert "玛拉站在码头。" in words_of(request)
    asked = request.body["response_format"]
    assert isinstance(asked, dict)
    schema = asked["json_schema"]
    assert isinstance(schema, dict)
    assert (asked["type"], schema["strict"], schema["name"]) == ("json_schema", True, "Seen")


async def test_organization_and_project_of_the_environment_are_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would add them; they belong to another account than the key that was given."""
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
async def test_a_refused_form_is_followed_by_a_plainer_one_and_remembered(
    forms: tuple[str, ...], tried: list[str]
) -> None:
    """The first question finds out what the endpoint takes, the second asks that at once."""
    with serving(knowing(*forms)) as server:
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
async def test_every_way_of_refusing_a_form_is_understood(refusal: Response) -> None:
    """Servers say it in many ways."""
    with serving(knowing("plain", refusal=refusal)) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_where_no_form_is_enforced_it_is_told_in_words() -> None:
    """In the plainer forms the message holds the schema; in the strict one it need not."""
    with serving(knowing("plain")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            await model.ask(seen_in("Mara stood there."))

    strict, *plainer = (words_of(request) for request in server.requests)
    assert "where it happens" not in strict
    assert all("where it happens" in words for words in plainer)


async def test_questions_asked_at_once_find_the_form_together() -> None:
    """When several are refused at the same time the form goes down as far as needed and no further."""
    with serving(knowing("json_object", "plain")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            replies = await asyncio.gather(*[model.ask(seen_in(f"Mara stood at {number}.")) for number in range(5)])

            assert replies == [MARA] * 5
            assert model.form is ReplyFormat.OBJECT


async def test_a_schema_that_the_endpoint_takes_and_ignores_is_given_up() -> None:
    """Three replies that an enforced schema could not have let through make the next question tell the form in words."""
    with serving(lambda _: completed('{"who": "Mara"}')) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            for _ in range(4):
                with pytest.raises(ModelReplyError):
                    await model.ask(seen_in("Mara stood there."))

    assert [form_of(request) for request in server.requests] == ["json_schema"] * 3 + ["json_object"]


async def test_a_slip_now_and_then_does_not_give_the_schema_up() -> None:
    """An endpoint that mostly keeps to it is asked the same way all through a run."""
    replies = iter([MARA_SAID, "Mara.", MARA_SAID, "Mara.", MARA_SAID, "Mara.", MARA_SAID])
    with serving(lambda _: completed(next(replies))) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            outcomes = [await asyncio.gather(model.ask(seen_in("Mara.")), return_exceptions=True) for _ in range(7)]

            assert sum(outcome == MARA for (outcome,) in outcomes) == 4
            assert model.form is ReplyFormat.SCHEMA


async def test_a_repair_says_the_form_once() -> None:
    """It holds the schema anyway; the plainer forms do not add it a second time."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        options = EndpointOptions(form=ReplyFormat.OBJECT)
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url, options=options) as model:
            await model.ask(repair_of(seen_in("Mara stood there."), faulty="{}", reason="people: Field required"))

    assert words_of(server.requests[0]).count("where it happens") == 1


async def test_a_text_that_is_too_long_is_not_asked_in_other_forms() -> None:
    """A complaint about the length is no complaint about the form."""
    with serving(lambda _: refused(400, "This model's maximum context length is 4096 tokens")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            with pytest.raises(ModelRefusedError, match="maximum context length"):
                await model.ask(seen_in("Mara stood there."))

    assert len(server.requests) == 1


async def test_a_refused_temperature_is_left_out_from_then_on() -> None:
    """Some models take none but their own."""

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


async def test_what_a_call_spent_is_reported() -> None:
    """The endpoint's own count of tokens, the part it had cached, and the characters sent and received."""
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


async def test_a_server_that_does_not_count_is_estimated() -> None:
    """Tokens are always there, if only roughly."""
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
async def test_a_reply_is_found_where_servers_put_it(message: dict[str, JsonValue]) -> None:
    """Models that think aloud, and servers that answer in parts."""
    with serving(lambda _: sent({"choices": [{"message": message}]})) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA


async def test_a_reply_that_was_cut_off_says_so() -> None:
    """The reason tells the model to be shorter, and the form stays as it is."""
    with serving(lambda _: completed(MARA_SAID[:-9], finish="length")) as server:
        async with OpenAIModel("tiny", api_key=KEY, base_url=server.url) as model:
            with pytest.raises(ModelReplyError, match="cut off at the length limit"):
                await model.ask(seen_in("Mara stood there."))

            assert model.form is ReplyFormat.SCHEMA


async def test_without_permission_nothing_is_sent() -> None:
    """With allow_calls off, no request reaches the endpoint."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        async with OpenAIModel(
            "tiny", api_key=KEY, base_url=server.url, options=EndpointOptions(allow_calls=False)
        ) as model:
            with pytest.raises(ModelRefusedError, match="switched off"):
                await model.ask(seen_in("Mara stood there."))

    assert server.requests == []


def test_one_model_serves_one_event_loop_after_another() -> None:
    """Connections of a loop that has ended are not used again."""
    with serving(lambda _: completed(MARA_SAID)) as server:
        model = OpenAIModel("tiny", api_key=KEY, base_url=server.url)

        async def asked() -> Seen:
            async with model:
                return await model.ask(seen_in("Mara stood there."))

        assert [asyncio.run(asked()), asyncio.run(asked())] == [MARA, MARA]


@pytest.mark.parametrize("url", ["ftp://host/v1", "file:///etc/passwd", "https://", "host/v1", "https://host/v1?key=1"])
def test_an_address_that_cannot_be_dialled_is_a_wrong_setting(url: str) -> None:
    """It is told when the model is made, not when it is asked."""

    with pytest.raises(ConfigurationError):
        OpenAIModel("tiny", api_key=KEY, base_url=url)


@pytest.mark.parametrize("key", ["sk-with\nline", "sk-ключ", "sk with space"])
def test_a_key_that_cannot_stand_in_a_header_is_refused_without_being_shown(key: str) -> None:
    """The library underneath would show it in its error."""

    with pytest.raises(ConfigurationError) as caught:
        OpenAIModel("tiny", api_key=key)

    assert "sk" not in str(caught.value)


def test_the_key_is_not_in_what_the_model_shows_of_itself() -> None:
    """A model printed by accident shows its name and address."""

    model = OpenAIModel("tiny", api_key=KEY, base_url="http://10.0.0.5:8080/v1/")

    assert repr(model) == "OpenAIModel('tiny', base_url='http://10.0.0.5:8080/v1')"
    assert model.address.warning is not None
