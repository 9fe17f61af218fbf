"""The text of a reply as a value of the asked class, or the precise reason why it is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from episodic.ports import Reply
from episodic.prompts import Prompt

_FENCE = re.compile(r"```[ \t]*[A-Za-z0-9_-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_NO_JSON = "it is not one JSON object"
_OPENINGS = 16
_SHOWN_ERRORS = 8
_SHOWN_NAME = 60


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a reply is not of the asked form, in words that the model can act on.

    `form_ignored` says that an endpoint which enforces the form could not have sent it. The words quote no value of the reply:
    they end up in errors, and the reply quotes the manuscript.
    """

    reason: str
    form_ignored: bool


def reply_class(prompt: Prompt[Reply]) -> type[Reply]:
    """The class that the reply to *prompt* must have."""
    # Every prompt class sets `reply` to the class that it is generic over; a class variable cannot say so.
    return cast("type[Reply]", prompt.reply)


def read_reply(text: str, reply: type[Reply]) -> Reply | Unfit:
    """The value that *text* holds: all of it, or one in a code fence, or one JSON object amid prose or after `<think>`.

    Where several objects fit, the last one counts that is at least half as long as the longest: a draft before the answer and
    a stray `{}` after it are both passed over.
    """
    shown = _after_thought(text)
    value = _read_shown(shown, _candidates(shown), reply)
    if isinstance(value, Unfit) and shown != text:
        # What closes a thought may also stand in the words of a reply; a draft inside a thought is none.
        around = [one for one in _candidates(text) if any(mark in one for mark in _THOUGHT_ENDS)]
        whole = _read_shown(text, around, reply)
        return value if isinstance(whole, Unfit) else whole
    return value


def _read_shown(shown: str, candidates: Iterable[str], reply: type[Reply]) -> Reply | Unfit:
    if not shown.strip():
        return Unfit("the reply is empty", form_ignored=False)
    fitting: list[Reply] = []
    lengths: list[int] = []
    faults: list[tuple[int, Unfit]] = []
    for candidate in candidates:
        value = _read(candidate, reply)
        if isinstance(value, Unfit):
            faults.append((len(candidate), value))
        else:
            fitting.append(value)
            lengths.append(len(candidate))
    if fitting:
        return [value for value, length in zip(fitting, lengths, strict=True) if 2 * length >= max(lengths)][-1]
    # What is wrong inside an object says more than that the prose around it is no JSON.
    objects = [one for one in faults if not one[1].reason.startswith(_NO_JSON)]
    nothing = (0, Unfit("it holds no JSON object", form_ignored=True))
    return max(objects or faults, key=lambda one: one[0], default=nothing)[1]


def _read(candidate: str, reply: type[Reply]) -> Reply | Unfit:
    try:
        value = reply.model_validate_json(candidate)
    except ValidationError as error:
        return _unfit(error)
    if reply.model_fields and not value.model_fields_set:
        # Every field has a default, and a stray `{}` would pass for "nothing found".
        return Unfit(f"none of its fields is there: {', '.join(reply.model_fields)}", form_ignored=True)
    return value


_THOUGHT_ENDS = ("</think>", "</thinking>", "</reasoning>")


def _after_thought(text: str) -> str:
    """What follows the last closed thought; a thought that was never closed is part of the reply."""
    shown = text.removeprefix("\ufeff")
    for mark in _THOUGHT_ENDS:
        _, found, after = shown.rpartition(mark)
        if found and after.strip():
            shown = after
    return shown


def _candidates(text: str) -> Iterator[str]:
    """Everything in *text* that may be the JSON asked for, each once, in the order of the text after the text itself."""
    seen = {text.strip()}
    yield text.strip()
    for candidate in (*_FENCE.findall(text), *_objects(text)):
        if candidate.strip() not in seen:
            seen.add(candidate.strip())
            yield candidate.strip()


def _objects(text: str) -> Iterator[str]:
    """The outermost `{...}` of *text*, braces inside JSON strings not counted.

    A brace of prose that never closes is passed over, at most 16 of them. One that begins an object and never closes is a reply
    that was cut off, and ends the search: an object inside it is not the answer.
    """
    position = 0
    for _ in range(_OPENINGS):
        start = text.find("{", position)
        if start < 0:
            return
        end = _closing(text, start)
        if end is not None:
            yield text[start:end]
        elif _OBJECT_BEGINS.match(text, start):
            return
        position = start + 1 if end is None else end


_OBJECT_BEGINS = re.compile(r'\{\s*"')
_STRUCTURE = re.compile(r'["{}]')
_STRING_END = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


def _closing(text: str, start: int) -> int | None:
    """The offset after the brace that closes the one at *start*, or None."""
    depth, position = 0, start
    while (found := _STRUCTURE.search(text, position)) is not None:
        position = found.end()
        if found.group() == '"':
            string = _STRING_END.match(text, position)
            if string is None:
                return None
            position = string.end()
        else:
            depth += 1 if found.group() == "{" else -1
            if depth == 0:
                return position
    return None


def _unfit(error: ValidationError) -> Unfit:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    words = "; ".join(_said(fault) for fault in faults[:_SHOWN_ERRORS])
    if faults[0]["type"] == "json_invalid":
        return Unfit(f"{_NO_JSON} ({words})", form_ignored=True)
    if len(faults) > _SHOWN_ERRORS:
        words += f"; and {len(faults) - _SHOWN_ERRORS} more"
    # A form that is enforced makes every field required and knows no others; ranges and patterns are checked here only.
    return Unfit(words, form_ignored=any(fault["type"] in {"missing", "extra_forbidden"} for fault in faults))


def _said(fault: ErrorDetails) -> str:
    place = ""
    for step in fault["loc"]:
        place += f"[{step}]" if isinstance(step, int) else f".{_CONTROLS.sub(' ', step)[:_SHOWN_NAME]}"
    words = _CONTROLS.sub(" ", fault["msg"])
    return f"{place.lstrip('.')}: {words}" if place else words
