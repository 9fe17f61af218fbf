"""The fields of facts, entities and passages to which filter conditions apply, and the evaluation of conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact

Scalar = str | int | bool
Filterable = Fact | Entity | Passage
Ordinals = Mapping[str, int]
"""The ordinals of chapters (their positions in their layer, counted from 1) by episode id."""


class HitKind(StrEnum):
    """The kinds of record that a search finds: facts, entities and passages."""

    FACT = "fact"
    ENTITY = "entity"
    PASSAGE = "passage"


class Op(StrEnum):
    """The operations that a filter condition can apply to a field."""

    EQUAL = "="
    UNEQUAL = "!="
    IN = "in"
    NOT_IN = "not_in"
    CONTAINS = "contains"
    STARTS = "starts_with"
    ENDS = "ends_with"
    BELOW = "<"
    AT_MOST = "<="
    ABOVE = ">"
    AT_LEAST = ">="
    BETWEEN = "between"
    EXISTS = "exists"


class FieldType(StrEnum):
    """The data type of the values of a filter field."""

    TEXT = "text"
    NUMBER = "number"
    BOOLEAN = "boolean"


_EVERY = frozenset({Op.EQUAL, Op.UNEQUAL, Op.EXISTS})
_CHOICE = frozenset({Op.IN, Op.NOT_IN})
ALLOWED: Mapping[FieldType, frozenset[Op]] = {
    FieldType.TEXT: _EVERY | _CHOICE | {Op.CONTAINS, Op.STARTS, Op.ENDS},
    FieldType.NUMBER: _EVERY | _CHOICE | {Op.BELOW, Op.AT_MOST, Op.ABOVE, Op.AT_LEAST, Op.BETWEEN},
    FieldType.BOOLEAN: _EVERY,
}

Values = tuple[Scalar, ...]
FactField = Callable[[Fact, Ordinals], Values]
EntityField = Callable[[Entity, Ordinals], Values]
PassageField = Callable[[Passage, Ordinals], Values]


def _known(value: Scalar | None) -> Values:
    return () if value is None else (value,)


def _ordinal(episode: str, ordinals: Ordinals) -> Values:
    return _known(ordinals.get(episode))


_FACT: Mapping[str, FactField] = {
    "uuid": lambda fact, _: (fact.uuid,),
    "text": lambda fact, _: (fact.text,),
    "length": lambda fact, _: (len(fact.text),),
    "layer": lambda fact, _: (fact.layer.value,),
    "chapter": lambda fact, ordinals: tuple(
        ordinals[one] for one in dict.fromkeys(e.episode for e in fact.evidence) if one in ordinals
    ),
    "subject": lambda fact, _: (fact.subject_name,),
    "subject_type": lambda fact, _: (fact.subject_type,),
    "predicate": lambda fact, _: (fact.predicate,),
    "predicate_kind": lambda fact, _: (fact.kind.value,),
    "object": lambda fact, _: _known(fact.object_name),
    "object_type": lambda fact, _: _known(fact.object_type),
    "value": lambda fact, _: _known(fact.value),
    "salience": lambda fact, _: (fact.salience,),
    "qualifier": lambda fact, _: _known(fact.qualifier),
    "habit": lambda fact, _: (fact.habit,),
    "condition": lambda fact, _: _known(fact.condition),
    "duration": lambda fact, _: _known(fact.duration),
    "participant": lambda fact, _: tuple(one.name for one in fact.participants),
    "role": lambda fact, _: tuple(one.role for one in fact.participants),
    "scope": lambda fact, _: (fact.scope.value,),
    "holder": lambda fact, _: _known(fact.holder_name),
    "denied": lambda fact, _: (fact.denied,),
    "locked": lambda fact, _: (fact.locked,),
    "evidence": lambda fact, _: (len(fact.evidence),),
    "starts": lambda fact, _: _known(None if fact.valid_at is None else fact.valid_at.earliest),
    "ends": lambda fact, _: _known(None if fact.invalid_at is None else fact.invalid_at.latest),
}
_ENTITY: Mapping[str, EntityField] = {
    "uuid": lambda entity, _: (entity.uuid,),
    "name": lambda entity, _: (entity.name,),
    "alias": lambda entity, _: tuple(one.text for one in entity.aliases),
    "type": lambda entity, _: (entity.type,),
    "summary": lambda entity, _: _known(entity.summary or None),
    "mentions": lambda entity, _: (entity.mentions,),
    "chapter": lambda entity, ordinals: _ordinal(entity.first.episode, ordinals),
}
_PASSAGE: Mapping[str, PassageField] = {
    "uuid": lambda passage, _: (passage.uuid,),
    "text": lambda passage, _: (passage.text,),
    "length": lambda passage, _: (len(passage.text),),
    "layer": lambda passage, _: (passage.layer.value,),
    "frame": lambda passage, _: (passage.frame.value,),
    "index": lambda passage, _: (passage.index,),
    "chapter": lambda passage, ordinals: _ordinal(passage.episode, ordinals),
}

FIELDS: Mapping[HitKind, frozenset[str]] = {
    HitKind.FACT: frozenset(_FACT),
    HitKind.ENTITY: frozenset(_ENTITY),
    HitKind.PASSAGE: frozenset(_PASSAGE),
}
_NUMBERS = frozenset({"length", "chapter", "evidence", "starts", "ends", "mentions", "index", "salience"})
_BOOLEANS = frozenset({"denied", "locked", "habit"})

Value = Scalar | tuple[Scalar, ...]
Condition = tuple[str, str, Value]
"""A filter condition: field name, operation, value."""


@dataclass(frozen=True, slots=True)
class ValidCondition:
    """A filter condition that was checked: the field exists, the operation fits the field's type, and the value fits
    the field and the operation.
    """

    field: str
    op: Op
    value: Value


def validated(condition: Condition) -> ValidCondition:
    """Return the condition with its operation as an `Op`, after checking the field, the operation and the value.

    Raises InvalidFilterError for an unknown field or operation, an operation that does not apply to the field, or a
    value that does not fit.
    """
    name, sign, value = condition
    known = sorted(frozenset[str]().union(*FIELDS.values()))
    if name not in known:
        raise InvalidFilterError(f"Unknown filter field: {name!r}.", hint=f"Known fields: {', '.join(known)}.")
    kind = type_of(name)
    try:
        op = Op(sign)
    except ValueError:
        raise InvalidFilterError(
            f"Unknown filter operation: {sign!r}.", hint=f"Known operations: {', '.join(Op)}."
        ) from None
    if op not in ALLOWED[kind]:
        raise InvalidFilterError(
            f"The operation {op.value!r} does not apply to the field {name!r}, which is a {kind.value} field.",
            hint=f"Allowed operations: {', '.join(allowed.value for allowed in Op if allowed in ALLOWED[kind])}.",
        )
    if not _value_fits(op, kind, value):
        raise InvalidFilterError(f"Invalid value for {name!r} {op.value}: {value!r}.", hint=_value_hint(op, kind))
    return ValidCondition(name, op, value)


def fulfils(condition: ValidCondition, item: Filterable, ordinals: Ordinals) -> bool:
    """Return whether a fact, entity or passage fulfils the condition.

    A passage, for example, has no predicate, and so fulfils no condition on the predicate, not even `!=`. If a field
    has several values (aliases, chapters, participants), one matching value is enough. For `!=` and `not_in`, no value
    of the field may match.
    """
    if condition.field not in FIELDS[kind_of(item)]:
        return False
    return matches_values(condition, values_of(condition.field, item, ordinals))


def matches_values(condition: ValidCondition, found: Values) -> bool:
    value = condition.value
    match condition.op:
        case Op.EXISTS:
            return bool(found) is value
        case Op.EQUAL:
            return value in found
        case Op.UNEQUAL:
            return value not in found
        case Op.IN | Op.NOT_IN:
            chosen = value if isinstance(value, tuple) else (value,)
            return any(one in chosen for one in found) is (condition.op is Op.IN)
        case Op.CONTAINS | Op.STARTS | Op.ENDS:
            return any(_text_matches(condition.op, text, value) for text in found if isinstance(text, str))
        case _:
            return any(_number_matches(condition.op, number, value) for number in found if isinstance(number, int))


def kind_of(item: Filterable) -> HitKind:
    match item:
        case Fact():
            return HitKind.FACT
        case Entity():
            return HitKind.ENTITY
        case Passage():
            return HitKind.PASSAGE


def values_of(name: str, item: Filterable, ordinals: Ordinals) -> Values:
    """Return the values that a fact, entity or passage has in a field, or an empty tuple if it has none.

    Raises KeyError if the kind of the record (fact, entity or passage) has no field of this name.
    """
    match item:
        case Fact():
            return _FACT[name](item, ordinals)
        case Entity():
            return _ENTITY[name](item, ordinals)
        case Passage():
            return _PASSAGE[name](item, ordinals)


def type_of(name: str) -> FieldType:
    """Return the data type of the values of the field *name*, which is the same in all kinds of record."""
    if name in _NUMBERS:
        return FieldType.NUMBER
    return FieldType.BOOLEAN if name in _BOOLEANS else FieldType.TEXT


def _is(kind: FieldType, value: object) -> bool:
    match kind:
        case FieldType.TEXT:
            return isinstance(value, str)
        case FieldType.NUMBER:
            return isinstance(value, int) and not isinstance(value, bool)
        case FieldType.BOOLEAN:
            return isinstance(value, bool)


def _value_fits(op: Op, kind: FieldType, value: Value) -> bool:
    if op is Op.EXISTS:
        return isinstance(value, bool)
    if op in (Op.IN, Op.NOT_IN):
        return isinstance(value, tuple) and all(_is(kind, one) for one in value)
    if op is Op.BETWEEN:
        return isinstance(value, tuple) and len(value) == 2 and all(_is(kind, one) for one in value)
    return _is(kind, value)


def _value_hint(op: Op, kind: FieldType) -> str:
    noun = {FieldType.TEXT: "a string", FieldType.NUMBER: "an integer", FieldType.BOOLEAN: "true or false"}[kind]
    if op is Op.EXISTS:
        return "Give true or false."
    if op in (Op.IN, Op.NOT_IN):
        return f"Give a tuple in which each value is {noun}."
    return "Give a pair of integers, the lower one first." if op is Op.BETWEEN else f"Give {noun}."


def _text_matches(op: Op, text: str, value: Value) -> bool:
    if not isinstance(value, str):
        return False
    if op is Op.CONTAINS:
        return value in text
    return text.startswith(value) if op is Op.STARTS else text.endswith(value)


def _number_matches(op: Op, number: int, value: Value) -> bool:
    if isinstance(value, tuple):
        low, high = value
        return isinstance(low, int) and isinstance(high, int) and low <= number <= high
    if not isinstance(value, int):
        return False
    return {
        Op.BELOW: number < value,
        Op.AT_MOST: number <= value,
        Op.ABOVE: number > value,
        Op.AT_LEAST: number >= value,
    }[op]
