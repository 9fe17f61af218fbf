"""Errors as answers of tools: the type, the message, and a hint, for example which tool to call next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import ValidationError

from episodic.agents.fences import with_fences
from episodic.errors import (
    AmbiguousNameError,
    DuplicateEpisodeError,
    EpisodicError,
    ModelError,
    NothingToUndoError,
    StaleRevisionError,
    StoreError,
    UnknownEntityError,
    UnknownEpisodeError,
    UnknownFactError,
    UnknownIssueError,
    UnknownPredicateError,
)
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.serialisers.error_texts import error_hint, error_text, wrong_arguments

_HINTS: Final[Mapping[type[EpisodicError], str]] = {
    UnknownEntityError: "unknown_entity",
    AmbiguousNameError: "ambiguous_name",
    UnknownEpisodeError: "unknown_chapter",
    DuplicateEpisodeError: "duplicate_chapter",
    UnknownFactError: "unknown_fact",
    UnknownIssueError: "unknown_issue",
    NothingToUndoError: "nothing_to_undo",
    StaleRevisionError: "stale",
    ModelError: "model",
    StoreError: "store",
}
"""Maps classes of errors to the keys of hints for agents, such as a hint that says which tool finds the right name. For
an error whose class is not in this map, agents get the hint of the error itself.
"""
_MESSAGE_LETTERS, _NAMES = 300, 5


def error_object(error: EpisodicError, max_tokens: int, language: Language) -> Object:
    """Return the JSON object that describes an error. For an unknown entity or predicate, the list `near` has similar
    names. For an ambiguous name, the list `candidates` has the entities that may be meant.
    """
    found: Object = {"type": type(error).__name__, "message": _message(error, language), "hint": hint(error, language)}
    match error:
        case UnknownEntityError() | UnknownPredicateError():
            found["near"] = list(error.near[:_NAMES])
        case AmbiguousNameError():
            shown = error.candidates[: max(2, min(_NAMES, max_tokens // 100))]
            candidates: list[Json] = [{"uuid": uuid, "name": name} for uuid, name in shown]
            found["candidates"] = candidates
        case _:
            pass
    return {"error": with_fences(found, language)}


def invalid_arguments(tool: str, error: ValidationError, language: Language) -> Object:
    named = message_text("agents.arguments", language)
    wrong = [f"{where or named}: {what}" for where, what in wrong_arguments(error, language)]
    message = "; ".join(wrong[:_NAMES])[:_MESSAGE_LETTERS]
    hint = message_text("agents.hint_arguments", language, tool=tool)
    return {"error": {"type": "InvalidArguments", "message": message, "hint": hint}}


def hint(error: EpisodicError, language: Language) -> str:
    """Return a hint for an agent, such as which tool finds the right name. Return the error's own hint if there is no
    hint for the type of the error.
    """
    for kind, name in _HINTS.items():
        if isinstance(error, kind):
            return message_text(f"agents.hint_{name}", language)
    return error_hint(error, language)[:_MESSAGE_LETTERS]


def _message(error: EpisodicError, language: Language) -> str:
    text = error_text(error, language)
    return text if len(text) <= _MESSAGE_LETTERS else text[:_MESSAGE_LETTERS].rstrip() + "…"
