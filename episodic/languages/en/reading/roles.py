"""Finds people known only by a role ("the captain", "my father") whose death or killing an English text states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from episodic.extraction.rule_based.language_rules import KnownNode, NamedNode, NameKind
from episodic.extraction.rule_based.masked_text import PERSON, Mention, mask, mentions_of, without_private_characters
from episodic.languages.en.reading.assertion import is_asserted
from episodic.languages.en.reading.deaths import DEATHS
from episodic.languages.en.reading.occupations import OCCUPATION
from episodic.languages.en.reading.person_names import title_of
from episodic.languages.en.reading.pronouns import first_person_mentions
from episodic.languages.en.reading.word_lists import any_of
from episodic.model.readings import Surface
from episodic.model.spans import Span

_DEATH = re.compile(
    r"\b(?:dead|died|killed|slain|slew|murdered|drowned|hanged|shot|stabbed|perished|beheaded|strangled|poisoned|buried|"
    r"death|expired|passed\saway|cut\sdown)\b"
)
_ADJECTIVE = (
    r"(?:(?:poor|old|young|big|tall|stout|brave|gallant|unfortunate|unhappy|wretched|wounded|blind|dear|own|only)\s)?"
)
_KIN = "father|mother|brother|sister|son|daughter|wife|husband|uncle|aunt|grandfather|grandmother|nephew|niece|cousin"
_ROLE = re.compile(
    rf"(?<![\w-])(?:[Tt]he\s{_ADJECTIVE}(?P<role>{OCCUPATION}|{any_of('further_roles')})|[Mm]y\s{_ADJECTIVE}(?:{_KIN}))"
    r"(?![\w'’-])(?!\s(?:of|who|whose|that)\b)(?!,?\s[A-Z])"
)
"""Pattern of a role with its article ("the captain"), or of a relative of the narrator ("my father")."""
_SENTENCE = re.compile(r"(?:[^.!?\n]|\n(?!\n))+")
_REACH = 2_000
"""The maximum number of characters between a name with a title ("Captain Small") and the title alone ("the captain")
for both to mean one person.
"""


def with_roles(text: str, nodes: Sequence[NamedNode], speech: Sequence[Span]) -> tuple[NamedNode, ...]:
    """Return the nodes of a window, with a further node for each role whose bearer dies or kills in the narration. A
    role also gets a node if its bearer takes part in a shooting or stabbing in the narration.

    A role means the person of the window who has the role as a title, as in "Captain Small". Exactly one person of the
    window must have this title, and must be mentioned shortly before the role. No node is made for a role such as
    "captain" if people have it as their title, but it is not certain who is meant.
    """
    found: dict[str | int, list[Span]] = {}
    for sentence in _SENTENCE.finditer(text):
        dying = _DEATH.search(text, *sentence.span()) is not None
        for role, span in _dead_roles(text, Span(*sentence.span()), nodes, speech) if dying else ():
            titled = [index for index, node in enumerate(nodes) if role and role.casefold() in _titles(node)]
            if not titled:
                found.setdefault(_called(text, span), []).append(span)
            elif len(titled) == 1 and any(0 < span.start - place < _REACH for place in _places(nodes[titled[0]])):
                found.setdefault(titled[0], []).append(span)
    result = [
        replace(node, surfaces=(*node.surfaces, *_grouped(text, found.get(index, ()))))
        for index, node in enumerate(nodes)
    ]
    result += [
        NamedNode(NameKind.PERSON, _grouped(text, spans), name=role)
        for role, spans in found.items()
        if isinstance(role, str)
    ]
    return tuple(sorted(result, key=lambda node: min(_places(node), default=0)))


def _dead_roles(
    text: str, sentence: Span, nodes: Sequence[NamedNode], speech: Sequence[Span]
) -> Iterator[tuple[str, Span]]:
    """Yield the roles in a sentence whose bearers die, kill, wound or are wounded according to the sentence, each with
    its span. Roles in quoted speech are left out. A role is left out if "I" kills or wounds its bearer ("I killed the
    captain") and no node has the surface form "I".
    """
    roles = [
        (match["role"] or "", Span(match.start(), match.end()))
        for match in _ROLE.finditer(text, sentence.start, sentence.end)
        if not any(quotation.start <= match.start() < quotation.end for quotation in speech)
    ]
    if not roles:
        return
    named = [
        KnownNode(index, node.kind, node.name, tuple(one for one in node.surfaces if not one.shared), "")
        for index, node in enumerate(nodes)
    ]
    known = [one for one in mentions_of(named) if sentence.holds(one.span)]
    first = len(nodes)
    marks = [Mention(span, first + number, PERSON) for number, (_, span) in enumerate(roles)]
    if any(surface.text == "I" and surface.shared for node in nodes for surface in node.surfaces):
        marks += first_person_mentions(text, sentence, first + len(roles))
    inside = [one for one in speech if sentence.start <= one.start and one.end <= sentence.end]
    masked = mask(
        without_private_characters(text.replace("\n", " ")),
        sentence,
        mentions=sorted([*known, *marks], key=lambda mention: mention.span.start),
        speech=inside,
    )
    dead: set[int] = set()
    for construction in DEATHS:
        for match in construction.regex.finditer(masked.text):
            if construction.in_narration and is_asserted(masked.text, match):
                slots = (match.start(slot) for slot, mark in match.groupdict().items() if mark is not None)
                dead |= {masked.nodes.get(offset, -1) - first for offset in slots}
    yield from (one for number, one in enumerate(roles) if number in dead)


def _called(text: str, span: Span) -> str:
    words = " ".join(span.of(text).split())
    return words[0].lower() + words[1:]


def _titles(node: NamedNode) -> set[str]:
    if node.kind is not NameKind.PERSON:
        return set()
    names = (" ".join(word.rstrip(".") for word in one.text.split()) for one in node.surfaces if not one.shared)
    return {title_of(name) for name in names}


def _places(node: NamedNode) -> list[int]:
    return [span.start for surface in node.surfaces for span in surface.spans]


def _grouped(text: str, spans: Sequence[Span]) -> tuple[Surface, ...]:
    """Return the mentions at *spans* as surface forms that several people can share. A role is written with a small
    first letter, because a capital letter would make it look like a name.
    """
    forms: dict[str, list[Span]] = {}
    for span in spans:
        forms.setdefault(_called(text, span), []).append(span)
    return tuple(Surface(form, tuple(sorted(where)), shared=True) for form, where in forms.items())
