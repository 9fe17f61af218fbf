"""Facts and words as a reader is shown them: quotes with their chapter, validity in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.model.graph import Fact
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.spans import Evidence
from episodic.search.view import View, has_ended
from episodic.temporal.asof import Holding
from episodic.text.language import language_of


@dataclass(frozen=True, slots=True)
class Quotation:
    """The author's words and where they stand: `start` and `end` are character offsets in the chapter's text.

    `ordinal` counts the chapters of the layer from 1 (0: a chapter that this view does not know), `number` is what the heading
    states.
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
    """When a fact holds in the story: the two points, and both in words of the work's language."""

    words: str
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended: bool


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact with what a reader wants to know of it.

    `holding` is how it stands at `as_of` (None: no moment was asked for); `quotes` are its evidence in telling order, `endings` the
    words that end it.
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
        """One sentence that says it."""
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
        """The object's name, or the value; empty where there is neither."""
        return self.fact.object_name or self.fact.value or ""

    @property
    def sentence(self) -> Quotation | None:
        """The first quote that says it; None where none of its chapters is in the view."""
        return self.quotes[0] if self.quotes else None


def shown(view: View, fact: Fact, holding: Holding | None = None) -> ShownFact:
    """The fact as this view shows it."""
    return ShownFact(
        fact=fact,
        validity=validity_of(view, fact),
        holding=holding,
        quotes=quotations(view, fact.evidence),
        endings=quotations(view, fact.ends),
    )


def quotations(view: View, evidence: tuple[Evidence, ...]) -> tuple[Quotation, ...]:
    """The quotes of chapters that this view reads, in order."""
    return tuple(quotation(view, one) for one in evidence if view.reads_chapter(one.episode))


def quotation(view: View, evidence: Evidence) -> Quotation:
    """One quote with its chapter."""
    return placed(view, evidence.episode, text=evidence.quote, start=evidence.start, end=evidence.end)


def placed(view: View, episode: str, *, text: str, start: int, end: int) -> Quotation:
    """Words of a chapter with the chapter's names."""
    chapter = view.chapters.get(episode)
    if chapter is None:
        return Quotation(text, episode, 0, "", start, end)
    return Quotation(text, episode, chapter.ordinal, chapter.title, start, end, chapter.number)


def validity_of(view: View, fact: Fact) -> Validity:
    """From when until when, in words of the language the fact is written in; nothing is said that is not known."""
    language = language_of(fact.text)
    start = _point(view, fact.valid_at, language)
    end = _point(view, fact.invalid_at, language)
    ended = has_ended(fact)
    words = _chinese if language is Language.CHINESE else _english
    return Validity(
        words(start, end, ended=ended, event=fact.kind is PredicateKind.EVENT), fact.valid_at, fact.invalid_at, ended
    )


def _point(view: View, point: TimePoint | None, language: Language) -> str:
    if point is None:
        return ""
    marks = "「」" if language is Language.CHINESE else "“”"
    quoted = f"{marks[0]}{point.text}{marks[1]}" if point.text else ""
    if point.label:
        if not point.text or point.text == point.label:
            return point.label
        return f"{point.label}（{quoted}）" if language is Language.CHINESE else f"{point.label} ({quoted})"
    chapter = view.chapters.get(point.chapter or "")
    return quoted or (chapter.words(language) if chapter is not None else "")


def _chinese(start: str, end: str, *, ended: bool, event: bool) -> str:
    if event:
        return start or "时间未说明"
    since = f"自{start}起" if start else ""
    if not ended:
        return since or "起始时间未说明"
    until = f"至{end}止" if end else "已结束，何时未说明"
    return f"{since}，{until}" if since else until


def _english(start: str, end: str, *, ended: bool, event: bool) -> str:
    if event:
        return f"at {start}" if start else "at a time not stated"
    since = f"from {start}" if start else ""
    if not ended:
        return since or "since a time not stated"
    until = f"until {end}" if end else "ended at a time not stated"
    return f"{since}, {until}" if since else until
