"""Where the forms that a reply gives for its entities really stand in the window, and whose each place is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from episodic.model.readings import Window
from episodic.model.spans import Span
from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS, is_ideographic

_SPACE: Final = re.compile(r"\s+")
_LETTER: Final = rf"[^\W_{HAN_CLASS}{KANA_HANGUL_CLASS}]"
_ALIKE: Final = {one: f"[{group}]" for group in ("'’‘ʼ", '"“”', "·・•‧", "-\u2010\u2011") for one in group}
_POSSESSIVE: Final = re.compile(r"['’]s\b|['’](?=\s)|的|之")
_EDGE: Final = re.compile(rf"[^{HAN_CLASS}]")
_SAYS: Final = re.compile(rf"[曰道云问問]|[^{HAN_CLASS}]|$")
_OF: Final = re.compile(r"\bof (?:the )?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Form:
    """One form as a reply gives it: the entry it belongs to, and the passages (from 0) where it means that one (none: all)."""

    entry: int
    text: str
    passages: frozenset[int] = frozenset()
    limited: bool = False
    """Whether `passages` counts even where no other entry has the same form (titles)."""


@dataclass(slots=True)
class _Places:
    """Everything known of one distinct form."""

    pattern: re.Pattern[str]
    forms: list[Form] = field(default_factory=list[Form])


def locate(window: Window, forms: Sequence[Form]) -> dict[tuple[int, str], tuple[Span, ...]]:
    """The places of each form, under (entry, form as given); forms that have none are not in the answer.

    A longer form takes its place before a shorter one inside it, unless the longer one says that something belongs to the
    shorter one ("the captain's knife", 船长的刀). A place that several entries claim goes to the one that names its passage,
    else to the first of those that name none.
    """
    places: dict[str, _Places] = {}
    for form in forms:
        key = form_key(form.text)
        places.setdefault(key, _Places(_pattern(form.text))).forms.append(form)
    starts = [span.start for span in window.passages]
    found: dict[tuple[int, str], list[Span]] = {}
    for key, span in _taken(window.text, places):
        passage = bisect_right(starts, span.start) - 1
        owner = _owner(places[key].forms, passage)
        if owner is not None:
            found.setdefault((owner.entry, owner.text), []).append(span)
    return {key: tuple(sorted(spans)) for key, spans in found.items()}


def _taken(text: str, places: dict[str, _Places]) -> Iterator[tuple[str, Span]]:
    """Which form stands where, the longest first."""
    matches = [(key, span) for key, one in places.items() for span in _matches(text, key, one.pattern)]
    matches.sort(key=lambda one: (one[1].start - one[1].end, one[1]))
    covered: dict[int, Span] = {}
    for key, span in matches:
        over = {covered[place] for place in (span.start, span.end - 1) if place in covered}
        if over and not all(_belongs(text, span, longer) for longer in over):
            continue
        for place in range(span.start, span.end):
            covered.setdefault(place, span)
        yield key, span


def _matches(text: str, key: str, pattern: re.Pattern[str]) -> list[Span]:
    """Where the form may stand. One Han character is part of many words (操 of 操练), so it is looked for at the edges of clauses
    and before a verb of saying; only if it never stands there, everywhere.
    """
    spans = [Span(*match.span()) for match in pattern.finditer(text)]
    if len(key) > 1 or not is_ideographic(key):
        return spans
    at_edges = [
        one for one in spans if _EDGE.match(text[one.start - 1 : one.start] or " ") or _SAYS.match(text, one.end)
    ]
    return at_edges or spans


def _belongs(text: str, inner: Span, longer: Span) -> bool:
    """Whether *longer* names something of the one whom *inner* inside it names."""
    if not longer.holds(inner):
        return False
    if inner.end < longer.end and _POSSESSIVE.match(text, inner.end):
        return True
    return inner.end == longer.end and _OF.search(text, longer.start, inner.start) is not None


def _owner(forms: Sequence[Form], passage: int) -> Form | None:
    named = next((form for form in forms if passage in form.passages), None)
    if named is not None:
        return named
    contested = len({form.entry for form in forms}) > 1
    return next((form for form in forms if not form.passages or not (contested or form.limited)), None)


def form_key(form: str) -> str:
    """Forms with one key are looked up as one: the first letter's case counts in single words only."""
    words = _SPACE.sub(" ", form.strip())
    return words[:1].casefold() + words[1:] if " " in words else words


def _pattern(form: str) -> re.Pattern[str]:
    """Finds the form: as whole words of an alphabet, any spaces and line breaks between them, any shape of its apostrophes.

    A form of several words, or one that begins with a small letter, may stand at the beginning of a sentence.
    """
    words = _SPACE.sub(" ", form.strip())
    pieces = ["\\s+" if one == " " else _ALIKE.get(one, re.escape(one)) for one in words]
    first = words[0]
    if first.islower() or (first.isupper() and " " in words):
        pieces[0] = f"[{re.escape(first.lower())}{re.escape(first.upper())}]" if len(first.upper()) == 1 else pieces[0]
    body = "".join(pieces)
    before = f"(?<!{_LETTER})" if _is_letter(words[0]) else ""
    after = f"(?!{_LETTER})" if _is_letter(words[-1]) else ""
    return re.compile(before + body + after)


def _is_letter(character: str) -> bool:
    return character.isalnum() and not is_ideographic(character)
