"""Phrases of the command line: messages that are translated into the user's language when they are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from episodic.languages import messages
from episodic.languages.registry import codes
from episodic.model.episodes import Language


class Separator(StrEnum):
    """The text between joined phrases, such as a comma. Each language has its own text for each separator."""

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
    """A text that can be rendered in any supported language. Values inside the text, such as numbers, are fixed when
    the phrase is created.
    """

    render: Callable[[Language], str]

    def spoken(self, language: Language) -> str:
        return self.render(language)

    @property
    def label(self) -> Phrase:
        """Return the phrase followed by a colon, as the output language writes it."""
        return message("marks.label", what=self)

    def __bool__(self) -> bool:
        return any(self.render(code) for code in codes())


def message(key: str, /, **values: object) -> Phrase:
    """Return the message that is stored under *key* as a phrase. A value that is itself a phrase is rendered in the
    same language as the message.
    """

    def render(language: Language) -> str:
        said = {name: value.spoken(language) if isinstance(value, Phrase) else value for name, value in values.items()}
        return messages.message_text(key, language, **said)

    return Phrase(render)


def message_or(key: str, text: str) -> Phrase:
    """Return the message that is stored under *key*, or *text* in languages without this message."""

    def render(language: Language) -> str:
        found = messages.find_template(key, language)
        return text if found is None else found

    return Phrase(render)


def same(text: str) -> Phrase:
    """Return a phrase with the same text in every language, for example a name or a text of the author."""
    return Phrase(lambda _: text)


SILENT = same("")


def joined(phrases: Iterable[Phrase], *, separator: Separator = Separator.COMMA) -> Phrase:
    """Return one phrase that consists of *phrases* with *separator* between them. Phrases without text are skipped."""
    kept = [*phrases]

    def render(language: Language) -> str:
        between = messages.template(f"marks.{separator.value}", language)
        return between.join(text for one in kept if (text := one.spoken(language)))

    return Phrase(render)


def listed(names: Iterable[str]) -> Phrase:
    """Return names or other texts of the author as a list in the style of the output language."""
    return joined([same(name) for name in names], separator=Separator.LIST)
