"""The body of a chat completion, as servers really send it: the text of the reply, why it ended, and what it took."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, Field, ValidationError

from episodic.errors import ModelRefusedError, ModelUnavailableError


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back; `tokens` are (prompt, completion, cached prompt), None where the server does not say."""

    text: str
    cut_off: bool
    tokens: tuple[int, int, int] | None


class _Part(BaseModel):
    text: str | None = None


class _Message(BaseModel):
    content: str | list[_Part] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None


class _Trouble(BaseModel):
    message: str = ""
    code: int | str | None = None


class _Body(BaseModel):
    choices: list[_Choice] | None = Field(default=None)
    usage: _Usage | None = None
    error: _Trouble | str | None = None


def read_completion(body: str, *, prompt: str) -> Completion:
    """What an answer of status 200 holds. *prompt* is the prompt's name, for errors; no error quotes the body.

    Raises ModelUnavailableError for a body that is cut short, has no reply in it or reports a passing error, and
    ModelRefusedError for one that is no chat completion, or in which the model or a filter declines to answer.
    """
    try:
        answer = _Body.model_validate_json(body)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid" and not body.lstrip().startswith("<"):
            raise ModelUnavailableError(prompt, "the answer was cut short or is garbage") from error
        raise _foreign() from error
    if answer.error is not None:
        raise _reported(answer.error, prompt)
    if answer.choices is None:
        raise _foreign()
    if not answer.choices:
        raise ModelUnavailableError(prompt, "the answer holds no reply")
    choice = answer.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise ModelRefusedError("it declines to read this text", hint="Another model may read it.")
    return Completion(
        text=_text(choice.message), cut_off=choice.finish_reason == "length", tokens=_tokens(answer.usage)
    )


def _foreign() -> ModelRefusedError:
    return ModelRefusedError(
        "what answers there is no OpenAI-compatible endpoint", hint="Check OPENAI_BASE_URL; it usually ends in /v1."
    )


def _reported(error: _Trouble | str, prompt: str) -> ModelRefusedError | ModelUnavailableError:
    """Some servers answer 200 and put the error into the body."""
    code = "" if isinstance(error, str) or error.code is None else str(error.code)
    if code in {"408", "409", "429"} or (len(code) == 3 and code.startswith("5")):
        return ModelUnavailableError(prompt, f"the answer reports error {code}")
    return ModelRefusedError(f"the answer reports error {code[:60]}" if code else "the answer reports an error")


def _text(message: _Message) -> str:
    """The content; where a server put everything into the reasoning, that."""
    content = message.content
    if isinstance(content, list):
        content = "".join(part.text or "" for part in content)
    return content if content and content.strip() else message.reasoning_content or ""


def _tokens(usage: _Usage | None) -> tuple[int, int, int] | None:
    if usage is None or usage.prompt_tokens is None:
        return None
    cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else None
    return usage.prompt_tokens, usage.completion_tokens or 0, cached or 0
