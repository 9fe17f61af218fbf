"""Parser of chat completion responses: reply text, whether the reply was cut off, token counts, reported errors."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, Field, ValidationError

from episodic.errors import ModelRefusedError, ModelUnavailableError


@dataclass(frozen=True, slots=True)
class Completion:
    """A parsed chat completion.

    `tokens` contains the numbers of prompt tokens, completion tokens and cached prompt tokens, or is None if the server
    sends no counts.
    """

    text: str
    cut_off: bool
    tokens: tuple[int, int, int] | None


class _ContentPart(BaseModel):
    text: str | None = None


class _Message(BaseModel):
    content: str | list[_ContentPart] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Details(BaseModel):
    cached_tokens: int | None = None


class _CompletionUsage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None


class _ReportedError(BaseModel):
    message: str = ""
    code: int | str | None = None


class _CompletionBody(BaseModel):
    choices: list[_Choice] | None = Field(default=None)
    usage: _CompletionUsage | None = None
    error: _ReportedError | str | None = None


def read_completion(body: str, *, prompt: str) -> Completion:
    """Parse the body of a response with status 200. *prompt* is the prompt's name for error messages.

    Error messages never quote the body of the response. Raise ModelUnavailableError if the body is truncated or no
    valid JSON, contains no reply or reports a temporary error. Raise ModelRefusedError if the body is HTML or JSON
    other than a chat completion, or if it reports a permanent error. Raise ModelRefusedError also if the model or a
    content filter declines to answer.
    """
    try:
        answer = _CompletionBody.model_validate_json(body)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid" and not body.lstrip().startswith("<"):
            raise ModelUnavailableError(prompt, "the response was truncated or is not valid JSON") from error
        raise _incompatible() from error
    if answer.error is not None:
        raise _reported(answer.error, prompt)
    if answer.choices is None:
        raise _incompatible()
    if not answer.choices:
        raise ModelUnavailableError(prompt, "the response contains no reply")
    choice = answer.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise ModelRefusedError("the model declines to read this text", hint="Another model may accept it.")
    return Completion(
        text=_text(choice.message), cut_off=choice.finish_reason == "length", tokens=_tokens(answer.usage)
    )


def _incompatible() -> ModelRefusedError:
    return ModelRefusedError(
        "the server is not an OpenAI-compatible endpoint", hint="Check OPENAI_BASE_URL; it usually ends in /v1."
    )


def _reported(error: _ReportedError | str, prompt: str) -> ModelRefusedError | ModelUnavailableError:
    """Return the ModelError for an error in the body of a response with the status 200. The error counts as temporary
    if its code is 408, 409, 429 or 5xx.
    """
    code = "" if isinstance(error, str) or error.code is None else str(error.code)
    if code in {"408", "409", "429"} or (len(code) == 3 and code.startswith("5")):
        return ModelUnavailableError(prompt, f"the response reports error {code}")
    return ModelRefusedError(f"the response reports error {code[:60]}" if code else "the response reports an error")


def _text(message: _Message) -> str:
    """Return the text of the reply. Some servers send it as `reasoning_content` and leave `content` empty."""
    content = message.content
    if isinstance(content, list):
        content = "".join(part.text or "" for part in content)
    return content if content and content.strip() else message.reasoning_content or ""


def _tokens(usage: _CompletionUsage | None) -> tuple[int, int, int] | None:
    if usage is None or usage.prompt_tokens is None:
        return None
    cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else None
    return usage.prompt_tokens, usage.completion_tokens or 0, cached or 0
