"""The fields that a filter may name: what each is called, which things have it, and which operations its type allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact

Scalar = str | int | bool
Filtered = Fact | Entity | Passage
Ordinals = Mapping[str, int]
"""Ordinals of chapters by episode id."""


class HitKind(StrEnum):
    """What can be found."""

    FACT = "fact"
    ENTITY = "entity"
    PASSAGE = "passage"


class Op(StrEnum):
    """How a field is compared with a value."""

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
    """What a field holds."""

    TEXT = "text"
    NUMBER = "number"
    CLAIM = "claim"
    """True or false."""


_EVERY = frozenset({Op.EQUAL, Op.UNEQUAL, Op.EXISTS})
_CHOICE = frozenset({Op.IN, Op.NOT_IN})
ALLOWED: Mapping[FieldType, frozenset[Op]] = {
    FieldType.TEXT: _EVERY | _CHOICE | {Op.CONTAINS, Op.STARTS, Op.ENDS},
    FieldType.NUMBER: _EVERY | _CHOICE | {Op.BELOW, Op.AT_MOST, Op.ABOVE, Op.AT_LEAST, Op.BETWEEN},
    FieldType.CLAIM: _EVERY,
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
_NUMBERS = frozenset({"length", "chapter", "evidence", "starts", "ends", "mentions", "index"})
_CLAIMS = frozenset({"denied", "locked"})

Value = Scalar | tuple[Scalar, ...]
Condition = tuple[str, str, Value]
"""Field, operation, value."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A condition whose field, operation and value are known to fit."""

    field: str
    op: Op
    value: Value


def checked(condition: Condition) -> Checked:
    """The condition, if it can be evaluated. Raises InvalidFilterError for an unknown field, operation or a wrong value."""
    name, sign, value = condition
    known = sorted(frozenset[str]().union(*FIELDS.values()))
    if name not in known:
        raise InvalidFilterError(f"There is no field {name!r} to filter by.", hint=f"Known fields: {', '.join(known)}.")
    kind = type_of(name)
    try:
        op = Op(sign)
    except ValueError:
        raise InvalidFilterError(
            f"There is no operation {sign!r}.", hint=f"Known operations: {', '.join(Op)}."
        ) from None
    if op not in ALLOWED[kind]:
        raise InvalidFilterError(
            f"{op.value!r} does not apply to {name!r}, which is a {kind.value}.",
            hint=f"It takes: {', '.join(one.value for one in Op if one in ALLOWED[kind])}.",
        )
    if not _fits(op, kind, value):
        raise InvalidFilterError(f"{name!r} {op.value} cannot take {value!r}.", hint=_wanted(op, kind))
    return Checked(name, op, value)


def holds(condition: Checked, thing: Filtered, ordinals: Ordinals) -> bool:
    """Whether the condition is true of the thing; a thing that has no such field does not fulfil it.

    Of a field with several values (aliases, chapters, participants) one is enough; != and not_in say that none is equal.
    """
    if condition.field not in FIELDS[kind_of(thing)]:
        return False
    found = values_of(condition.field, thing, ordinals)
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
            return any(_spelt(condition.op, one, value) for one in found if isinstance(one, str))
        case _:
            return any(_ranked(condition.op, one, value) for one in found if isinstance(one, int))


def kind_of(thing: Filtered) -> HitKind:
    """Which of the three a thing is."""
    match thing:
        case Fact():
            return HitKind.FACT
        case Entity():
            return HitKind.ENTITY
        case Passage():
            return HitKind.PASSAGE


def values_of(name: str, thing: Filtered, ordinals: Ordinals) -> Values:
    """The values of a field that the thing's kind has; none where the text says none."""
    match thing:
        case Fact():
            return _FACT[name](thing, ordinals)
        case Entity():
            return _ENTITY[name](thing, ordinals)
        case Passage():
            return _PASSAGE[name](thing, ordinals)


def type_of(name: str) -> FieldType:
    """What the field of this name holds, of whatever kind of thing."""
    if name in _NUMBERS:
        return FieldType.NUMBER
    return FieldType.CLAIM if name in _CLAIMS else FieldType.TEXT


def _is(kind: FieldType, value: object) -> bool:
    match kind:
        case FieldType.TEXT:
            return isinstance(value, str)
        case FieldType.NUMBER:
            return isinstance(value, int) and not isinstance(value, bool)
        case FieldType.CLAIM:
            return isinstance(value, bool)


def _fits(op: Op, kind: FieldType, value: Value) -> bool:
    if op is Op.EXISTS:
        return isinstance(value, bool)
    if op in (Op.IN, Op.NOT_IN):
        return isinstance(value, tuple) and all(_is(kind, one) for one in value)
    if op is Op.BETWEEN:
        return isinstance(value, tuple) and len(value) == 2 and all(_is(kind, one) for one in value)
    return _is(kind, value)


def _wanted(op: Op, kind: FieldType) -> str:
    noun = {FieldType.TEXT: "a text", FieldType.NUMBER: "a whole number", FieldType.CLAIM: "true or false"}[kind]
    if op is Op.EXISTS:
        return "Give true or false."
    if op in (Op.IN, Op.NOT_IN):
        return f"Give a tuple; each of its parts is {noun}."
    return "Give a pair of whole numbers, the lower one first." if op is Op.BETWEEN else f"Give {noun}."


def _spelt(op: Op, text: str, value: Value) -> bool:
    if not isinstance(value, str):
        return False
    if op is Op.CONTAINS:
        return value in text
    return text.startswith(value) if op is Op.STARTS else text.endswith(value)


def _ranked(op: Op, number: int, value: Value) -> bool:
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
