"""Parser that returns a model reply as an instance of its pydantic class, or the reason why the reply is invalid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from episodic.ports import Reply

_FENCE = re.compile(r"```[ \t]*[A-Za-z0-9_-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_NO_JSON = "it is not one JSON object"
_OPENINGS = 16
_SHOWN_ERRORS = 8
_SHOWN_NAME = 60


@dataclass(frozen=True, slots=True)
class InvalidReply:
    """The reason why a reply does not match its schema, in words that help a model to correct the reply.

    `form_ignored` is true if the reply is no JSON, lacks fields or has additional fields. If an endpoint enforces the
    reply schema, `form_ignored` is never true for a reply of this endpoint. `reason` quotes nothing of the reply,
    because error messages show the reason, and a reply may contain text of the manuscript.
    """

    reason: str
    form_ignored: bool


def read_reply(text: str, reply: type[Reply]) -> Reply | InvalidReply:
    """Return the reply in *text*, or the reason why *text* contains no valid reply.

    The reply may be the whole text, a code fence, or a JSON object inside prose or after a `<think>` block. Of several
    valid objects, the last one that is at least half as long as the longest is returned. An object less than half as
    long as the longest valid object is skipped. Such a short object may be a draft before the answer, or a stray `{}`
    after the answer.
    """
    shown = _after_thought(text)
    value = _read_shown(shown, _candidates(shown), reply)
    if isinstance(value, InvalidReply) and shown != text:
        # A string inside the reply may contain `</think>`, so that the text after the last `</think>` is no valid
        # reply. The whole text is parsed, too, if the text after the last `</think>` is no valid reply.
        around = [one for one in _candidates(text) if any(mark in one for mark in _THOUGHT_ENDS)]
        whole = _read_shown(text, around, reply)
        return value if isinstance(whole, InvalidReply) else whole
    return value


def _read_shown(shown: str, candidates: Iterable[str], reply: type[Reply]) -> Reply | InvalidReply:
    if not shown.strip():
        return InvalidReply("the reply is empty", form_ignored=False)
    fitting: list[Reply] = []
    lengths: list[int] = []
    faults: list[tuple[int, InvalidReply]] = []
    for candidate in candidates:
        value = _read(candidate, reply)
        if isinstance(value, InvalidReply):
            faults.append((len(candidate), value))
        else:
            fitting.append(value)
            lengths.append(len(candidate))
    if fitting:
        return [value for value, length in zip(fitting, lengths, strict=True) if 2 * length >= max(lengths)][-1]
    # Faults of a JSON object are preferred, because they help the model more than the message that the prose around the
    # object is not JSON.
    in_objects = [fault for fault in faults if not fault[1].reason.startswith(_NO_JSON)]
    nothing = (0, InvalidReply("it contains no JSON object", form_ignored=True))
    return max(in_objects or faults, key=lambda fault: fault[0], default=nothing)[1]


def _read(candidate: str, reply: type[Reply]) -> Reply | InvalidReply:
    try:
        value = reply.model_validate_json(candidate)
    except ValidationError as error:
        return _unfit(error)
    if reply.model_fields and not value.model_fields_set:
        # An object without fields is refused: it would be valid if all fields have defaults, and would wrongly mean
        # that nothing was found.
        return InvalidReply(f"it has none of the fields {', '.join(reply.model_fields)}", form_ignored=True)
    return value


_THOUGHT_ENDS = ("</think>", "</thinking>", "</reasoning>")


def _after_thought(text: str) -> str:
    shown = text.removeprefix("\ufeff")
    for mark in _THOUGHT_ENDS:
        _, found, after = shown.rpartition(mark)
        if found and after.strip():
            shown = after
    return shown


def _candidates(text: str) -> Iterator[str]:
    """Yield the parts of a text that may be the reply, without repetitions: the whole text, the contents of code
    fences, JSON objects.
    """
    seen = {text.strip()}
    yield text.strip()
    for candidate in (*_FENCE.findall(text), *_objects(text)):
        if candidate.strip() not in seen:
            seen.add(candidate.strip())
            yield candidate.strip()


def _objects(text: str) -> Iterator[str]:
    """Yield the JSON objects in a text. At most 16 opening braces are tried, so that a text with many braces takes
    little time. The search stops at an object without an end, because the reply was cut off there. A complete object
    inside the incomplete one is not the answer.
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


def _unfit(error: ValidationError) -> InvalidReply:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    reason = "; ".join(_described(fault) for fault in faults[:_SHOWN_ERRORS])
    if faults[0]["type"] == "json_invalid":
        return InvalidReply(f"{_NO_JSON} ({reason})", form_ignored=True)
    if len(faults) > _SHOWN_ERRORS:
        reason += f"; and {len(faults) - _SHOWN_ERRORS} more"
    # An endpoint that enforces the schema prevents missing and additional fields. Such an endpoint does not prevent
    # values outside ranges and patterns, because the schema contains no ranges and no patterns.
    return InvalidReply(reason, form_ignored=any(fault["type"] in {"missing", "extra_forbidden"} for fault in faults))


def _described(fault: ErrorDetails) -> str:
    place = ""
    for step in fault["loc"]:
        place += f"[{step}]" if isinstance(step, int) else f".{_CONTROLS.sub(' ', step)[:_SHOWN_NAME]}"
    message = _CONTROLS.sub(" ", fault["msg"])
    return f"{place.lstrip('.')}: {message}" if place else message
