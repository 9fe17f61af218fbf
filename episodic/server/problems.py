"""Errors as HTTP responses of the media type application/problem+json (RFC 9457), each with a hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import ValidationError
from starlette.responses import JSONResponse

from episodic.errors import (
    AmbiguousNameError,
    BudgetExceededError,
    DuplicateEpisodeError,
    EmbedderMismatchError,
    EpisodicError,
    HistoryCompactedError,
    InputError,
    JobLostError,
    JobStateError,
    ModelError,
    ModelUnavailableError,
    NothingToUndoError,
    RevisionMismatchError,
    StaleRevisionError,
    StoreFullError,
    StoreUnavailableError,
    UnknownEntityError,
    UnknownEpisodeError,
    UnknownFactError,
    UnknownIssueError,
    UnknownJobError,
    UnknownKeyError,
    UnknownPredicateError,
    UnknownRevisionError,
)
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.serialisers.error_texts import error_hint, error_text, wrong_arguments

MEDIA_TYPE: Final = "application/problem+json"
_NOT_FOUND = (
    UnknownEntityError,
    UnknownEpisodeError,
    UnknownFactError,
    UnknownIssueError,
    UnknownJobError,
    UnknownKeyError,
    UnknownPredicateError,
    UnknownRevisionError,
)
_CONFLICTS = (
    AmbiguousNameError,
    DuplicateEpisodeError,
    EmbedderMismatchError,
    HistoryCompactedError,
    JobLostError,
    JobStateError,
    NothingToUndoError,
    StaleRevisionError,
)
_STATUSES: Final[Sequence[tuple[tuple[type[EpisodicError], ...], int]]] = (
    (_NOT_FOUND, 404),
    (_CONFLICTS, 409),
    ((RevisionMismatchError,), 412),
    ((InputError,), 400),
    ((StoreUnavailableError, BudgetExceededError, ModelUnavailableError), 503),
    ((StoreFullError,), 507),
    ((ModelError,), 502),
)
"""The HTTP status of each class of errors. The first entry whose class is the error's class or a base class of it gives
the HTTP status. An error whose class matches no entry of this table has the HTTP status 500.
"""
PROBLEM_SCHEMA: Final[Object] = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "hint": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail", "hint"],
}
"""The JSON schema of every error response."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The content of a problem response. `more` contains further keys of the JSON body of the response."""

    status: int
    title: str
    detail: str
    hint: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    more: Mapping[str, Json] = field(default_factory=dict[str, Json])

    def response(self) -> JSONResponse:
        body: Object = {
            "type": f"urn:episodic:{self.title}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "hint": self.hint,
            **self.more,
        }
        return JSONResponse(body, self.status, headers=dict(self.headers), media_type=MEDIA_TYPE)


def status_of(error: EpisodicError) -> int:
    return next((status for kinds, status in _STATUSES if isinstance(error, kinds)), 500)


def described_error(error: EpisodicError, language: Language) -> Object:
    """Return an error's type, message and hint. For an unknown or ambiguous name, or an unknown predicate, also return
    the names that may be meant.
    """
    texts: Object = {"message": error_text(error, language), "hint": error_hint(error, language)}
    found: Object = {"type": type(error).__name__, **texts}
    if isinstance(error, UnknownEntityError | UnknownPredicateError):
        found["near"] = list(error.near)
    if isinstance(error, AmbiguousNameError):
        found["candidates"] = [{"uuid": uuid, "name": name} for uuid, name in error.candidates]
    return found


def problem_of(error: EpisodicError, language: Language) -> Problem:
    """Return the problem response's content for an error, with its message and hint in *language*."""
    described = described_error(error, language)
    more = {key: value for key, value in described.items() if key not in {"type", "message", "hint"}}
    status = status_of(error)
    headers = {"Retry-After": "10"} if status == 503 else {}
    return Problem(
        status, str(described["type"]), str(described["message"]), str(described["hint"]), headers=headers, more=more
    )


def invalid_request(error: ValidationError, language: Language) -> Problem:
    """Return the problem (422) for query parameters or a body that do not fit their schema, with texts in *language*."""
    wrong: list[Json] = [{"where": where, "message": message} for where, message in wrong_arguments(error, language)]
    return Problem(
        422,
        "InvalidRequest",
        message_text("errors.arguments", language),
        message_text("errors.hint_arguments", language),
        more={"errors": wrong},
    )
