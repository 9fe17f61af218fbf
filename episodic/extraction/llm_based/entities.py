"""Validates the entities in a model's reply: keeps names that occur in the text, and finds their positions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from episodic.errors import InvalidNameError
from episodic.extraction.llm_based.frames import read_frames
from episodic.extraction.llm_based.narrator_words import NARRATOR
from episodic.extraction.llm_based.prompt_text import narrator_words
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.extraction.llm_based.rows import NAMESAKE_MARK, NARRATOR_MARK, entity_row
from episodic.extraction.llm_based.surface_forms import SurfaceForm, form_key, locate
from episodic.extraction.readers import EntitiesReading
from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.name_keys import check_name
from episodic.model.readings import FrameReading, NodeReading, Rejection, Surface, Window
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.reply_rows import row_parts
from episodic.text.scripts import has_letters
from episodic.text.speech import speech

_SHOWN: Final = 120
_LONGEST_EVENT: Final = 60
_LIMITED: Final = re.compile(r"(?P<form>.*\S)\s*@\s*(?P<passages>\d+(?:\s*[,，、]\s*\d+)*)\s*", re.DOTALL)
"""Pattern of a surface form with passage numbers, such as "Father@3,4". The text "Father@3,4" in a reply says that
"Father" means the entity only in the passages 3 and 4. Passage numbers are given for titles, and for forms that several
entities have.
"""
_OPENING: Final = re.compile(r"(?:The|An?|My|Our|His|Her|Its|Their|Your|This|That) [a-z]")
"""Pattern of a surface form whose determiner is capitalised only because it opens a sentence.

The pattern matches "The captain", but not the name "The Halfway House".
"""
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(?:chapter|book|part|volume|act|canto|section)\s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _CheckedForm:
    """`passages` contains the indexes, from 0, of the passages for which the reply lists the surface form. `passages`
    is empty if the reply lists the surface form for every passage. `shared` is true for a title, which several people
    can have.
    """

    text: str
    passages: frozenset[int]
    shared: bool


@dataclass(frozen=True, slots=True)
class _CheckedEntity:
    type: str
    forms: tuple[_CheckedForm, ...]
    narrator: bool
    namesake: bool
    tells: frozenset[int] = frozenset()

    @property
    def called(self) -> str:
        return next((one.text for one in self.forms), "?")[:_SHOWN]


def read_entities(reply: EntitiesReply, window: Window, settings: WorkSettings) -> EntitiesReading:
    """Return the entities of *reply*, the frames of its passages, its named events, and its rejected parts with the
    reasons. An entity is kept only if it occurs in the window or in the text before the window that the prompt shows.

    An entity that is named only before the window is included, because the window may refer to it without a name.
    Mentions before the window have negative offsets.
    """
    frames, rejected_frames = read_frames(reply.passages, window)
    rejected: list[Rejection] = []
    entries = [entry for row in reply.entities if (entry := _entry(row, settings, window, rejected)) is not None]
    entries = _with_one_narrator(entries, rejected)
    forms = [
        SurfaceForm(number, form.text, form.passages, form.shared, entry.type)
        for number, entry in enumerate(entries)
        for form in entry.forms
    ]
    places = _places_before(window, forms) | locate(window, forms)
    told = frozenset[int]().union(*(entry.tells for entry in entries))
    narrator = _narrator_places(window, frames, told) if any(entry.narrator for entry in entries) else ()
    nodes: list[NodeReading] = []
    for number, entry in enumerate(entries):
        spoken = narrator if entry.narrator else _tale_places(window, entry.tells)
        node = _node(number, entry, window=window, places=places, narrator=spoken, rejected=rejected)
        if node is not None:
            nodes.append(node)
    return EntitiesReading(tuple(nodes), frames, (*rejected, *rejected_frames), _events(reply.events))


def _events(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the events that a model's reply lists, each name once. Names that contain no letter are left
    out.
    """
    cleaned = (" ".join(row_parts(name)[0].split())[:_LONGEST_EVENT] for name in names)
    return tuple(dict.fromkeys(name for name in cleaned if has_letters(name)))


