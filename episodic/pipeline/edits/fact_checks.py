"""The validation of facts that the author adds or corrects: text, quote and entities."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.errors import InvalidOverrideError
from episodic.model.episodes import Episode
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, USUAL_SALIENCE
from episodic.pipeline.edits.chapter_edits import check_words, known_entity
from episodic.pipeline.session.state import State


def check_not_blank(**said: str | None) -> None:
    """Raise InvalidOverrideError if a given part of a fact is blank or cannot be stored."""
    for what, words in said.items():
        if words is not None and not words.strip():
            raise InvalidOverrideError(
                "The {what} is empty.", hint="Leave it out, or say what it is.", key="part_is_empty", what=what
            )
    check_words(**said)


def check_object_or_value(fact: str, *, target: str | None, value: str | None) -> None:
    """Raise InvalidOverrideError unless a fact has exactly one of the two: an object or a value."""
    if (target is None) == (value is None):
        raise InvalidOverrideError(
            "The fact about {fact!r} needs an object or a value, and only one of them.",
            hint="Name one.",
            key="object_or_value",
            fact=fact,
        )


def check_salience(salience: int | None) -> None:
    """Raise InvalidOverrideError if *salience* is given and is not 1, 2 or 3."""
    if salience is not None and not LEAST_SALIENCE <= salience <= MOST_SALIENCE:
        raise InvalidOverrideError(
            f"There is no salience {salience}.",
            hint=f"Give {LEAST_SALIENCE} for a detail, {USUAL_SALIENCE} or {MOST_SALIENCE} for what the plot hangs on.",
        )


def check_named_before(state: State, people: Sequence[str | None], *, order: int, quote: str) -> None:
    """Raise InvalidOverrideError if an entity is unknown, or is first mentioned in a chapter with an order key greater
    than *order*.
    """
    for who in people:
        first = None if who is None else known_entity(state, who).first
        if first is not None and first.told.order > order:
            raise InvalidOverrideError(
                "{name!r} is not named before the sentence {quote!r}.",
                hint="Say it about a later sentence: `episodic add-fact`.",
                key="not_named_before",
                name=first.quote,
                quote=quote,
            )


def quoted_chapter(state: State, *, quote: str, chapter: str | None) -> tuple[Episode, int]:
    """Return the canon chapter that contains the quote, and how often the quote occurs in the canon chapters before it.

    If *chapter* is given, the quote is sought only in the chapter with this id. Raises InvalidOverrideError if the
    quote is empty, or if none or several of the searched chapters contain it.
    """
    if not quote.strip():
        raise InvalidOverrideError(
            "A fact needs the sentence that says it.",
            hint="Quote it exactly as it is written in the chapter.",
            key="fact_without_sentence",
        )
    counted = 0
    found: list[tuple[Episode, int]] = []
    for replayed in state.replay.chapters:
        text, start = replayed.episode.text, replayed.episode.text.find(quote)
        if start >= 0 and chapter in {None, replayed.episode.uuid}:
            found.append((replayed.episode, counted))
        while start >= 0:
            counted += 1
            start = text.find(quote, start + len(quote))
    if not found:
        raise InvalidOverrideError(
            "{quote!r} was not found in any such chapter.",
            hint="Quote the text exactly as it is written.",
            key="quote_not_found",
            quote=quote,
        )
    if len(found) > 1:
        raise InvalidOverrideError(
            "{quote!r} occurs in {number} chapters.",
            hint="Say in which chapter.",
            key="quote_in_several_chapters",
            quote=quote,
            number=len(found),
        )
    return found[0]
