"""Functions that write entity types, entities, events and predicates as text in the language of a prompt."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import groupby
from typing import Final

from episodic.extraction.llm_based.narrator_words import NARRATOR
from episodic.languages.labels import TYPE_LABELS
from episodic.languages.messages import message_text
from episodic.languages.registry import fits
from episodic.model.episodes import FrameKind, Language
from episodic.model.predicates import PredicateKind, PredicateTable
from episodic.model.readings import FrameReading, NodeReading, Window
from episodic.model.settings import DEFAULT_ENTITY_TYPES, Density, EntityType, WorkSettings
from episodic.text.scripts import han_count

NAMES_SHOWN: Final = 6
_IDEOGRAPHS_PER_FACT: Final = 25
_LETTERS_PER_FACT: Final = 82
"""At the density "standard", a prompt asks for one fact per _IDEOGRAPHS_PER_FACT Han characters, and for one per
_LETTERS_PER_FACT other characters. People who read two chapters carefully noted one fact per 75 Han characters and one
per 310 other characters. A prompt asks for more facts than these people noted, because a model that reads a window does
not know what matters later.
"""
_SHARE_OF_FACTS: Final = {Density.ESSENTIAL: 0.4, Density.STANDARD: 1.0, Density.EVERYTHING: 2.0}
_LEAST_FACTS: Final = 4
_SHIPPED: Final = {one.name: one.description for one in DEFAULT_ENTITY_TYPES}


def types_in_words(settings: WorkSettings, language: Language) -> str:
    """Return the names and descriptions of the entity types of *settings* in *language*, as one line of text."""
    words: list[str] = []
    for one in settings.entity_types:
        described = one.description
        if described and described == _SHIPPED.get(one.name):
            described = message_text(f"prompts.described_{one.name}", language)
        words.append(_bracketed(type_label(one, language), described, language))
    return _listed(words, language, mark="semicolon")


def type_label(one: EntityType, language: Language) -> str:
    """Return a name of an entity type in *language*, or the main name of the type if it has no name in *language*."""
    labels = TYPE_LABELS.find(language)
    if labels is None or fits(one.name, language):
        return one.name
    return next((name for name in one.names if fits(name, language)), one.name)


def entities_in_words(nodes: Sequence[NodeReading], window: Window, settings: WorkSettings) -> str:
    """Return the text of a prompt that lists *nodes* with one line for each entity.

    Each line contains an entity's number (from 1), its names in the window, and its type. A name that several entities
    have is followed by the numbers of the passages in which it means the entity of the line.
    """
    uses = Counter(surface.text for node in nodes for surface in node.surfaces)
    ambiguous = {text for text, count in uses.items() if count > 1}
    return "\n".join(
        _entity(number, node, _names(node, ambiguous, window), settings=settings, language=window.language)
        for number, node in enumerate(nodes, 1)
    )


def events_in_words(names: Iterable[str], language: Language) -> str:
    """Return one line with the named events, numbered from 1, or an empty text if *names* is empty."""
    numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
    if not numbered:
        return ""
    return message_text("prompts.events", language, events=_listed(numbered, language, mark="semicolon"))


def frames_in_words(frames: Sequence[FrameReading], language: Language) -> str:
    """Return one line with the frames of the passages outside the main line, such as "1-7 letter; 9 tale". Return an
    empty text if all passages belong to the main line.
    """
    entries: list[str] = []
    for kind, passages in groupby(enumerate(frames, 1), key=lambda one: one[1].kind):
        if kind is FrameKind.MAIN:
            continue
        numbers = [number for number, _ in passages]
        entries.append(f"{numbers[0]}-{numbers[-1]} {kind}" if len(numbers) > 1 else f"{numbers[0]} {kind}")
    return (
        message_text("prompts.frames", language, frames=_listed(entries, language, mark="semicolon")) if entries else ""
    )


def density_in_words(density: Density, text: str, language: Language) -> str:
    """Return the sentence of a prompt that says which facts the model should write at the given density. The returned
    sentence also tells the model approximately how many facts a text as long as *text* usually has at the given
    density.
    """
    ideographs = han_count(text)
    usual = ideographs / _IDEOGRAPHS_PER_FACT + (len(text) - ideographs) / _LETTERS_PER_FACT
    most = max(_LEAST_FACTS, round(usual * _SHARE_OF_FACTS[density]))
    return message_text(f"prompts.density_{density.value}", language, most=most)


def is_first_person(node: NodeReading) -> bool:
    """Return whether the node is the main narrator of the work or another first-person narrator."""
    return node.narrator or any(one.shared and one.text in narrator_words() for one in node.surfaces)


def _names(node: NodeReading, ambiguous: Container[str], window: Window) -> list[str]:
    """Return up to NAMES_SHOWN names by which the window mentions a node, the main name first and titles last. A name
    in *ambiguous* (a name of several nodes) is followed by "@" and the numbers of the passages in which it means this
    node. If the window does not contain the main name, the main name is put in front of the other names. For example, a
    window may lack the main name of the teller of a tale that began earlier.
    """
    ranked = sorted(node.surfaces, key=lambda surface: (surface.text != node.name, surface.shared))
    starts = [span.start for span in window.passages]
    names = [] if any(surface.text == node.name for surface in ranked) else [node.name]
    for surface in ranked[:NAMES_SHOWN]:
        passages = sorted({bisect_right(starts, span.start) for span in surface.spans if span.start >= 0})
        limited = surface.text in ambiguous and passages
        names.append(f"{surface.text}@{','.join(map(str, passages))}" if limited else surface.text)
    return names


def _entity(number: int, node: NodeReading, names: list[str], *, settings: WorkSettings, language: Language) -> str:
    found = settings.entity_type(node.type)
    label = node.type if found is None else type_label(found, language)
    told = (
        message_text("prompts.narrator" if node.narrator else "prompts.teller", language)
        if is_first_person(node)
        else ""
    )
    return f"{number}. {_bracketed(_listed(names, language), f'{label}{told}', language)}"


def predicates_in_words(table: PredicateTable, kinds: Iterable[PredicateKind], language: Language) -> str:
    """Return, in one line of text, the names of the predicates of the given kinds that *table* offers to prompts."""
    wanted = set(kinds)
    return _listed([one.label(language) for one in table.offered() if one.kind in wanted], language)


def attributes_in_words(settings: WorkSettings, language: Language) -> str:
    """Return a text with one line for each entity type that has attributes, or an empty text if no entity type has
    attributes.
    """
    lines: list[str] = []
    for one in settings.entity_types:
        if one.attributes:
            words = [_bracketed(each.name, each.description, language) for each in one.attributes]
            listed = _listed(words, language, mark="semicolon")
            line = message_text("prompts.attributes", language, type=type_label(one, language), attributes=listed)
            lines.append(f"\n{line}")
    return "".join(lines)


def notes_in_words(settings: WorkSettings, language: Language) -> str:
    """Return the author's instructions for the work as a paragraph of a prompt, or an empty text if the author gave no
    instructions.
    """
    notes = settings.instructions.strip()
    if not notes:
        return ""
    return "\n" + message_text("prompts.notes", language, notes=notes)


def narrator_words() -> tuple[str, ...]:
    """Return the first-person pronouns of all languages, such as "I" for English."""
    return tuple(words.first_person for _, words in NARRATOR.all())


def _bracketed(name: str, description: str, language: Language) -> str:
    return message_text("prompts.described", language, name=name, description=description) if description else name


def _listed(words: Iterable[str], language: Language, *, mark: str = "list") -> str:
    return message_text(f"marks.{mark}", language).join(words)
