"""Renders settings, entities and predicates as text in the prompt's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from episodic.extraction.llm_based.narrator_words import NARRATOR
from episodic.languages.labels import TYPE_LABELS
from episodic.languages.messages import message_text
from episodic.languages.registry import fits
from episodic.model.episodes import Language
from episodic.model.predicates import Predicate, PredicateKind, PredicateTable
from episodic.model.readings import NodeReading
from episodic.model.settings import DEFAULT_ENTITY_TYPES, Density, EntityType, WorkSettings

NAMES_SHOWN: Final = 6
_SHIPPED: Final = {one.name: one.description for one in DEFAULT_ENTITY_TYPES}


def types_in_words(settings: WorkSettings, language: Language) -> str:
    """Returns the list of entity types with their descriptions."""
    words: list[str] = []
    for one in settings.entity_types:
        described = one.description
        if described and described == _SHIPPED.get(one.name):
            described = message_text(f"prompts.described_{one.name}", language)
        words.append(_bracketed(type_label(one, language), described, language))
    return _listed(words, language, mark="semicolon")


def type_label(one: EntityType, language: Language) -> str:
    """Returns the name of the entity type in *language*, or the main name of the entity type if *language* has none."""
    labels = TYPE_LABELS.find(language)
    if labels is None or fits(one.name, language):
        return one.name
    return next((name for name in one.names if fits(name, language)), one.name)


def entities_in_words(nodes: Iterable[NodeReading], settings: WorkSettings, language: Language) -> str:
    """Returns one line for each entity: a number counted from 1, the entity's names in the window, and the entity's
    type.
    """
    return "\n".join(
        _entity(number, node, settings=settings, language=language) for number, node in enumerate(nodes, 1)
    )


def events_in_words(names: Iterable[str], language: Language) -> str:
    """Returns one line with the named events, numbered from 1; the text is empty if there is no event."""
    numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
    if not numbered:
        return ""
    return message_text("prompts.events", language, events=_listed(numbered, language, mark="semicolon"))


def density_in_words(density: Density, language: Language) -> str:
    """Returns the sentence that says how much the prompt asks for."""
    return message_text(f"prompts.density_{density.value}", language)


def is_first_person(node: NodeReading) -> bool:
    """Whether the node is a first-person narrator: the work's main narrator or another narrator of a chapter."""
    return node.narrator or any(one.shared and one.text in narrator_words() for one in node.surfaces)


def _entity(number: int, node: NodeReading, *, settings: WorkSettings, language: Language) -> str:
    found = settings.entity_type(node.type)
    label = node.type if found is None else type_label(found, language)
    own = [surface.text for surface in node.surfaces if not surface.shared]
    titles = [surface.text for surface in node.surfaces if surface.shared]
    names = list(dict.fromkeys([node.name, *own, *titles]))[:NAMES_SHOWN]
    told = message_text("prompts.narrator", language) if is_first_person(node) else ""
    return f"{number}. {_bracketed(_listed(names, language), f'{label}{told}', language)}"


def predicates_in_words(table: PredicateTable, kinds: Iterable[PredicateKind], language: Language) -> str:
    """Returns the list of the table's predicates of the given kinds, with one name for each predicate."""
    wanted = set(kinds)
    return _listed([predicate_label(one, language) for one in table.all() if one.kind in wanted], language)


def predicate_label(one: Predicate, language: Language) -> str:
    """Returns the name of the predicate in *language*, or the main name of the predicate if *language* has none."""
    return one.translations.get(language) or one.name


def attributes_in_words(settings: WorkSettings, language: Language) -> str:
    """Returns one line for each entity type that has attributes; the text is empty if no entity type has attributes."""
    lines: list[str] = []
    for one in settings.entity_types:
        if one.attributes:
            words = [_bracketed(each.name, each.description, language) for each in one.attributes]
            listed = _listed(words, language, mark="semicolon")
            line = message_text("prompts.attributes", language, type=type_label(one, language), attributes=listed)
            lines.append(f"\n{line}")
    return "".join(lines)


def notes_in_words(settings: WorkSettings, language: Language) -> str:
    """Returns the author's instructions for the work; the text is empty if the author gave no instructions."""
    notes = settings.instructions.strip()
    if not notes:
        return ""
    return "\n" + message_text("prompts.notes", language, notes=notes)


def narrator_words() -> tuple[str, ...]:
    """Returns the first-person pronoun of each language."""
    return tuple(words.first_person for _, words in NARRATOR.all())


def _bracketed(name: str, description: str, language: Language) -> str:
    return message_text("prompts.described", language, name=name, description=description) if description else name


def _listed(words: Iterable[str], language: Language, *, mark: str = "list") -> str:
    return message_text(f"marks.{mark}", language).join(words)
