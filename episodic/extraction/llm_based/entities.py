"""Validation of the entities in a model's reply: keeps the names that occur in the window and finds their positions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.errors import InvalidNameError
from episodic.extraction.llm_based.frames import read_frames
from episodic.extraction.llm_based.narrator_words import NARRATOR
from episodic.extraction.llm_based.prompt_text import narrator_words
from episodic.extraction.llm_based.replies import EntitiesReply, EntityForm
from episodic.extraction.llm_based.surface_forms import SurfaceForm, form_key, locate
from episodic.extraction.readers import EntitiesReading
from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.name_keys import check_name
from episodic.model.readings import FrameReading, NodeReading, Rejection, Surface, Window
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.text.scripts import has_letters
from episodic.text.speech import speech

_SHOWN: Final = 120
_OPENING: Final = re.compile(r"(?:The|An?|My|Our|His|Her|Its|Their|Your|This|That) [a-z]")
"""Pattern of a surface form whose determiner is capitalised only because it opens a sentence.

For example, "The captain" matches, but the name "The Halfway House" does not match.
"""
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(?:chapter|book|part|volume|act|canto|section)\s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _CheckedEntity:
    """An entity of the model's reply that has a valid type, with cleaned names and titles without duplicates."""

    type: str
    names: tuple[str, ...]
    titles: tuple[str, ...]
    narrator: bool
    namesake: bool
    passages: frozenset[int]


def read_entities(reply: EntitiesReply, window: Window, settings: WorkSettings) -> EntitiesReading:
    """Return the nodes and frames of *reply* that the window's text supports, and the reasons for rejecting all other
    parts.
    """
    frames, rejected_frames = read_frames(reply.passages, window)
    rejected: list[Rejection] = []
    entries = [entry for form in reply.entities if (entry := _entry(form, settings, window, rejected)) is not None]
    forms = [
        SurfaceForm(number, text, entry.passages, limited)
        for number, entry in enumerate(entries)
        for limited, texts in ((False, entry.names), (True, entry.titles))
        for text in texts
    ]
    places = locate(window, forms)
    narrator = _narrator_places(window, frames) if any(entry.narrator for entry in entries) else ()
    nodes: list[NodeReading] = []
    for number, entry in enumerate(entries):
        node = _node(number, entry, window=window, places=places, narrator=narrator, rejected=rejected)
        if node is not None:
            nodes.append(node)
    return EntitiesReading(tuple(nodes), frames, (*rejected, *rejected_frames))


def _entry(
    form: EntityForm, settings: WorkSettings, window: Window, rejected: list[Rejection]
) -> _CheckedEntity | None:
    called = (*form.names, *form.titles, "?")[0][:_SHOWN]
    found = settings.entity_type(form.type)
    if found is None:
        rejected.append(Rejection("unknown_type", f"{form.type[:_SHOWN]}: {called}"))
        return None
    unknown = [number for number in form.passages if not 1 <= number <= len(window.passages)]
    rejected.extend(Rejection("unknown_id", f"passage {number}: {called}") for number in unknown)
    seen: set[str] = set()
    names = tuple(_clean(form.names, seen, rejected))
    titles = tuple(_clean(form.titles, seen, rejected, shared=True))
    passages = frozenset(number - 1 for number in form.passages if number not in unknown)
    return _CheckedEntity(found.name, names, titles, form.narrator, form.namesake, passages)


def _clean(texts: Sequence[str], seen: set[str], rejected: list[Rejection], *, shared: bool = False) -> Iterator[str]:
    """Yield the valid surface forms among *texts* without duplicates.

    Pronouns are not valid surface forms. A title of one character is not a valid surface form, because a single
    character often occurs inside other words.
    """
    for text in texts:
        name = text.strip()
        key = form_key(name)
        if not name or key in seen:
            continue
        seen.add(key)
        if name.casefold() in lexicon.words("pronouns") or not has_letters(name) or (shared and len(name) == 1):
            if name not in narrator_words():
                rejected.append(Rejection("no_name", name[:_SHOWN]))
            continue
        try:
            yield check_name(name)
        except InvalidNameError as error:
            rejected.append(
                Rejection("no_name", f"{name[:_SHOWN].encode('utf-8', 'replace').decode('utf-8')}: {error.reason}")
            )


def _node(
    number: int,
    entry: _CheckedEntity,
    *,
    window: Window,
    places: Mapping[tuple[int, str], tuple[Span, ...]],
    narrator: tuple[Span, ...],
    rejected: list[Rejection],
) -> NodeReading | None:
    surfaces: list[Surface] = []
    for shared, texts in ((False, entry.names), (True, entry.titles)):
        for text in texts:
            spans = places.get((number, text), ())
            if spans:
                surfaces.append(Surface(_as_written(text, spans, window), spans, shared))
            else:
                rejected.append(Rejection("surface_rejected", text[:_SHOWN]))
    first_person = entry.narrator and bool(narrator)
    if first_person:
        surfaces.append(Surface(NARRATOR.of(window.language).first_person, narrator, shared=True))
    elif entry.narrator:
        rejected.append(Rejection("no_narrator", (*entry.names, *entry.titles, "?")[0][:_SHOWN]))
    if not surfaces:
        return None
    teller = _teller(window, narrator) if first_person else ""
    name = teller if teller and surfaces[0].spans == narrator else surfaces[0].text
    return NodeReading(name, entry.type, tuple(surfaces), first_person and not teller, entry.namesake)


def _teller(window: Window, places: Sequence[Span]) -> str:
    """Return the name of the narrator who says "I" in all *places*, without a leading article.

    Return an empty string for the main narrator of the work. The narrator's name comes from `Window.voices`. A chapter
    heading that names the narrator of the chapter is only in the first window of the chapter.
    """
    headed = (one for one in window.voices if not one.letter)
    found = next((one.teller for one in headed if all(one.span.holds(place) for place in places)), "")
    return _ARTICLE.sub("", found)


def _as_written(text: str, spans: Sequence[Span], window: Window) -> str:
    """Return the spelling of a surface form in the window.

    An occurrence that begins with a lower-case letter is preferred, then the spelling in the model's reply if the
    window contains this spelling, and then the first occurrence. A determiner that is capitalised only at the beginning
    of a sentence is changed to lower case.
    """
    written = [" ".join(span.of(window.text).split()) for span in spans]
    small = next((one for one in written if one[0].islower()), None)
    best = small or (text if text in written else written[0])
    return best[0].lower() + best[1:] if _OPENING.match(best) else best


def _narrator_places(window: Window, frames: Sequence[FrameReading]) -> tuple[Span, ...]:
    """Return the position of the first "I" of the narrator in each passage, ignoring quoted speech, letters and
    embedded tales.
    """
    spoken = speech(window.text)
    starts = [span.start for span in window.passages]
    first: dict[int, Span] = {}
    for match in NARRATOR.of(window.language).pattern.finditer(window.text):
        span = Span(*match.span())
        passage = bisect_right(starts, span.start) - 1
        if passage in first or frames[passage].kind in (FrameKind.LETTER, FrameKind.TALE):
            continue
        if _NUMBERED.search(window.text, max(0, span.start - 10), span.start):
            continue
        if not any(one.holds(span) for one in spoken):
            first[passage] = span
    return tuple(sorted(first.values()))
