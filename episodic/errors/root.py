"""The base class of all errors of episodic."""

from __future__ import annotations


class EpisodicError(Exception):
    """The base class of all errors that episodic raises on purpose."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "", key: str = "", **values: object) -> None:
        """Create an error with an English message and hint.

        *key* names the translations of the message and the hint, and *values* are the values of their placeholders.
        """
        self.message = message.format_map(values) if key else message
        self.hint = hint.format_map(values) if key else hint
        self.message_key = key
        self.message_values = values
        super().__init__(self.message)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message
