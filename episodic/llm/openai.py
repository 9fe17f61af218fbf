"""Model client for any server with an OpenAI-compatible chat completions API."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self

import openai
from openai.types.chat import ChatCompletionMessageParam
from openai.types.chat.completion_create_params import ResponseFormat
from pydantic import BaseModel, SecretStr

from episodic.concurrency import LoopClient
from episodic.endpoints import (
    OPENAI_BASE_URL,
    EndpointAddress,
    endpoint_address,
    endpoint_key,
)
from episodic.errors import ConfigurationError, ModelError, ModelRefusedError, ModelReplyError, ModelUnavailableError
from episodic.llm.chain_prompts import RepairPrompt, with_form
from episodic.llm.completions import Completion, read_completion
from episodic.llm.events import TokenUsage
from episodic.llm.metering import estimated_spending, report
from episodic.llm.reply_parsing import InvalidReply, read_reply
from episodic.llm.schemas import Schema, strict_schema
from episodic.openai_endpoint import failure_of, opened_client
from episodic.ports import Reply
from episodic.prompts import Messages, Prompt

REMOTE_TIMEOUT = 600.0
"""The timeout in seconds for a whole reply from a remote endpoint, long enough for reasoning models."""
LOCAL_TIMEOUT = 1800.0
"""The timeout in seconds for a whole reply from an endpoint on the same machine, which may generate only a few tokens
per second.
"""

_OPENAI_HOST = "api.openai.com"
_KEY_HINT = "Check OPENAI_API_KEY."
_NAME_HINT = "Check EPISODIC_MODEL and OPENAI_BASE_URL."
_TOO_LONG = (
    "context length",
    "context_length",
    "context window",
    "maximum context",
    "too long",
    "too many tokens",
    "context size",
)
_FORMAT_TERMS = ("response_format", "json_schema", "json_object", "json schema", "grammar", "structured", "guided")


class ReplyFormat(StrEnum):
    """The ways in which a request can ask for a JSON reply, strictest first.

    If an endpoint refuses a format, the client tries the next format.
    """

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "plain"


_FORMATS = tuple(ReplyFormat)
_IGNORED_LIMIT = 3


@dataclass(frozen=True, slots=True)
class EndpointOptions:
    """Options for the requests to a model endpoint.

    `timeout` is in seconds for a whole reply (None: a default that depends on whether the endpoint is local). If
    `temperature` is None, the endpoint uses its own default. If the endpoint refuses a temperature, later requests omit
    the temperature. `form` is the first reply format to try. If `allow_calls` is false, no request is ever sent.
    """

    timeout: float | None = None
    temperature: float | None = 0.0
    max_reply_tokens: int | None = None
    form: ReplyFormat = ReplyFormat.SCHEMA
    allow_calls: bool = True


class OpenAIModel:
    """A client for one model of one endpoint, which sends one request per prompt unless the endpoint refuses the reply
    format or the temperature.

    The client does not queue or retry requests and does not repair replies, because separate wrappers of the chain do
    so. The client remembers which reply formats and temperatures the endpoint refused. The client does not follow
    redirects. The API key is sent in the request header and appears nowhere else. The client must be closed, or used as
    an async context manager.
    """

    def __init__(
        self, name: str, *, api_key: str, base_url: str = OPENAI_BASE_URL, options: EndpointOptions = EndpointOptions()
    ) -> None:
        """Raise ConfigurationError for an empty name, or for an invalid key or address."""
        if not name.strip():
            raise ConfigurationError("The model has no name.", hint="Set EPISODIC_MODEL.")
        self._name = name
        self._key = endpoint_key(api_key, setting="OPENAI_API_KEY")
        self._address = endpoint_address(base_url)
        self._options = options
        self._form = options.form
        self._kept = self._ignored = 0
        self._temperature = options.temperature
        self._timeout = options.timeout or (LOCAL_TIMEOUT if self._address.loopback else REMOTE_TIMEOUT)
        self._client = LoopClient(self._opened)

    def __repr__(self) -> str:
        return f"OpenAIModel({self._name!r}, base_url={self._address.url!r})"

    @property
    def name(self) -> str:
        """The name by which the endpoint knows the model."""
        return self._name

    @property
    def address(self) -> EndpointAddress:
        """The endpoint's address. The address has a `warning` for the user if requests travel unencrypted to another
        machine; otherwise `warning` is None.
        """
        return self._address

    @property
    def form(self) -> ReplyFormat:
        """The reply format that the next request will ask for."""
        return self._form

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the model's reply to the prompt, after one request or, if the endpoint refuses a reply format or the
        temperature, several.

        Raise ModelUnavailableError (with the Retry-After value) for temporary failures, and ModelRefusedError for
        permanent failures. Raise ModelReplyError (with the reply's text) for a reply that does not match the requested
        schema.
        """
        if not self._options.allow_calls:
            raise ModelRefusedError(
                "model calls are switched off by `allow_calls`", hint="Allow them, or replay recorded replies."
            )
        completion, form = await self._complete(prompt)
        reply = read_reply(completion.text, prompt.reply)
        if not isinstance(reply, InvalidReply):
            self._kept += form is ReplyFormat.SCHEMA
            return reply
        if completion.cut_off:
            reason = f"the reply was cut off at the length limit, after {len(completion.text):,} characters"
            raise ModelReplyError(prompt.name, reason, reply=completion.text)
        if reply.form_ignored and form is ReplyFormat.SCHEMA:
            self._form_was_ignored()
        raise ModelReplyError(prompt.name, reply.reason, reply=completion.text)

    async def aclose(self) -> None:
        """Close the connections. A call of `ask` after `aclose` opens new connections."""
        await self._client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _complete(self, prompt: Prompt[BaseModel]) -> tuple[Completion, ReplyFormat]:
        """Return the completion and the reply format that the endpoint accepted. Later requests begin with the accepted
        format.
        """
        forms = _FORMATS[_FORMATS.index(self._form) :]
        with translated(prompt.name, address=self._address, key=self._key):
            for form in forms:
                try:
                    completion = await self._request(prompt, form)
                except openai.APIStatusError as error:
                    if form is forms[-1] or not _blames_form(error):
                        raise
                else:
                    self._form = max(self._form, form, key=_FORMATS.index)
                    return completion, form
        raise AssertionError("the last format either returns or raises")

    async def _request(self, prompt: Prompt[BaseModel], form: ReplyFormat) -> Completion:
        """Send the prompt and return the completion. If the endpoint refuses the temperature, the request is repeated
        without a temperature. If the request without a temperature succeeds, later requests are also sent without a
        temperature.
        """
        temperature = self._temperature
        try:
            return await self._send(prompt, form, temperature=temperature)
        except openai.BadRequestError as error:
            if temperature is None or not _blames_temperature(error):
                raise
        completion = await self._send(prompt, form, temperature=None)
        self._temperature = None
        return completion

    async def _send(self, prompt: Prompt[BaseModel], form: ReplyFormat, *, temperature: float | None) -> Completion:
        schema = strict_schema(prompt.reply) if form is ReplyFormat.SCHEMA else None
        has_schema = form is ReplyFormat.SCHEMA or isinstance(prompt, RepairPrompt)
        sent = prompt.messages() if has_schema else with_form(prompt).messages()
        limit = self._options.max_reply_tokens
        async with asyncio.timeout(self._timeout):
            response = await self._client.get().chat.completions.with_raw_response.create(
                model=self._name,
                messages=_messages(sent),
                response_format=_response_format(prompt, form, schema),
                temperature=openai.omit if temperature is None else temperature,
                # Newer models of OpenAI accept only `max_completion_tokens`. Many other servers know only `max_tokens`.
                max_completion_tokens=limit if limit and self._address.host == _OPENAI_HOST else openai.omit,
                max_tokens=limit if limit and self._address.host != _OPENAI_HOST else openai.omit,
            )
        completion = read_completion(response.text, prompt=prompt.name)
        report(_spent(completion, sent))
        return completion

    def _opened(self) -> openai.AsyncOpenAI:
        return opened_client(self._address, self._key, timeout=self._timeout)

    def _form_was_ignored(self) -> None:
        """Count a reply that ignores the requested schema. If at least three replies have ignored the schema, and more
        replies have ignored it than obeyed it, later prompts contain the schema as text.
        """
        self._ignored += 1
        if self._ignored >= _IGNORED_LIMIT and self._ignored > self._kept and self._form is ReplyFormat.SCHEMA:
            self._form = ReplyFormat.OBJECT


