"""Phrases of the command line: messages that are translated into the user's language when they are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from episodic.languages import messages
from episodic.languages.registry import codes
from episodic.model.episodes import Language


class Separator(StrEnum):
    """What stands between phrases that are joined, such as a comma. Each language has its own text for each
    separator.
    """

    COMMA = "comma"
    LIST = "list"
    SEMICOLON = "semicolon"
    SENTENCE = "sentence"
    OR = "or"
    QUOTES = "quotes"
    SPACE = "space"
    GAP = "gap"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text that can be rendered in any supported language. The values that the message contains are fixed when the
    phrase is created.
    """

    render: Callable[[Language], str]

    def spoken(self, language: Language) -> str:
        return self.render(language)

    @property
    def label(self) -> Phrase:
        """Return the phrase with the colon of the output language after it."""
        return message("marks.label", what=self)

    def __bool__(self) -> bool:
        return any(self.render(code) for code in codes())


def message(key: str, /, **values: object) -> Phrase:
    """Return the message with the key *key* as a phrase. Values that are phrases are rendered in the language of the
    message.
    """

    def render(language: Language) -> str:
        said = {name: value.spoken(language) if isinstance(value, Phrase) else value for name, value in values.items()}
        return messages.message_text(key, language, **said)

    return Phrase(render)


def message_or(key: str, text: str) -> Phrase:
    """Return the message with the key *key*, or *text* in languages without that message."""

    def render(language: Language) -> str:
        found = messages.find_template(key, language)
        return text if found is None else found

    return Phrase(render)


def same(text: str) -> Phrase:
    """Return a phrase with the same text in every language, for example a name or a text of the author."""
    return Phrase(lambda _: text)


SILENT = same("")


def joined(phrases: Iterable[Phrase], *, separator: Separator = Separator.COMMA) -> Phrase:
    """Return the *phrases* that have text as one phrase, with *separator* between them."""
    kept = [*phrases]

    def render(language: Language) -> str:
        between = messages.template(f"marks.{separator.value}", language)
        return between.join(text for one in kept if (text := one.spoken(language)))

    return Phrase(render)


def listed(names: Iterable[str]) -> Phrase:
    """Return names or other texts of the author as a list in the style of the output language."""
    return joined([same(name) for name in names], separator=Separator.LIST)
