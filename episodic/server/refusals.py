"""Requests that the HTTP server itself refuses, such as a request without a key, with texts in the caller's language.

The message of a refusal has the key `refusals.KEY`, and the hint has the key `refusals.hint_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.server.problems import Problem


@dataclass
class Refusal(Exception):  # noqa: N818 - the request is refused, and the server has no error
    """A request that the server refuses. The application answers a refused request with a problem response, whose title
    is the same in all languages.

    `key` names the message and the hint of the refusal, and `values` are the values of their placeholders.
    """

    status: int
    title: str
    key: str
    values: Mapping[str, object] = field(default_factory=dict[str, object])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def problem(self, language: Language) -> Problem:
        """Return the refusal as a problem response's content, with its message and hint in *language*."""
        detail = message_text(f"refusals.{self.key}", language, **self.values)
        hint = message_text(f"refusals.hint_{self.key}", language, **self.values)
        return Problem(self.status, self.title, detail, hint, headers=self.headers)
