"""The nodes of an English window: surfaces that name one person or thing, with all their places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from episodic.extraction.ruled.english_addressed import addressed
from episodic.extraction.ruled.english_names import Named, named
from episodic.extraction.ruled.english_narrator import NEEDED, first_person, narrator_names
from episodic.extraction.ruled.english_persons import title_of, united
from episodic.extraction.ruled.others_words import tellers
from episodic.extraction.ruled.rules import NamedNode, NameKind
from episodic.model.readings import Surface, Window
from episodic.model.spans import Span

_NAME = r"[A-Z][\w'’\-]+(?:\s[A-Z][\w'’\-]+)*"
_ALSO = re.compile(
    rf"(?P<one>{_NAME}),?\s(?:(?:was|is|were)\s)?(?:(?:also|better|sometimes|otherwise|commonly|always|generally)\s)?"
    rf"(?:called|known\sas|named|alias|nicknamed|surnamed)\s[“\"‘]?(?P<other>{_NAME})"
)
_REST = re.compile(r"[^.!?“”\"]{0,90}")
_HER = re.compile(r"\b(?:she|her|herself)\b")
_HIS = re.compile(r"\b(?:he|his|him|himself)\b")
_VOTES = 2
"""So many pronouns of one sex show it, if they are so many times as many as those of the other."""


def named_nodes(window: Window, speech: Sequence[Span]) -> tuple[NamedNode, ...]:
    """Who and what the window names, by first mention; the narrator of a first-person window last, unless he is named.

    Somebody else who tells a part of it says I there.
    """
    text = window.text
    found = named(text)
    known = {one.key: one for one in found}
    people = [one for one in found if one.kind is NameKind.PERSON]
    groups = united([one.key for one in people], women=_women(text, people))
    groups = _joined(groups, _also_known(text, known))
    told = tellers(window, first_person(text), speech, needed=NEEDED)
    others = {one.teller: one.places for one in told if one.teller}
    told_by = next((one.places for one in told if not one.teller), ())
    own = _narrators_own(text, speech, known=known, groups=groups) if told_by else set[str]()
    nodes: list[tuple[int, NamedNode]] = []
    narrator: list[str] = []
    for group in groups:
        if own & set(group):
            narrator += group
            continue
        teller = next((one for one in others if _means(one, group, groups)), None)
        says = [] if teller is None else [Surface("I", others.pop(teller), shared=True)]
        first, node = _node(text, [known[key] for key in group], NameKind.PERSON)
        nodes.append((first, replace(node, surfaces=(*node.surfaces, *says))))
    nodes += [_node(text, [one], one.kind) for one in found if one.kind not in (None, NameKind.PERSON)]
    for teller, places in others.items():
        surface = Surface("I", places, shared=True)
        nodes.append((places[0].start, NamedNode(NameKind.PERSON, (surface,), name=_without_article(teller))))
    if told_by:
        surfaces = tuple(surface for key in _fullest(narrator, known) for surface in _surfaces(text, known[key]))
        surfaces = (*surfaces, Surface("I", told_by, shared=True))
        first = min(span.start for surface in surfaces for span in surface.spans)
        nodes.append((first, NamedNode(NameKind.PERSON, surfaces, narrator=True)))
    return tuple(node for _, node in sorted(nodes, key=lambda one: one[0]))


def _women(text: str, people: Sequence[Named]) -> dict[str, bool]:
    """Whether the bare names that stand there with a title, too, are women's or men's, by the pronouns that follow them."""
    titled = {one.words[1] for one in people if one.titled and len(one.words) == 2}
    found: dict[str, bool] = {}
    for one in people:
        if len(one.words) != 1 or one.key not in titled:
            continue
        rest = [_REST.match(text, run.span.end) for run in one.runs]
        words = [match[0] for match in rest if match is not None]
        her, his = (sum(len(form.findall(part)) for part in words) for form in (_HER, _HIS))
        if max(her, his) >= _VOTES and max(her, his) >= _VOTES * min(her, his):
            found[one.key] = her > his
    return found


def _narrators_own(
    text: str, speech: Sequence[Span], *, known: Mapping[str, Named], groups: Sequence[Sequence[str]]
) -> set[str]:
    """The names by which the narrator goes: those he says, else those that he answers to."""
    own = {key for span in narrator_names(text, speech=speech) if (key := _key(span.of(text))) in known}
    if own:
        return own
    places = [{key: [run.span for run in known[key].runs] for key in group} for group in groups]
    called = addressed(text, speech=speech, groups=places)
    return set() if called is None else set(groups[called])


def _means(teller: str, group: Sequence[str], groups: Sequence[Sequence[str]]) -> bool:
    """Whether the chapter's words for its teller mean this person: by a name of his, or by a title that nobody else here has."""
    words = _key(_without_article(teller)).casefold()
    if any(key.casefold() == words for key in group):
        return True
    titled = [one for one in groups if any(title_of(key) == words for key in one)]
    return len(titled) == 1 and titled[0] is group


def _without_article(words: str) -> str:
    return words[4:] if words[:4].casefold() == "the " else words


def _key(words: str) -> str:
    return " ".join(word.rstrip(".") for word in words.split())


def _also_known(text: str, known: dict[str, Named]) -> list[tuple[str, str]]:
    """Pairs of surfaces that the text itself calls one: X, called Y."""
    pairs: list[tuple[str, str]] = []
    for match in _ALSO.finditer(text):
        one, other = _key(match["one"]), _key(match["other"])
        if one != other and all(key in known and known[key].kind is NameKind.PERSON for key in (one, other)):
            pairs.append((one, other))
    return pairs


def _joined(groups: list[list[str]], pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    for one, other in pairs:
        first = next(group for group in groups if one in group)
        second = next(group for group in groups if other in group)
        if first is not second:
            first += second
            groups = [group for group in groups if group is not second]
    return groups


def _fullest(keys: Sequence[str], known: dict[str, Named]) -> list[str]:
    """Keys with the fullest name first: a full name before one with a title, then the longer, the more frequent."""
    return sorted(keys, key=lambda key: (-len(key.split()), known[key].titled, -len(known[key].runs), key))


def _node(text: str, members: Sequence[Named], kind: NameKind | None) -> tuple[int, NamedNode]:
    known = {one.key: one for one in members}
    surfaces = tuple(surface for key in _fullest(list(known), known) for surface in _surfaces(text, known[key]))
    first = min(span.start for surface in surfaces for span in surface.spans)
    return first, NamedNode(kind or NameKind.PERSON, surfaces)


def _surfaces(text: str, one: Named) -> list[Surface]:
    """The surfaces of one key as they are written, those on one line first."""
    written: dict[str, list[Span]] = {}
    for run in one.runs:
        written.setdefault(run.span.of(text), []).append(run.span)
    return [
        Surface(words, tuple(written[words]))
        for words in sorted(written, key=lambda words: ("\n" in words, -len(written[words]), words))
    ]
