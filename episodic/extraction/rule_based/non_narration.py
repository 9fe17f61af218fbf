"""Finds text outside the main narration: quoted speech, letters, and parts that other first-person narrators tell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from episodic.model.readings import Window
from episodic.model.spans import Span
from episodic.text.speech import in_speech, speech

_MOST_NEEDED, _PER_PRONOUN = 3, 400


@dataclass(frozen=True, slots=True)
class NarratorVoice:
    """A first-person narrator, with the position of the narrator's first "I" in each passage.

    `teller` is the name that the chapter gives to the narrator, or an empty string for the main narrator of the work.
    """

    teller: str
    places: tuple[Span, ...]


def speech_and_letters(window: Window) -> tuple[Span, ...]:
    """Return the spans of quoted speech and of letters without quotation marks, in text order and without overlap."""
    return merge_letters(speech(window.text), [voice.span for voice in window.voices if voice.letter])


def merge_letters(quotations: Sequence[Span], letters: Sequence[Span]) -> tuple[Span, ...]:
    """Return the letters and all quotations that overlap no letter, in text order."""
    outside = [span for span in quotations if not any(_overlap(span, letter) for letter in letters)]
    return tuple(sorted({*outside, *letters}))


def regions_by_narrator(window: Window) -> tuple[tuple[Span, str], ...]:
    """Divide the window where its narrator changes. Return the regions (parts of the window with one narrator each) in
    text order, as pairs of span and narrator's name.

    The narrator's name is "" for the main narrator of the work. A letter does not form a separate region, but belongs
    to the region in which it stands.
    """
    found: list[tuple[Span, str]] = []
    start = 0
    for voice in window.voices:
        if voice.letter:
            continue
        if start < voice.span.start:
            found.append((Span(start, voice.span.start), ""))
        found.append((voice.span, voice.teller))
        start = voice.span.end
    if start < len(window.text) or not found:
        found.append((Span(start, len(window.text)), ""))
    return tuple(found)


def needed_first_person(window: Window) -> int:
    """Return how many first-person pronouns outside quotations are needed to show that the window has a first-person
    narrator.

    The needed number of pronouns grows with the length of the window, up to three. In a longer text, a pronoun is more
    likely to belong to speech without quotation marks. If most earlier chapters have a first-person narrator, one
    first-person pronoun is enough to show that the window has one, too.
    """
    return 1 if window.first_person else min(_MOST_NEEDED, 1 + len(window.text) // _PER_PRONOUN)


def narrator_voices(
    window: Window, first_person: Sequence[Span], quotations: Sequence[Span], *, needed: int
) -> tuple[NarratorVoice, ...]:
    """Return the first-person narrators of the window, the main narrator of the work first.

    Each narrator is returned with the first of the narrator's pronouns in each passage. *first_person* contains the
    spans of all first-person pronouns, in text order. The main narrator is returned only if the regions that the main
    narrator tells contain at least *needed* first-person pronouns outside quotations. A pronoun in an unsigned letter
    belongs to no narrator.
    """
    occurrences: dict[str, list[Span]] = {"": []}
    for region, narrator in regions_by_narrator(window):
        narrated = (span for span in _inside(first_person, region) if not in_speech(span.start, quotations))
        occurrences.setdefault(narrator, []).extend(narrated)
    if len(occurrences[""]) < needed:
        occurrences[""] = []
    for voice in window.voices:
        if voice.letter and voice.teller:
            occurrences.setdefault(voice.teller, []).extend(_inside(first_person, voice.span))
    found = ((name, tuple(_first_of_each(sorted(spans), window.passages))) for name, spans in occurrences.items())
    return tuple(NarratorVoice(name, spans) for name, spans in found if spans)


def _overlap(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end


def _inside(spans: Sequence[Span], region: Span) -> Iterator[Span]:
    return (span for span in spans if region.holds(span))


def _first_of_each(spans: Iterable[Span], passages: Sequence[Span]) -> Iterator[Span]:
    seen: set[int] = set()
    for span in spans:
        passage = bisect_right(passages, span.start, key=lambda known: known.start) - 1
        if passage not in seen:
            seen.add(passage)
            yield span