def _messages(sent: Messages) -> Iterable[ChatCompletionMessageParam]:
    system: list[ChatCompletionMessageParam] = [{"role": "system", "content": sent.system}] if sent.system else []
    return [*system, {"role": "user", "content": sent.user}]


def _spent(completion: Completion, sent: Messages) -> TokenUsage:
    guess = estimated_spending(sent, completion.text)
    if completion.tokens is None:
        return guess
    asked, answered, cached = completion.tokens
    return TokenUsage(
        prompt_tokens=asked,
        completion_tokens=answered,
        cached_tokens=cached,
        prompt_characters=guess.prompt_characters,
        completion_characters=guess.completion_characters,
    )


def _response_format(
    prompt: Prompt[BaseModel], form: ReplyFormat, schema: Schema | None
) -> ResponseFormat | openai.Omit:
    if form is ReplyFormat.PLAIN:
        return openai.omit
    if form is ReplyFormat.OBJECT:
        return {"type": "json_object"}
    asked: dict[str, object] = dict(schema or prompt.reply.model_json_schema())
    name = re.sub(r"[^A-Za-z0-9_-]", "_", prompt.reply.__name__)[:64]
    return {"type": "json_schema", "json_schema": {"name": name, "schema": asked, "strict": schema is not None}}


def _blames_form(error: openai.APIStatusError) -> bool:
    """Return whether the endpoint may have refused the reply format, so that a less strict format may succeed."""
    message = str(error.body or error.message).casefold()
    if error.status_code in {400, 415, 422}:
        return not any(phrase in message for phrase in _TOO_LONG)
    # Servers that do not know a response format may answer with an unrelated status such as 404 or 500.
    return error.status_code in {404, 500, 501} and any(term in message for term in _FORMAT_TERMS)


