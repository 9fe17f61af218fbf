"""Presents facts to a reader: quotes with their chapter, and the validity interval in words of the work's language."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.graph import Fact
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.spans import Evidence
from episodic.search.view import View, has_ended
from episodic.temporal.as_of import Holding
from episodic.text.language import language_of


@dataclass(frozen=True, slots=True)
class Quotation:
    """A verbatim quote of a chapter; `start` and `end` are character offsets in the chapter's text.

    `ordinal` counts the chapters of the layer from 1 (0: the chapter is not in the view). `number` is the number in the
    chapter's heading.
    """

    text: str
    episode: str
    ordinal: int
    title: str
    start: int
    end: int
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Validity:
    """The interval of story time in which a fact holds: its two bounds, and `words` that describe the interval."""

    words: str
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended: bool


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with its validity in words and the quotes of its evidence.

    `holding` says whether the fact holds at `as_of` (None: the scope has no `as_of`). `quotes` are the quotes that
    state the fact, in narrative order; `endings` are the quotes that say that the fact ends.
    """

    fact: Fact
    validity: Validity
    holding: Holding | None
    quotes: tuple[Quotation, ...]
    endings: tuple[Quotation, ...] = ()

    @property
    def uuid(self) -> str:
        """The fact's id."""
        return self.fact.uuid

    @property
    def text(self) -> str:
        """The fact as one sentence."""
        return self.fact.text

    @property
    def subject(self) -> str:
        """The subject's name."""
        return self.fact.subject_name

    @property
    def predicate(self) -> str:
        """The predicate's name."""
        return self.fact.predicate

    @property
    def target(self) -> str:
        """The object's name, or the value; empty if the fact has neither."""
        return self.fact.object_name or self.fact.value or ""

    @property
    def sentence(self) -> Quotation | None:
        """The first quote that states the fact; None if the view contains none of its quotes."""
        return self.quotes[0] if self.quotes else None


def fact_view_of(view: View, fact: Fact, holding: Holding | None = None) -> FactView:
    """Returns the fact with its validity in words and the quotes from chapters that this view reads."""
    return FactView(
        fact=fact,
        validity=validity_of(view, fact),
        holding=holding,
        quotes=quotations(view, fact.evidence),
        endings=quotations(view, fact.ends),
    )


def quotations(view: View, evidence: tuple[Evidence, ...]) -> tuple[Quotation, ...]:
    """Returns the quotes from chapters that this view reads, in the given order."""
    return tuple(quotation(view, one) for one in evidence if view.reads_chapter(one.episode))


def quotation(view: View, evidence: Evidence) -> Quotation:
    """Returns one quote with its chapter."""
    return quotation_at(view, evidence.episode, text=evidence.quote, start=evidence.start, end=evidence.end)


def quotation_at(view: View, episode: str, *, text: str, start: int, end: int) -> Quotation:
    """Returns a text range of a chapter as a quotation, with the chapter's ordinal, title and number."""
    chapter = view.chapters.get(episode)
    if chapter is None:
        return Quotation(text, episode, 0, "", start, end)
    return Quotation(text, episode, chapter.ordinal, chapter.title, start, end, chapter.number)


def validity_of(view: View, fact: Fact) -> Validity:
    """Returns the validity of a fact, described in the language of the fact's text; unknown bounds are left out."""
    language = language_of(fact.text)
    start = _point(view, fact.valid_at, language)
    end = _point(view, fact.invalid_at, language)
    ended = has_ended(fact)
    words = _validity_words(start, end, ended=ended, event=fact.kind is PredicateKind.EVENT, language=language)
    return Validity(words, fact.valid_at, fact.invalid_at, ended)


def _point(view: View, point: TimePoint | None, language: Language) -> str:
    if point is None:
        return ""
    quoted = message_text("marks.quoted", language, text=point.text) if point.text else ""
    if point.label:
        if not point.text or point.text == point.label:
            return point.label
        return message_text("validity.label_quoted", language, label=point.label, quoted=quoted)
    chapter = view.chapters.get(point.chapter or "")
    return quoted or (chapter.words(language) if chapter is not None else "")


def _validity_words(start: str, end: str, *, ended: bool, event: bool, language: Language) -> str:
    if event:
        key = "validity.at" if start else "validity.at_unknown"
        return message_text(key, language, start=start)
    if ended:
        key = ("validity.from_until" if end else "validity.from_ended") if start else "validity.until" if end else ""
        return message_text(key or "validity.ended", language, start=start, end=end)
    return message_text("validity.from" if start else "validity.from_unknown", language, start=start)
