"""Presents facts to users: each with a description of its validity, and with its quotes and their chapters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.model.json_shapes import Computed
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence
from episodic.search.validity import Validity, validity_of
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quote from a chapter, as written. `start` and `end` are character offsets in the chapter's text.

    `ordinal` is the position of the chapter in its layer, counted from 1, or 0 if the chapter is unknown to the view.
    `number` is the number in the chapter's heading, or None.
    """

    text: str
    episode: str
    ordinal: int
    title: str
    start: int
    end: int
    number: int | None = None

    @property
    def chapter(self) -> int:
        """The number in the chapter's heading, or the chapter's ordinal if the heading has no number."""
        return self.ordinal if self.number is None else self.number


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with a description of its validity and with the quotes of its evidence.

    `holding` says whether the fact holds, possibly holds or does not hold at the scope's `as_of`, or is None if the
    scope has no `as_of`. `quotes` are the quotes that state the fact, in narrative order. `endings` are the quotes that
    state that the fact ends. If the fact is an event, `effects` are the listed states that follow from it. For example,
    "Wu has the sword" follows from "Ann gave Wu the sword". `alike` are the other facts that lists show inside the
    entry of this fact. A fact is `alike` if it has the same sentence about another subject, explains a name ("my aunt
    is Ann's aunt"), or is somebody's claim of the same state. `told_later` is true if the scope's `as_of` is a chapter,
    and only later chapters tell the fact.
    """

    fact: Fact
    validity: Validity
    holding: Holding | None
    quotes: tuple[Quotation, ...]
    endings: tuple[Quotation, ...] = ()
    effects: tuple[FactView, ...] = ()
    alike: tuple[FactView, ...] = ()
    told_later: bool = False

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
        """Return the object's name, the value of a fact without object, or "" for a fact with neither."""
        return self.fact.target

    @property
    def sentence(self) -> Quotation | None:
        """Return the first quote that states the fact, or None if the view has none of its quotes."""
        return self.quotes[0] if self.quotes else None


def place_of_saying(fact_view: FactView) -> dict[str, int | None] | None:
    """Return, as JSON, the place in the text at which a claim, belief, plan, wish or dream is first stated. Return None
    for a fact of the story's world, and if the view has none of the fact's quotes.

    Places are ordered by `chapter`, the ordinal of the chapter in its layer, and then by `offset`, a character offset
    in the chapter's text. `number` is the number in the chapter's heading, or None.
    """
    first = fact_view.sentence
    if first is None or fact_view.fact.scope is StatementScope.WORLD:
        return None
    return {"chapter": first.ordinal, "number": first.number, "offset": first.start}


VALIDITY_KEYS: Mapping[str, Computed] = {
    "in_words": lambda one: {"validity": one.validity.words},
    "ended": lambda one: one.validity.ended,
}
"""The JSON keys that a fact's validity adds to the fields of the fact."""


def fact_view_of(view: View, fact: Fact, holding: Holding | None = None) -> FactView:
    """Return the fact with a description of its validity, and with those of its quotes that are from chapters of this
    view.
    """
    return FactView(
        fact=fact,
        validity=validity_of(view, fact),
        holding=holding,
        quotes=quotations(view, fact.evidence),
        endings=quotations(view, fact.ends),
        told_later=is_told_later(view, fact),
    )


def is_told_later(view: View, fact: Fact) -> bool:
    """Return whether the scope's `as_of` is a chapter, and only later chapters tell the fact."""
    return view.at is not None and fact.told_at.order > view.at


def quotations(view: View, evidence: tuple[Evidence, ...]) -> tuple[Quotation, ...]:
    """Return those of the given quotes that are from chapters of this view, in the given order."""
    return tuple(quotation(view, one) for one in evidence if view.reads_chapter(one.episode))


def quotation(view: View, evidence: Evidence) -> Quotation:
    return quotation_at(view, evidence.episode, text=evidence.quote, start=evidence.start, end=evidence.end)


def quotation_at(view: View, episode: str, *, text: str, start: int, end: int) -> Quotation:
    """Return a range of a chapter's text as a quotation, with the chapter's title and numbers."""
    chapter = view.chapters.get(episode)
    if chapter is None:
        return Quotation(text, episode, 0, "", start, end)
    return Quotation(text, episode, chapter.ordinal, chapter.title, start, end, chapter.number)