def _entry(written: str, settings: WorkSettings, window: Window, rejected: list[Rejection]) -> _CheckedEntity | None:
    row = entity_row(written)
    found = settings.entity_type(row.type)
    if found is None:
        called = row.forms[0][0] if row.forms else "?"
        rejected.append(Rejection("unknown_type", f"{row.type[:_SHOWN]}: {called[:_SHOWN]}"))
        return None
    seen: set[str] = set()
    forms: list[_CheckedForm] = []
    tells: frozenset[int] = frozenset()
    for text, title in sorted(row.forms, key=itemgetter(1)):
        name, passages = _name_and_passages(text.strip(), window, rejected)
        if name in narrator_words():
            tells |= passages
        elif _is_form(name, seen, rejected, shared=title):
            forms.append(_CheckedForm(name, passages, title))
    return _CheckedEntity(found.name, tuple(forms), NARRATOR_MARK in row.marks, NAMESAKE_MARK in row.marks, tells)


def _name_and_passages(text: str, window: Window, rejected: list[Rejection]) -> tuple[str, frozenset[int]]:
    """Return the surface form ("Father") and the passage indexes from 0 (2 and 3) of a text such as "Father@3,4". A
    text that does not end with "@" and passage numbers is returned unchanged, with no passage indexes. A text that the
    window contains as a whole is returned unchanged, too.
    """
    match = _LIMITED.fullmatch(text)
    if match is None or text in window.text:
        return text, frozenset()
    numbers = {int(one) for one in re.findall(r"\d{1,6}", match["passages"])}
    unknown = {number for number in numbers if not 1 <= number <= len(window.passages)}
    rejected.extend(Rejection("unknown_id", f"passage {number}: {text}"[:_SHOWN]) for number in sorted(unknown))
    return match["form"].strip(), frozenset(number - 1 for number in numbers - unknown)


def _is_form(name: str, seen: set[str], rejected: list[Rejection], *, shared: bool) -> bool:
    """Return whether *name* is a valid surface form that is not in *seen*. Pronouns, texts without letters and names
    that `check_name` refuses are invalid. A title of one character is invalid, because a single character often occurs
    inside other words.
    """
    key = form_key(name)
    if not name or key in seen:
        return False
    seen.add(key)
    if name.casefold() in lexicon.words("pronouns") or not has_letters(name) or (shared and len(name) == 1):
        rejected.append(Rejection("no_name", name[:_SHOWN]))
        return False
    try:
        check_name(name)
    except InvalidNameError as error:
        shown = name[:_SHOWN].encode("utf-8", "replace").decode("utf-8")
        rejected.append(Rejection("no_name", f"{shown}: {error.reason}"))
        return False
    return True


def _with_one_narrator(entries: Sequence[_CheckedEntity], rejected: list[Rejection]) -> list[_CheckedEntity]:
    """Return *entries* changed so that at most one entity is the main narrator. If the reply marks several entities as
    main narrator, the first entity keeps the mark. The marks of the other entities are recorded in *rejected*.
    """
    found: list[_CheckedEntity] = []
    for entry in entries:
        if entry.narrator and any(one.narrator for one in found):
            rejected.append(Rejection("second_narrator", entry.called))
            found.append(replace(entry, narrator=False))
        else:
            found.append(entry)
    return found


