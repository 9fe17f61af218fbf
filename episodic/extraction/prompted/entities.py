"""Who and what a window names, out of a reply: only what really stands in the window, at its real places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.errors import InvalidNameError
from episodic.extraction.prompted.frames import read_frames
from episodic.extraction.prompted.replies import EntitiesReply, EntityForm
from episodic.extraction.prompted.surfaces import Form, form_key, locate
from episodic.extraction.prompted.wording import NARRATOR_WORD
from episodic.extraction.readers import EntitiesReading
from episodic.model.episodes import FrameKind, Language
from episodic.model.names import check_name
from episodic.model.readings import FrameReading, NodeReading, Rejection, Surface, Window
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.text.scripts import has_letters
from episodic.text.speech import speech

_SHOWN: Final = 120
_NARRATORS: Final = {
    Language.ENGLISH: re.compile(r"(?<![\w'’])I(?![\w.]|-\w)"),
    Language.CHINESE: re.compile(r"我(?!们|們|国|國|军|軍|方|等|辈|輩|朝|家)"),
}
_OPENING: Final = re.compile(r"(?:The|An?|My|Our|His|Her|Its|Their|Your|This|That) [a-z]")
"""What begins a sentence, but no name: "The Halfway House" stays as it is."""
_ARTICLE: Final = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(?:chapter|book|part|volume|act|canto|section)\s$", re.IGNORECASE)
_PRONOUNS: Final = frozenset(
    "i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its itself "
    "they them their theirs themselves who whom whose this that these those one someone somebody anyone everyone everybody nobody "
    "我 我们 咱 咱们 俺 吾 余 你 您 你们 汝 尔 他 她 它 他们 她们 它们 彼 其 自己 大家 谁 这 那 这个 那个 此 之 某人 有人 别人 众人".split()
)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of the reply whose type is the caller's; `names` and `titles` are clean and distinct."""

    type: str
    names: tuple[str, ...]
    titles: tuple[str, ...]
    narrator: bool
    namesake: bool
    passages: frozenset[int]


def read_entities(reply: EntitiesReply, window: Window, settings: WorkSettings) -> EntitiesReading:
    """The nodes and frames that *reply* gives, as far as the window bears them out; the rest is rejected with its reason."""
    frames, rejected_frames = read_frames(reply.passages, window)
    rejected: list[Rejection] = []
    entries = [entry for form in reply.entities if (entry := _entry(form, settings, window, rejected)) is not None]
    forms = [
        Form(number, text, entry.passages, limited)
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


def _entry(form: EntityForm, settings: WorkSettings, window: Window, rejected: list[Rejection]) -> _Entry | None:
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
    return _Entry(found.name, names, titles, form.narrator, form.namesake, passages)


def _clean(texts: Sequence[str], seen: set[str], rejected: list[Rejection], *, shared: bool = False) -> Iterator[str]:
    """Each form once, without pronouns, and without plain nouns of one character: they stand inside too many words."""
    for text in texts:
        name = text.strip()
        key = form_key(name)
        if not name or key in seen:
            continue
        seen.add(key)
        if name.casefold() in _PRONOUNS or not has_letters(name) or (shared and len(name) == 1):
            if name not in NARRATOR_WORD.values():
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
    entry: _Entry,
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
    tells = entry.narrator and bool(narrator)
    if tells:
        surfaces.append(Surface(NARRATOR_WORD[window.language], narrator, shared=True))
    elif entry.narrator:
        rejected.append(Rejection("no_narrator", (*entry.names, *entry.titles, "?")[0][:_SHOWN]))
    if not surfaces:
        return None
    teller = _teller(window, narrator) if tells else ""
    name = teller if teller and surfaces[0].spans == narrator else surfaces[0].text
    return NodeReading(name, entry.type, tuple(surfaces), tells and not teller, entry.namesake)


def _teller(window: Window, places: Sequence[Span]) -> str:
    """How the chapter names the one who says "I" in all these *places*, without an article; empty where that is its narrator.

    A heading names him, and later windows of the chapter do not show it.
    """
    headed = (one for one in window.voices if not one.letter)
    found = next((one.teller for one in headed if all(one.span.holds(place) for place in places)), "")
    return _ARTICLE.sub("", found)


def _as_written(text: str, spans: Sequence[Span], window: Window) -> str:
    """The form as the window writes it, not as it begins a sentence; as the reply gives it where a line break goes through it."""
    written = [" ".join(span.of(window.text).split()) for span in spans]
    small = next((one for one in written if one[0].islower()), None)
    best = small or (text if text in written else written[0])
    return best[0].lower() + best[1:] if _OPENING.match(best) else best


def _narrator_places(window: Window, frames: Sequence[FrameReading]) -> tuple[Span, ...]:
    """Where the narrator says "I": the first place in each passage, outside of speech and of what others write or tell."""
    spoken = speech(window.text)
    starts = [span.start for span in window.passages]
    first: dict[int, Span] = {}
    for match in _NARRATORS[window.language].finditer(window.text):
        span = Span(*match.span())
        passage = bisect_right(starts, span.start) - 1
        if passage in first or frames[passage].kind in (FrameKind.LETTER, FrameKind.TALE):
            continue
        if _NUMBERED.search(window.text, max(0, span.start - 10), span.start):
            continue
        if not any(one.holds(span) for one in spoken):
            first[passage] = span
    return tuple(sorted(first.values()))