def _blames_temperature(error: openai.APIStatusError) -> bool:
    return error.param == "temperature" or "temperature" in error.message


@contextmanager
def translated(prompt: str, *, address: EndpointAddress, key: SecretStr) -> Generator[None]:
    """If the client library raises an error inside the `with` block, raise a ModelError that does not contain the API
    key.
    """
    try:
        yield
    except (openai.OpenAIError, TimeoutError) as error:
        # The error of the library `openai` contains the server's response, in which the server may have repeated the
        # key.
        cause = None if key.get_secret_value() in str(error) else error
        raise _as_model_error(error, prompt, address=address, key=key) from cause
    except openai.InvalidWebhookSignatureError as error:
        raise ModelRefusedError("the client library reported an invalid webhook signature") from error


def _as_model_error(
    error: openai.OpenAIError | TimeoutError, prompt: str, *, address: EndpointAddress, key: SecretStr
) -> ModelError:
    if isinstance(error, openai.LengthFinishReasonError):
        return ModelReplyError(prompt, "the reply was cut off at the length limit")
    if isinstance(error, openai.ContentFilterFinishReasonError):
        return ModelRefusedError("the model declines to read this text", hint="Another model may accept it.")
    failure = failure_of(error, address=address, key=key)
    if failure.temporary:
        return ModelUnavailableError(prompt, failure.reason, retry_after=failure.retry_after)
    if failure.redirects:
        return ModelRefusedError(f"it {failure.reason}", hint="Set OPENAI_BASE_URL to the target address.")
    if failure.no_credit:
        return ModelRefusedError(
            "the account has no credit left", hint="Add credit, then run the same command again: it resumes."
        )
    if failure.status is None:
        return ModelRefusedError(failure.reason)
    hint = {401: _KEY_HINT, 403: _KEY_HINT, 404: _NAME_HINT}.get(
        failure.status, "The endpoint rejected the request; another model may accept it."
    )
    return ModelRefusedError(failure.reason, hint=hint)
