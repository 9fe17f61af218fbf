"""Searches a window (a part of a chapter) for the surface forms that a model's reply lists, and assigns each found
occurrence to an entity.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
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
_OF: Final = re.compile(r"\b(?:of|in|at|from|near|by) (?:the )?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SurfaceForm:
    """A surface form of an entity in a model's reply.

    `entry` is the number of the entity in the reply. `passages` are the numbers of the passages for which the reply
    lists the form, counted from 0. `passages` is empty if the reply lists the form for all passages.
    """

    entry: int
    text: str
    passages: frozenset[int] = frozenset()
    limited: bool = False
    """True if the form is a title such as "the captain". A title with `passages` means the entity only in these
    passages, even if no other entity has the same title.
    """
    kind: str = ""


@dataclass(slots=True)
class _FormMatches:
    pattern: re.Pattern[str]
    forms: list[SurfaceForm] = field(default_factory=list[SurfaceForm])


def locate(window: Window, forms: Sequence[SurfaceForm]) -> dict[tuple[int, str], tuple[Span, ...]]:
    """Return the spans at which each surface form occurs in the window. The keys of the result are pairs of entity
    number and form. Surface forms that do not occur in the window have no entry in the result.

    A shorter form inside a longer form is not counted, with two exceptions: the owner in a possessive, and a form that
    occurs nowhere else. In "the captain's knife" or 船长的刀, the owner "the captain" or 船长 is counted, too. A
    shorter form that occurs only inside longer forms is counted inside them, such as 宁国府 in 敕造宁国府. A form that
    occurs only inside a longer form has no spans if the longer form names another entity of the same type. For example,
    张三 has no spans if it occurs only in 张三丰. A form that occurs only inside a longer form keeps its spans if the
    longer form contains the names of both entities. For example, 青州 keeps its spans in 青州青风寨.

    Several entities may have the same form. A span then belongs to the first entity for which the model's reply lists
    the form in the passage that contains the span. The model's reply may list the form for no entity in the passage of
    a span. The span then belongs to the first entity for which the reply lists the form without passage numbers. If
    only one entity has the form and the form is no title, all spans belong to this entity.
    """
    places: dict[str, _FormMatches] = {}
    for form in forms:
        key = form_key(form.text)
        places.setdefault(key, _FormMatches(form_pattern(form.text))).forms.append(form)
    starts = [span.start for span in window.passages]
    found: dict[tuple[int, str], list[Span]] = {}
    inside: dict[tuple[int, str], list[Span]] = {}
    for key, span, longer in _taken(window.text, places):
        passage = bisect_right(starts, span.start) - 1
        owner = _owner(places[key].forms, passage)
        if owner is None:
            continue
        if not longer:
            found.setdefault((owner.entry, owner.text), []).append(span)
        elif all(_may_contain(places[one].forms, owner) or _is_compound(one, key, places) for one in longer):
            inside.setdefault((owner.entry, owner.text), []).append(span)
    return {key: tuple(sorted(spans)) for key, spans in (inside | found).items()}


def _taken(text: str, places: dict[str, _FormMatches]) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    """Yield each occurrence of a form in the text, the longest first, as three items. The items are the form's key (see
    `form_key`), its span, and the keys of the longer forms that contain the span.
    """
    matches = [(key, span) for key, one in places.items() for span in _matches(text, key, one.pattern)]
    matches.sort(key=lambda one: (one[1].start - one[1].end, one[1]))
    covered: dict[int, tuple[Span, str]] = {}
    for key, span in matches:
        over = {covered[place] for place in (span.start, span.end - 1) if place in covered}
        if over and not all(_belongs(text, span, longer) for longer, _ in over):
            if all(longer.holds(span) for longer, _ in over):
                yield key, span, tuple(sorted(form for _, form in over))
            continue
        for place in range(span.start, span.end):
            covered.setdefault(place, (span, key))
        yield key, span, ()


def _may_contain(longer: Sequence[SurfaceForm], form: SurfaceForm) -> bool:
    """Return whether a mention of *form* counts although it lies inside a mention of a longer form. It counts if the
    longer form names no other entity of the same type.
    """
    return all(one.entry == form.entry or one.kind != form.kind for one in longer)


def _is_compound(longer: str, form: str, forms: Collection[str]) -> bool:
    """Return whether the surface form *longer* begins or ends with the surface form *form*, and another form occurs in
    the rest of *longer*. All forms are given by their keys (see `form_key`). For example, 青州青风寨 is the place 青风寨 in the
    place 青州.
    """
    rest = longer.removeprefix(form) if longer.startswith(form) else longer.removesuffix(form)
    return rest != longer and any(len(one) > 1 and one in rest for one in forms)


def _matches(text: str, key: str, pattern: re.Pattern[str]) -> list[Span]:
    """Return the spans of *text* at which the pattern of a surface form finds a mention.

    A form of a single Han character is looked for only at the beginning and end of clauses and before verbs of speech.
    A single Han character is also part of many words. For example, the name 操 is part of the word 操练. All
    occurrences of a form of one Han character are returned if none is at the edge of a clause or before a verb of
    speech.
    """
    spans = [Span(*match.span()) for match in pattern.finditer(text)]
    if len(key) > 1 or not is_ideographic(key):
        return spans
    at_edges = [
        one for one in spans if _EDGE.match(text[one.start - 1 : one.start] or " ") or _SAYS.match(text, one.end)
    ]
    return at_edges or spans


def _belongs(text: str, inner: Span, longer: Span) -> bool:
    """Return whether the form at *longer* names a possession of the entity that the form at *inner* names. An example
    is "the captain's knife" or "the knife of the captain".
    """
    if not longer.holds(inner):
        return False
    if inner.end < longer.end and _POSSESSIVE.match(text, inner.end):
        return True
    return inner.end == longer.end and _OF.search(text, longer.start, inner.start) is not None


def _owner(forms: Sequence[SurfaceForm], passage: int) -> SurfaceForm | None:
    named = next((form for form in forms if passage in form.passages), None)
    if named is not None:
        return named
    contested = len({form.entry for form in forms}) > 1
    return next((form for form in forms if not form.passages or not (contested or form.limited)), None)


def form_key(form: str) -> str:
    """Return the key of a surface form; forms with equal keys count as one form. The case of the first letter is
    ignored in forms of several words.
    """
    words = _SPACE.sub(" ", form.strip())
    return words[:1].casefold() + words[1:] if " " in words else words


@lru_cache(maxsize=1 << 12)
def form_pattern(form: str) -> re.Pattern[str]:
    """Return a pattern that finds the form with any white space between words and with any kind of apostrophe,
    quotation mark, dot or hyphen.

    In alphabetic scripts, the pattern of a surface form matches whole words only. The pattern ignores the case of the
    first letter if the form has several words or begins with a lower-case letter.
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
