"""Labels of layers, kinds of issues, sources of settings, fields, entity types, predicates and readers."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.cli.messages.message import Phrase, message, message_or, same
from episodic.config import Origin
from episodic.extraction.rule_based.language_rules import READING
from episodic.languages.labels import PREDICATE_LABELS, TYPE_LABELS
from episodic.model.episodes import Language, Layer
from episodic.model.graph import Fact, IssueKind
from episodic.model.holding import Holding
from episodic.model.predicates import shipped_table
from episodic.model.readings import USUAL_SALIENCE
from episodic.search.filter_fields import HitKind

HOLDING: Mapping[Holding, Phrase] = {
    Holding.POSSIBLE: message("labels.holding_possible"),
    Holding.NO: message("labels.holding_no"),
}
LAYERS: Mapping[Layer, Phrase] = {
    Layer.CANON: message("labels.layers_canon"),
    Layer.DRAFT: message("labels.layers_draft"),
    Layer.PLAN: message("labels.layers_plan"),
    Layer.NOTE: message("labels.layers_note"),
}
ISSUES: Mapping[IssueKind, Phrase] = {
    IssueKind.CONTRADICTION: message("labels.issues_contradiction"),
    IssueKind.ORDER_UNKNOWN: message("labels.issues_order_unknown"),
    IssueKind.TIMELINE_CONFLICT: message("labels.issues_timeline_conflict"),
    IssueKind.DEAD_ACTS: message("labels.issues_dead_acts"),
    IssueKind.TWO_PLACES_AT_ONCE: message("labels.issues_two_places_at_once"),
    IssueKind.KNOWLEDGE_BEFORE_LEARNING: message("labels.issues_knowledge_before_learning"),
    IssueKind.IDENTITY_SUSPECTED: message("labels.issues_identity_suspected"),
    IssueKind.JUDGEMENT_CONFLICT: message("labels.issues_judgement_conflict"),
    IssueKind.QUOTE_REJECTED: message("labels.issues_quote_rejected"),
}
KINDS: Mapping[HitKind, Phrase] = {
    HitKind.FACT: message("labels.kinds_fact"),
    HitKind.ENTITY: message("labels.kinds_entity"),
    HitKind.PASSAGE: message("labels.kinds_passage"),
}
ORIGINS: Mapping[Origin, Phrase] = {
    Origin.FLAG: message("labels.origins_flag"),
    Origin.ENVIRONMENT: message("labels.origins_environment"),
    Origin.FILE: same(".env"),
    Origin.DEFAULT: message("labels.origins_default"),
}
_TYPED = frozenset({"entity_type", "type", "subject_type", "object_type"})
_RULES = "rules/"
AUTHOR = "author"
RECORDED = "recorded replies"
"""The model name that `factory.model_name` returns if replies are read from a recording."""


def rule_named(reason: str) -> Phrase:
    """Return in words which rule a rejected part of a model reply broke."""
    return message_or(f"rejections.{reason}", reason)


def field_named(field: str) -> Phrase:
    return message_or(f"labels.field_{field}", field)


def field_value(field: str, value: str | float | bool | None) -> Phrase:
    """Return the text that a printed table shows for the value *value* of the field named *field*. Entity types and
    predicates are shown by their labels in the user's language, and a missing value is shown as a dash.
    """
    if value is None:
        return same("-")
    if field in _TYPED:
        return type_named(str(value))
    if field == "predicate":
        return predicate_named(str(value))
    return message_or(f"labels.value_{field}_{value}", str(value))


def type_named(name: str) -> Phrase:
    """Return the name of an entity type in the user's language. A type that has no translation, such as a type that the
    author defined, keeps its name.
    """
    return Phrase(lambda language: (TYPE_LABELS.find(language) or {}).get(name, name))


def predicate_named(name: str) -> Phrase:
    """Return the name of a predicate in the user's language. A predicate that has no translation, such as a predicate
    that the author defined, keeps its name.
    """
    known = shipped_table().find(name)
    if known is None:
        return same(name)
    return Phrase(lambda language: (PREDICATE_LABELS.find(language) or {}).get(known.name, name))


def edge(one: Fact) -> Phrase:
    """Return a fact as subject, predicate, and object or value.

    The phrase also says the fact's qualifier, condition and duration, whether it is a habit, and its salience unless
    the salience is the default.
    """
    shown = _edge(one)
    if one.qualifier:
        shown = message("labels.edge_qualifier", edge=shown, qualifier=one.qualifier)
    if one.habit:
        shown = message("labels.edge_habit", edge=shown)
    if one.condition:
        shown = message("labels.edge_condition", edge=shown, condition=one.condition)
    if one.duration:
        shown = message("labels.edge_duration", edge=shown, duration=one.duration)
    if one.salience != USUAL_SALIENCE:
        shown = message("labels.edge_salience", edge=shown, salience=one.salience)
    return shown


def _edge(one: Fact) -> Phrase:
    target = one.object_name or one.value
    named = predicate_named(one.predicate)
    if one.denied:
        named = message("labels.denied", predicate=named)
    if not target:
        return message("labels.edge_alone", subject=one.subject_name, predicate=named)
    return message("labels.edge", subject=one.subject_name, predicate=named, target=target)


def reader_named(reader: str, language: Language) -> Phrase:
    """Return who extracted the facts of a chapter: the name of a model, or the phrase for reading by rules.

    If *reader* is the rule-based reader, but *language*, the chapter's language, has no reading rules, the phrase says
    that the chapter was not read.
    """
    rest = reader.removeprefix(_RULES)
    if rest != reader and not READING.supplied_by(language):
        return message("labels.not_read_by_rules")
    return same(reader) if rest == reader else message("labels.reader_named", reader=reader, rest=rest)


def signer(name: str) -> Phrase:
    """Return the phrase for the person or agent that made a decision (an override)."""
    return message("labels.author") if name == AUTHOR else same(name)
