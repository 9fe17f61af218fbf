"""What of a window is not the narrator's: quoted speech, letters, and what another teller says."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from episodic.model.readings import Window
from episodic.model.spans import Span
from episodic.text.speech import speech


@dataclass(frozen=True, slots=True)
class Told:
    """Where one teller says I, the first place in each passage; `teller` is how the chapter names him (empty: its narrator)."""

    teller: str
    places: tuple[Span, ...]


def heard(window: Window) -> tuple[Span, ...]:
    """Quoted speech, and letters that stand without quotation marks, in order and apart."""
    return beside(speech(window.text), [one.span for one in window.voices if one.letter])


def beside(spoken: Sequence[Span], letters: Sequence[Span]) -> tuple[Span, ...]:
    """What is spoken outside of *letters*, and the letters, in order."""
    outside = [one for one in spoken if not any(_meet(one, letter) for letter in letters)]
    return tuple(sorted({*outside, *letters}))


def stretches(window: Window) -> tuple[tuple[Span, str], ...]:
    """The window cut where the teller changes, in order, with who tells; letters belong to what is around them."""
    found: list[tuple[Span, str]] = []
    start = 0
    for one in window.voices:
        if one.letter:
            continue
        if start < one.span.start:
            found.append((Span(start, one.span.start), ""))
        found.append((one.span, one.teller))
        start = one.span.end
    if start < len(window.text) or not found:
        found.append((Span(start, len(window.text)), ""))
    return tuple(found)


def tellers(window: Window, first_person: Sequence[Span], spoken: Sequence[Span], *, needed: int) -> tuple[Told, ...]:
    """Who says I where, each teller once, the narrator first; *first_person* are all places of the word, in order.

    The narrator must say it *needed* times outside of speech. What a nameless letter says is nobody's.
    """
    own: dict[str, list[Span]] = {"": []}
    for span, teller in stretches(window):
        own.setdefault(teller, []).extend(one for one in _inside(first_person, span) if not _spoken(one, spoken))
    if len(own[""]) < needed:
        own[""] = []
    for one in window.voices:
        if one.letter and one.teller:
            own.setdefault(one.teller, []).extend(_inside(first_person, one.span))
    found = ((teller, tuple(_firsts(sorted(places), window.passages))) for teller, places in own.items())
    return tuple(Told(teller, places) for teller, places in found if places)


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _inside(places: Sequence[Span], span: Span) -> Iterator[Span]:
    return (one for one in places if span.holds(one))


def _spoken(place: Span, spoken: Sequence[Span]) -> bool:
    index = bisect_right(spoken, place.start, key=lambda span: span.start) - 1
    return index >= 0 and place.start < spoken[index].end


def _firsts(places: Iterable[Span], passages: Sequence[Span]) -> Iterator[Span]:
    """The first of each passage."""
    seen: set[int] = set()
    for place in places:
        passage = bisect_right(passages, place.start, key=lambda span: span.start) - 1
        if passage not in seen:
            seen.add(passage)
            yield place