def _places_before(window: Window, forms: Sequence[SurfaceForm]) -> dict[tuple[int, str], tuple[Span, ...]]:
    length = len(window.context)
    if not length:
        return {}
    before = replace(window, text=window.context, passages=(Span(0, length),))
    anywhere = [replace(form, passages=frozenset[int](), limited=False) for form in forms]
    return {key: tuple(span.shifted(-length) for span in spans) for key, spans in locate(before, anywhere).items()}


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
    for form in entry.forms:
        spans = places.get((number, form.text), ())
        if spans:
            surfaces.append(Surface(_as_written(form.text, spans, window), spans, form.shared))
        else:
            rejected.append(Rejection("surface_rejected", form.text[:_SHOWN]))
    if narrator:
        surfaces.append(Surface(NARRATOR.of(window.language).first_person, narrator, shared=True))
    elif entry.narrator or entry.tells:
        rejected.append(Rejection("no_narrator", entry.called))
    if not surfaces:
        return None
    teller = _teller(window, narrator) if narrator and entry.narrator else ""
    name = teller if teller and surfaces[0].spans == narrator else surfaces[0].text
    return NodeReading(
        name, entry.type, tuple(surfaces), bool(narrator) and entry.narrator and not teller, entry.namesake
    )


def _teller(window: Window, places: Sequence[Span]) -> str:
    """Return the name of the teller who says "I" at every one of *places* according to `Window.voices`, without a
    leading article.

    Return an empty string if no teller says "I" at all of *places*. For example, the main narrator of the work may say
    "I" at one of *places*. The name comes from the analysis of the chapter (`Window.voices`), because a heading with
    the narrator's name is only in the chapter's first window.
    """
    headed = (one for one in window.voices if not one.letter)
    found = next((one.teller for one in headed if all(one.span.holds(place) for place in places)), "")
    return _ARTICLE.sub("", found)


def _as_written(text: str, spans: Sequence[Span], window: Window) -> str:
    """Return a surface form as the text of the window spells it.

    If the window has several spellings, a spelling that begins with a lower-case letter is taken. If every spelling in
    the window begins with a capital letter, the spelling of the model's reply is taken. If the window does not contain
    the spelling of the reply, the first spelling in the window is taken. A determiner with a capital letter, as in "The
    captain", is changed to lower case unless it is part of a name.
    """
    text_with_context, shift = window.context + window.text, len(window.context)
    written = [" ".join(span.shifted(shift).of(text_with_context).split()) for span in spans]
    small = next((one for one in written if one[0].islower()), None)
    best = small or (text if text in written else written[0])
    return best[0].lower() + best[1:] if _OPENING.match(best) else best


def _narrator_places(window: Window, frames: Sequence[FrameReading], told: frozenset[int]) -> tuple[Span, ...]:
    """Return the span of the narrator's first "I" in each passage, without "I" in quoted speech.

    The result contains no span in a passage of a letter or tale, and none in a passage of *told*, where another teller
    says "I".
    """
    spoken = speech(window.text)
    first: dict[int, Span] = {}
    for passage, span in _first_persons(window):
        if passage in first or passage in told or frames[passage].kind in (FrameKind.LETTER, FrameKind.TALE):
            continue
        if not any(one.holds(span) for one in spoken):
            first[passage] = span
    return tuple(sorted(first.values()))


def _tale_places(window: Window, passages: frozenset[int]) -> tuple[Span, ...]:
    """Return the span of the first "I" outside quoted speech in each of *passages*. If a passage has "I" only in quoted
    speech, the first "I" in quoted speech is used. A whole tale may be in quotation marks.
    """
    spoken = speech(window.text) if passages else ()
    best: dict[int, tuple[bool, Span]] = {}
    for passage, span in _first_persons(window) if passages else ():
        if passage in passages:
            place = (any(one.holds(span) for one in spoken), span)
            best[passage] = min(place, best.get(passage, place))
    return tuple(sorted(span for _, span in best.values()))


def _first_persons(window: Window) -> Iterator[tuple[int, Span]]:
    """Yield, for each first-person pronoun of the window, the index of its passage and its span. The Roman numeral I,
    as in "Book I", is not a pronoun and is not yielded.
    """
    starts = [span.start for span in window.passages]
    for match in NARRATOR.of(window.language).pattern.finditer(window.text):
        span = Span(*match.span())
        if not _NUMBERED.search(window.text, max(0, span.start - 10), span.start):
            yield bisect_right(starts, span.start) - 1, span
