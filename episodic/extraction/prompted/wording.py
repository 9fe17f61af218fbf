"""How settings, entities and predicates are put into words of the prompt's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from episodic.model.episodes import Language
from episodic.model.predicates import Predicate, PredicateKind, PredicateTable
from episodic.model.readings import NodeReading
from episodic.model.settings import DEFAULT_ENTITY_TYPES, EntityType, WorkSettings
from episodic.text.scripts import han_count

NAMES_SHOWN: Final = 6
NARRATOR_WORD: Final = {Language.ENGLISH: "I", Language.CHINESE: "我"}
_CHINESE_DESCRIPTIONS: Final = {
    "Person": "行动、说话或被谈到的人，也可以不是人类",
    "Place": "地点、建筑、城镇、国家、世界",
    "Organization": "人来人去它还在的团体：门派、军队、家族、商号",
    "Item": "要紧的或易手的东西，没有专名的也算",
    "Ability": "可以学会或失去的本领、功法、法术",
    "Creature": "动物、妖兽或其种类",
    "Concept": "故事当作一件事物的观念、律法、头衔、习俗",
}
_SHIPPED: Final = {one.name: one.description for one in DEFAULT_ENTITY_TYPES}


def types_in_words(settings: WorkSettings, language: Language) -> str:
    """The entity types that may be chosen, each with what it means."""
    chinese = language is Language.CHINESE
    words: list[str] = []
    for one in settings.entity_types:
        described = one.description
        if chinese and described and described == _SHIPPED.get(one.name):
            described = _CHINESE_DESCRIPTIONS[one.name]
        label = type_label(one, language)
        brackets = "（{}）" if chinese else " ({})"
        words.append(label + brackets.format(described) if described else label)
    return _listed(words, language, mark="；")


def type_label(one: EntityType, language: Language) -> str:
    """The name that the type goes by in *language*, where it has one there."""
    if language is Language.CHINESE and not han_count(one.name):
        return next((name for name in one.names if han_count(name)), one.name)
    return one.name


def entities_in_words(nodes: Iterable[NodeReading], settings: WorkSettings, language: Language) -> str:
    """One line an entity: its number from 1, its type, and how the window names it."""
    return "\n".join(
        _entity(number, node, settings=settings, language=language) for number, node in enumerate(nodes, 1)
    )


def tells(node: NodeReading) -> bool:
    """Whether it says "I" outside of speech: the narrator, or the one who tells a chapter in the narrator's stead."""
    return node.narrator or any(one.shared and one.text in NARRATOR_WORD.values() for one in node.surfaces)


def _entity(number: int, node: NodeReading, *, settings: WorkSettings, language: Language) -> str:
    found = settings.entity_type(node.type)
    label = node.type if found is None else type_label(found, language)
    own = [surface.text for surface in node.surfaces if not surface.shared]
    titles = [surface.text for surface in node.surfaces if surface.shared]
    names = list(dict.fromkeys([node.name, *own, *titles]))[:NAMES_SHOWN]
    if language is Language.CHINESE:
        told = "，讲述者" if tells(node) else ""
        return f"{number}. {'、'.join(names)}（{label}{told}）"
    told = ", narrator" if tells(node) else ""
    return f"{number}. {', '.join(names)} ({label}{told})"


def predicates_in_words(table: PredicateTable, kinds: Iterable[PredicateKind], language: Language) -> str:
    """The table's predicates of these kinds, by one name each."""
    wanted = set(kinds)
    return _listed([predicate_label(one, language) for one in table.all() if one.kind in wanted], language)


def predicate_label(one: Predicate, language: Language) -> str:
    """The name that the predicate goes by in *language*, where it has one there."""
    return one.zh or one.name if language is Language.CHINESE else one.name


def attributes_in_words(settings: WorkSettings, language: Language) -> str:
    """One line for each type that has attributes of its own; empty where none has."""
    lines: list[str] = []
    for one in settings.entity_types:
        if one.attributes:
            brackets = "（{}）" if language is Language.CHINESE else " ({})"
            words = [
                each.name + (brackets.format(each.description) if each.description else "") for each in one.attributes
            ]
            said = "  {}另有：{}" if language is Language.CHINESE else "  of {} also: {}"
            lines.append("\n" + said.format(type_label(one, language), _listed(words, language, mark="；")))
    return "".join(lines)


def notes_in_words(settings: WorkSettings, language: Language) -> str:
    """The author's own instructions; empty where there are none."""
    notes = settings.instructions.strip()
    if not notes:
        return ""
    said = "\n作者对这部作品的说明：{}" if language is Language.CHINESE else "\nThe author's notes on this work: {}"
    return said.format(notes)


def _listed(words: Iterable[str], language: Language, *, mark: str = "、") -> str:
    if language is Language.CHINESE:
        return mark.join(words)
    return ("; " if mark == "；" else ", ").join(words)
