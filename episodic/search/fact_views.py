"""Presents facts to users: the quotes of a fact with their chapters, and a description of the time during which the
fact is true.
"""

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
    """A verbatim quote from a chapter. `start` and `end` are character offsets in the chapter's text.

    `ordinal` is the position of the chapter in its layer, counted from 1, or 0 if the chapter is not in the view.
    `number` is the number in the chapter's heading.
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
    """The interval of story time in which a fact is true: the two bounds of the interval, and its description in
    `words`.
    """

    words: str
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended: bool


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with a description of its validity and with the quotes of its evidence.

    `holding` is the answer whether the fact is true at the scope's `as_of`, or None if the scope has no `as_of`.
    `quotes` are the quotes that state the fact, in narrative order. `endings` are the quotes that state that the fact
    ends.
    """

    fact: Fact
    validity: Validity
    holding: Holding | None
    quotes: tuple[Quotation, ...]
    endings: tuple[Quotation, ...] = ()

    @property
    def uuid(self) -> str:
        """Return the fact's id."""
        return self.fact.uuid

    @property
    def text(self) -> str:
        """Return the fact as one sentence."""
        return self.fact.text

    @property
    def subject(self) -> str:
        """Return the subject's name."""
        return self.fact.subject_name

    @property
    def predicate(self) -> str:
        """Return the predicate's name."""
        return self.fact.predicate

    @property
    def target(self) -> str:
        """Return the object's name, or the value. The result is empty if the fact has neither an object nor a value."""
        return self.fact.object_name or self.fact.value or ""

    @property
    def sentence(self) -> Quotation | None:
        """Return the first quote that states the fact, or None if no quote of the fact is in the view."""
        return self.quotes[0] if self.quotes else None


def fact_view_of(view: View, fact: Fact, holding: Holding | None = None) -> FactView:
    """Return the fact with a description of its validity and with its quotes from chapters of this view."""
    return FactView(
        fact=fact,
        validity=validity_of(view, fact),
        holding=holding,
        quotes=quotations(view, fact.evidence),
        endings=quotations(view, fact.ends),
    )


def quotations(view: View, evidence: tuple[Evidence, ...]) -> tuple[Quotation, ...]:
    """Return the quotes from chapters of this view, in the given order."""
    return tuple(quotation(view, one) for one in evidence if view.reads_chapter(one.episode))


def quotation(view: View, evidence: Evidence) -> Quotation:
    """Return one quote together with its chapter."""
    return quotation_at(view, evidence.episode, text=evidence.quote, start=evidence.start, end=evidence.end)


def quotation_at(view: View, episode: str, *, text: str, start: int, end: int) -> Quotation:
    """Return a range of a chapter's text as a quotation, with the chapter's ordinal, title and number."""
    chapter = view.chapters.get(episode)
    if chapter is None:
        return Quotation(text, episode, 0, "", start, end)
    return Quotation(text, episode, chapter.ordinal, chapter.title, start, end, chapter.number)


def validity_of(view: View, fact: Fact) -> Validity:
    """Return the interval of story time in which a fact is true, with a description in the language of the fact's text.
    Unknown bounds are left out of the description.
    """
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
