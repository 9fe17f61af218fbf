"""The base class of all errors of episodic."""

from __future__ import annotations


class EpisodicError(Exception):
    """The base class of all errors that episodic raises on purpose."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message
