"""The endpoint that is asked for real: any server that speaks OpenAI's chat completions."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletionMessageParam
from openai.types.chat.completion_create_params import ResponseFormat
from pydantic import BaseModel, SecretStr

from episodic.endpoints import (
    OPENAI_BASE_URL,
    EndpointAddress,
    endpoint_address,
    endpoint_key,
    retry_after,
    without_secret,
)
from episodic.errors import ConfigurationError, ModelError, ModelRefusedError, ModelReplyError, ModelUnavailableError
from episodic.llm.completions import Completion, read_completion
from episodic.llm.events import Spent
from episodic.llm.followups import RepairPrompt, with_form
from episodic.llm.metering import estimated_spending, report
from episodic.llm.replies import Unfit, read_reply, reply_class
from episodic.llm.schemas import Schema, strict_schema
from episodic.ports import Reply
from episodic.prompts import Messages, Prompt

REMOTE_TIMEOUT = 600.0
"""Seconds for a whole reply of a remote endpoint: a model that thinks first answers late."""
LOCAL_TIMEOUT = 1800.0
"""Seconds for a whole reply of an endpoint on this machine: a small processor writes a few tokens a second."""
CONNECT_TIMEOUT = 15.0

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
_FORM_WORDS = ("response_format", "json_schema", "json_object", "json schema", "grammar", "structured", "guided")


class Form(StrEnum):
    """How the form of a reply is asked for, from the strictest down; an endpoint that refuses one is asked by the next."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "plain"


_FORMS = tuple(Form)
_IGNORED_OFTEN = 3


@dataclass(frozen=True, slots=True)
class EndpointOptions:
    """How an endpoint is asked. `timeout` is in seconds for a whole reply, None chooses by where the endpoint is.

    `temperature` None leaves it to the endpoint; one that the endpoint refuses is left out from then on.
    `form` is the first form to try. Without `allow_calls` nothing is ever sent.
    """

    timeout: float | None = None
    temperature: float | None = 0.0
    max_reply_tokens: int | None = None
    form: Form = Form.SCHEMA
    allow_calls: bool = True


