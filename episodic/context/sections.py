"""The sections of a context pack, and the lines of a section with their sources."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.prompts import fenced
from episodic.search.fact_views import Quotation


class SectionKind(StrEnum):
    """The sections of a context pack, in the order in which the pack's text (`ContextPack.to_prompt`) shows them."""

    SCENE = "scene"
    PLAN = "plan"
    CALENDAR = "calendar"
    CAST = "cast"
    RELATIONS = "relations"
    KNOWLEDGE = "knowledge"
    THREADS = "threads"
    ISSUES = "issues"
    VOICE = "voice"


SHARES = {
    SectionKind.SCENE: 18,
    SectionKind.PLAN: 10,
    SectionKind.CALENDAR: 3,
    SectionKind.CAST: 24,
    SectionKind.RELATIONS: 8,
    SectionKind.KNOWLEDGE: 14,
    SectionKind.THREADS: 12,
    SectionKind.ISSUES: 5,
    SectionKind.VOICE: 6,
}
"""The share of each section in the token budget, in percent. Tokens that a section does not need go to the other
sections.
"""


@dataclass(frozen=True, slots=True)
class ContextLine:
    """One line of a section, with its source.

    `uuid` is the id of the fact, passage, entity, issue or planned chapter from which the line comes. For speech,
    `uuid` is the id of the speaker, and for narration the id of the chapter. `quote` is the text that supports the
    line. `number` is the number by which the pack's text refers to the quote. A `verbatim` line is text of the author,
    which the pack's text shows between fences. The pack's text shows the lines of a section in the order of `place`,
    and lines with the same `place` in their given order.
    """

    text: str
    uuid: str
    quote: Quotation | None = None
    place: int = 0
    verbatim: bool = False
    number: int = 0

    @property
    def chapter(self) -> int | None:
        """Return the ordinal of the chapter of the quote, or None if the line has no quote in a chapter."""
        return self.quote.ordinal if self.quote is not None and self.quote.ordinal else None

    @property
    def quote_id(self) -> str:
        """Return the name of the line's quote in the text of the context pack, for example "q7"."""
        return f"q{self.number}"

    def numbered(self, number: int) -> ContextLine:
        return replace(self, number=number)

    def to_prompt(self, language: Language) -> str:
        """Return the line as text for a prompt, with its chapter and the id of its quote."""
        chapter = None if self.quote is None or self.chapter is None else self.quote.chapter
        if self.verbatim:
            key = "context.verbatim" if chapter is None else "context.verbatim_of"
            return fenced(self.text.strip("\r\n"), message_text(key, language, chapter=chapter, quote=self.quote_id))
        key = "context.line" if chapter is None else "context.line_of"
        return message_text(key, language, text=self.text, chapter=chapter, quote=self.quote_id)


class ContextLines(Protocol):
    """The lines of a section, the most useful line first. An implementation may create each line only when the line is
    read.
    """

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> ContextLine: ...


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a context pack: its lines in the order in which the pack's text shows them, and the number of lines
    left out.
    """

    kind: SectionKind
    lines: tuple[ContextLine, ...]
    left_out: int = 0

    def heading(self, language: Language) -> str:
        return heading_of(self.kind, language)


def heading_of(kind: SectionKind, language: Language) -> str:
    return message_text(f"context.heading_{kind}", language)
