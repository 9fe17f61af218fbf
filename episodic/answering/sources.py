"""The numbered sources of an answer: facts, passages and entities that were read to answer a question, each as one line
of text.

A model can cite and ask for a source only by its number. A number that was never shown to the model finds no source.
"""

from __future__ import annotations

from dataclasses import dataclass

from episodic.answering.answers import Citation, SourceKind
from episodic.languages.messages import message_text
from episodic.model.episodes import Language, Passage
from episodic.model.graph import Entity
from episodic.prompts import cut
from episodic.search.attribution import attributed
from episodic.search.fact_views import FactView, Quotation, quotation, quotation_at
from episodic.search.prompt_lines import entity_line, one_line
from episodic.search.view import View
from episodic.svg.labels import words_in

_LONGEST_QUOTE = 160
_LONGEST_SUMMARY = 300


@dataclass(frozen=True, slots=True)
class Source:
    """A fact, passage or entity that can be cited. `line` is the text of the source in prompts, on one line and without
    a number.
    """

    kind: SourceKind
    uuid: str
    line: str
    text: str
    quote: Quotation | None


class SourceBook:
    """The sources that were read to answer one question, numbered from 1 in the order of reading."""

    def __init__(self) -> None:
        self._sources: list[Source] = []
        self._numbers: dict[tuple[SourceKind, str], int] = {}

    def __len__(self) -> int:
        return len(self._sources)

    def number_of(self, source: Source) -> int | None:
        return self._numbers.get((source.kind, source.uuid))

    def add(self, source: Source) -> int:
        self._sources.append(source)
        number = self._numbers[source.kind, source.uuid] = len(self._sources)
        return number

    def get(self, number: int) -> Source | None:
        return self._sources[number - 1] if 0 < number <= len(self._sources) else None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.get(number) is not None

    def shown(self, number: int) -> str:
        source = self.get(number)
        if source is None:
            raise KeyError(number)
        return numbered_line(number, source)

    def citation(self, number: int) -> Citation:
        source = self.get(number)
        if source is None:
            raise KeyError(number)
        return Citation(number, source.kind, source.uuid, source.text, source.quote)


def numbered_line(number: int, source: Source) -> str:
    """Return the line of a source with its number in brackets, as a prompt shows it."""
    return f"[{number}] {source.line}"


def fact_source(fact: FactView, *, language: Language, quoted: bool = True) -> Source:
    """Return a fact as a source: its sentence, who claims it, when it holds, and the beginning of its first quote. The
    quote is left out if *quoted* is False, for example because the passage with the quote is shown too.
    """
    words = fact_words(fact, language=language)
    said = fact.sentence
    if said is not None:
        words = f"{_place(said, language)}{words}{' ' + _quoted(said.text, language) if quoted else ''}"
    return Source(SourceKind.FACT, fact.uuid, words, one_line(fact.text), said)


def fact_words(fact: FactView, *, language: Language) -> str:
    """Return the sentence of a fact on one line, with who claims it and when it holds."""
    said = words_in(language).said_by(fact.fact.holder_name, fact.fact.scope) if fact.fact.holder_name else ""
    text = attributed(fact.fact, said)
    validity = fact.validity.words
    return one_line(message_text("answering.fact", language, text=text, validity=validity) if validity else text)


def passage_source(view: View, passage: Passage, *, language: Language) -> Source:
    """Return a passage as a source, with its whole text on one line."""
    span = passage.span
    said = quotation_at(view, passage.episode, text=passage.text, start=span.start, end=span.end)
    text = one_line(passage.text)
    return Source(SourceKind.PASSAGE, passage.uuid, f"{_place(said, language)}{text}", text, said)


def entity_source(view: View, entity: Entity, *, language: Language) -> Source:
    """Return an entity as a source: its names, its type and its summary."""
    said = quotation(view, entity.first) if view.reads_chapter(entity.first.episode) else None
    words = one_line(entity_line(entity, language=language)).removeprefix("- ")
    summary = cut(one_line(entity.summary), _LONGEST_SUMMARY) if entity.summary else ""
    line = message_text("marks.label", language, what=words) + summary if summary else words
    return Source(SourceKind.ENTITY, entity.uuid, line, words, said)


def cited_line(source: Citation, language: Language) -> str:
    """Return a citation as a line of a prompt, without its number: its chapter, its text, and the beginning of its
    quote. The quote is left out if it is equal to the citation's text.
    """
    said = source.quote
    if said is None:
        return source.text
    quoted = "" if one_line(said.text) == source.text else f" {_quoted(said.text, language)}"
    return f"{_place(said, language)}{source.text}{quoted}"


def _place(said: Quotation, language: Language) -> str:
    chapter = message_text("chapters.ordinal", language, ordinal=said.chapter)
    return f"({chapter}) "


def _quoted(text: str, language: Language) -> str:
    return message_text("marks.quoted", language, text=cut(one_line(text), _LONGEST_QUOTE))