class OpenAIModel:
    """Asks one model of one endpoint, once a question; waiting, retrying and repairing are the chain's.

    What the endpoint was found to refuse (a form, a temperature) is remembered as long as this value lives. Redirects are not
    followed. The key stands in the request's header and nowhere else. Close it, or use it as an async context manager.
    """

    def __init__(
        self, name: str, *, api_key: str, base_url: str = OPENAI_BASE_URL, options: EndpointOptions = EndpointOptions()
    ) -> None:
        """Sends nothing yet. Raises ConfigurationError for an empty name, or a key or address that cannot be used."""
        if not name.strip():
            raise ConfigurationError("The model has no name.", hint="Set EPISODIC_MODEL.")
        self._name = name
        self._key = endpoint_key(api_key, setting="OPENAI_API_KEY")
        self._address = endpoint_address(base_url)
        self._options = options
        self._form = options.form
        self._kept = self._ignored = 0
        self._temperature = options.temperature
        self._client: openai.AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return f"OpenAIModel({self._name!r}, base_url={self._address.url!r})"

    @property
    def name(self) -> str:
        """The model's name as the endpoint knows it."""
        return self._name

    @property
    def address(self) -> EndpointAddress:
        """Where it asks; its `warning` is for the user to see."""
        return self._address

    @property
    def form(self) -> Form:
        """The form asked for by now."""
        return self._form

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The reply of one request (more only while the endpoint's forms are being found out).

        Raises ModelUnavailableError, with what Retry-After said, for what may pass; ModelRefusedError for what will not; and
        ModelReplyError, with the reply's text, for a reply that is not of the asked form.
        """
        if not self._options.allow_calls:
            raise ModelRefusedError(
                "calls to models are switched off here", hint="Allow them, or replay recorded replies."
            )
        completion, form = await self._complete(prompt)
        reply = read_reply(completion.text, reply_class(prompt))
        if not isinstance(reply, Unfit):
            self._kept += form is Form.SCHEMA
            return reply
        if completion.cut_off:
            reason = f"the reply was cut off at the length limit, after {len(completion.text):,} characters"
            raise ModelReplyError(prompt.name, reason, reply=completion.text)
        if reply.form_ignored and form is Form.SCHEMA:
            self._form_was_ignored()
        raise ModelReplyError(prompt.name, reply.reason, reply=completion.text)

    async def aclose(self) -> None:
        """Lets go of the connections; the next question opens new ones."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _complete(self, prompt: Prompt[BaseModel]) -> tuple[Completion, Form]:
        """Asks in the remembered form and, as long as forms are refused, in the next ones; the one that works is remembered."""
        forms = _FORMS[_FORMS.index(self._form) :]
        with translated(prompt.name, address=self._address, key=self._key):
            for form in forms:
                try:
                    completion = await self._request(prompt, form)
                except openai.APIStatusError as error:
                    if form is forms[-1] or not _blames_form(error):
                        raise
                else:
                    self._form = max(self._form, form, key=_FORMS.index)
                    return completion, form
        raise AssertionError("the last form either answers or raises")

    async def _request(self, prompt: Prompt[BaseModel], form: Form) -> Completion:
        """One request in this form; a second one without the temperature where the endpoint minds it."""
        temperature = self._temperature
        try:
            return await self._send(prompt, form, temperature=temperature)
        except openai.BadRequestError as error:
            if temperature is None or not _blames_temperature(error):
                raise
        completion = await self._send(prompt, form, temperature=None)
        self._temperature = None
        return completion

    async def _send(self, prompt: Prompt[BaseModel], form: Form, *, temperature: float | None) -> Completion:
        schema = strict_schema(prompt.reply) if form is Form.SCHEMA else None
        told = form is Form.SCHEMA or isinstance(prompt, RepairPrompt)
        sent = prompt.messages() if told else with_form(prompt).messages()
        limit = self._options.max_reply_tokens
        response = await self._connected().chat.completions.with_raw_response.create(
            model=self._name,
            messages=_messages(sent),
            response_format=_response_format(prompt, form, schema),
            temperature=openai.omit if temperature is None else temperature,
            # OpenAI takes the newer name only, most other servers know the older one only.
            max_completion_tokens=limit if limit and self._address.host == _OPENAI_HOST else openai.omit,
            max_tokens=limit if limit and self._address.host != _OPENAI_HOST else openai.omit,
        )
        completion = read_completion(response.text, prompt=prompt.name)
        report(_spent(completion, sent))
        return completion

    def _connected(self) -> openai.AsyncOpenAI:
        """The client of this event loop: connections that another loop opened cannot be used in this one."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._client, self._loop = self._opened(), loop
        return self._client

    def _opened(self) -> openai.AsyncOpenAI:
        whole = self._options.timeout or (LOCAL_TIMEOUT if self._address.loopback else REMOTE_TIMEOUT)
        # The gate bounds how many ask at once; waiting for a free connection must not count as a slow answer.
        timeout = openai.Timeout(whole, connect=min(CONNECT_TIMEOUT, whole), pool=None)
        client = openai.AsyncOpenAI(
            api_key=self._key.get_secret_value(),
            base_url=self._address.url,
            max_retries=0,
            timeout=timeout,
            http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False, timeout=timeout),
        )
        # The library fills these from the environment; they belong to another account than the key that was given here.
        client.organization = client.project = None
        return client

    def _form_was_ignored(self) -> None:
        """An endpoint that takes the schema and mostly does not keep to it is told the form in words from then on."""
        self._ignored += 1
        if self._ignored >= _IGNORED_OFTEN and self._ignored > self._kept and self._form is Form.SCHEMA:
            self._form = Form.OBJECT


def _messages(sent: Messages) -> Iterable[ChatCompletionMessageParam]:
    system: list[ChatCompletionMessageParam] = [{"role": "system", "content": sent.system}] if sent.system else []
    return [*system, {"role": "user", "content": sent.user}]


def _spent(completion: Completion, sent: Messages) -> Spent:
    guess = estimated_spending(sent, completion.text)
    if completion.tokens is None:
        return guess
    asked, answered, cached = completion.tokens
    return Spent(
        prompt_tokens=asked,
        completion_tokens=answered,
        cached_tokens=cached,
        prompt_characters=guess.prompt_characters,
        completion_characters=guess.completion_characters,
    )


def _response_format(prompt: Prompt[BaseModel], form: Form, schema: Schema | None) -> ResponseFormat | openai.Omit:
    if form is Form.PLAIN:
        return openai.omit
    if form is Form.OBJECT:
        return {"type": "json_object"}
    asked: dict[str, object] = dict(schema or prompt.reply.model_json_schema())
    name = re.sub(r"[^A-Za-z0-9_-]", "_", prompt.reply.__name__)[:64]
    return {"type": "json_schema", "json_schema": {"name": name, "schema": asked, "strict": schema is not None}}


def _blames_form(error: openai.APIStatusError) -> bool:
    """Whether asking in a plainer form may help: any complaint about the request, unless it is about its length."""
    words = str(error.body or error.message).casefold()
    if error.status_code in {400, 415, 422}:
        return not any(word in words for word in _TOO_LONG)
    # Some servers fail on a form they do not know instead of refusing it.
    return error.status_code in {404, 500, 501} and any(word in words for word in _FORM_WORDS)


def _blames_temperature(error: openai.APIStatusError) -> bool:
    return error.param == "temperature" or "temperature" in error.message


@contextmanager
def translated(prompt: str, *, address: EndpointAddress, key: SecretStr) -> Generator[None]:
    """Whatever the client library raises inside the block comes out as a ModelError that does not hold the key."""
    try:
        yield
    except openai.OpenAIError as error:
        # A server may repeat the key in its answer, and the library keeps the answer in its error.
        cause = None if key.get_secret_value() in str(error) else error
        raise _as_model_error(error, prompt, address=address, key=key) from cause
    except openai.InvalidWebhookSignatureError as error:
        raise ModelRefusedError("it sent what nobody asked for") from error


def _as_model_error(error: openai.OpenAIError, prompt: str, *, address: EndpointAddress, key: SecretStr) -> ModelError:
    match error:
        case openai.APITimeoutError():
            return ModelUnavailableError(prompt, f"{address.host} took too long")
        case openai.APIConnectionError():
            why = without_secret(str(error.__cause__ or ""), key)
            return ModelUnavailableError(prompt, f"no connection to {address.host}" + (f" ({why})" if why else ""))
        case openai.APIStatusError():
            return _of_status(error, prompt, said=without_secret(error.message, key))
        case openai.LengthFinishReasonError():
            return ModelReplyError(prompt, "the reply was cut off at the length limit")
        case openai.ContentFilterFinishReasonError():
            return ModelRefusedError("it declines to read this text", hint="Another model may read it.")
        case openai.APIResponseValidationError():
            return ModelUnavailableError(prompt, "the answer was cut short or is garbage")
        case _:
            return ModelRefusedError(without_secret(str(error), key) or type(error).__name__)


def _of_status(error: openai.APIStatusError, prompt: str, *, said: str) -> ModelError:
    status = error.status_code
    if 300 <= status < 400:
        target: str = error.response.headers.get("location", "")
        place = urlsplit(target).netloc.rpartition("@")[2] or "another path"
        return ModelRefusedError(
            f"it redirects to {place[:100]!r}, and redirects are not followed",
            hint="Set OPENAI_BASE_URL to the address itself.",
        )
    if status == 429 and error.code == "insufficient_quota":
        return ModelRefusedError(
            "the account has no credit left", hint="Top it up, then run the same command: it resumes."
        )
    if status in {408, 409, 425, 429} or status >= 500:
        return ModelUnavailableError(
            prompt, f"status {status}: {said}", retry_after=retry_after(error.response.headers)
        )
    hint = {401: _KEY_HINT, 403: _KEY_HINT, 404: _NAME_HINT}.get(
        status, "The request itself is refused; another model may take it."
    )
    return ModelRefusedError(f"status {status}: {said}", hint=hint)
