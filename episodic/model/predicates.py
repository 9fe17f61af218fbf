"""The definitions of predicates (kind, cardinality, inverse, flags), the predicates that the package contains, and a
table to find them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import resources

from pydantic import TypeAdapter

from episodic.model.deferred import Deferred
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson
from episodic.model.name_keys import name_key

_PERSON = "Person"


class PredicateKind(StrEnum):
    """The kinds of predicates: a fixed property, a state that begins and ends, or an event that happens at a moment."""

    FIXED = "fixed"
    STATE = "state"
    EVENT = "event"


class Cardinality(StrEnum):
    """How many facts with one predicate, or with predicates of one family (which exclude each other), can hold at the
    same time.
    """

    ONE_VALUE = "one_value"
    """Each subject has only one value (or object), so that a second value excludes the first one. For example, "lives
    in" has one value, because a person lives in one place.
    """
    ONE_SUBJECT = "one_subject"
    """Each object has only one subject, so that a second subject excludes the first one. For example, "holds" has one
    subject for each object, because one person holds a sword.
    """
    ONE_EACH = "one_each"
    """Each subject has only one object, and each object only one subject. For example, "is married to" connects each
    wife to one husband, and each husband to one wife.
    """
    ONE_PER_PAIR = "one_per_pair"
    """For each pair of entities, only one predicate of a family holds. For example, "friend of" and "enemy of" are in
    one family, because two people are friends or enemies.
    """
    MANY = "many"


class Alive(StrEnum):
    """The condition under which a statement with a predicate shows that its subject is alive."""

    ALWAYS = "always"
    BEGINNING = "beginning"
    """Only the beginning of a state shows that its subject is alive. For example, "is the wife of" may be said of a
    dead woman, but only a living woman marries.
    """
    NEVER = "never"
    """No statement with the predicate shows that its subject is alive: a dead person can receive a title, or lie in a
    place.
    """


class LifeState(StrEnum):
    """Whether the subject of a predicate is alive or dead."""

    ALIVE = "alive"
    DEAD = "dead"


class Learner(StrEnum):
    """The entities of a fact that learn something through the fact."""

    SUBJECT = "subject"
    """The subject of the fact learns something ("discovered", "knows that")."""
    RECIPIENT = "recipient"
    """The object of the fact and the other entities that take part in it, except those who are only its topic, learn
    something ("told").
    """


class Membership(StrEnum):
    """How the subject of a predicate belongs to the organisation that is the predicate's object."""

    MEMBER = "member"
    LEADER = "leader"


class Argument(StrEnum):
    """Whether a predicate needs an object or a value in addition to the subject."""

    ENTITY = "entity"
    """The predicate needs an entity as object ("parent of")."""
    VALUE = "value"
    """The predicate needs a text as value ("feels")."""


class Slot(StrEnum):
    """The parts of an event statement to which an effect of the event can refer."""

    SUBJECT = "subject"
    OBJECT = "object"
    RECIPIENT = "recipient"
    """The entity that receives something in the event."""
    GIVER = "giver"
    """The entity from which something comes in the event."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A state that an event begins or ends. For example, an event of giving begins the state that the recipient has the
    object.

    `subject` and `object` are the parts of the event statement that become the subject and the object of the state. If
    `object` is None, the state has no object. If `qualified` is true in an effect, the qualifier of the event statement
    becomes the value of the state. If `object_types` is not empty, the effect applies only if the event's object has
    one of these entity types. The effect does not apply if the event's object has one of the entity types in
    `excluded_types`. If `without_object` is true, the effect applies only if the event statement has neither an object
    nor a value, as in "Ann left".
    """

    predicate: str
    subject: Slot = Slot.SUBJECT
    object: Slot | None = None
    ends: bool = False
    qualified: bool = False
    object_types: tuple[str, ...] = ()
    excluded_types: tuple[str, ...] = ()
    without_object: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)


@dataclass(frozen=True, slots=True)
class Predicate(FlatJson, Deferred):
    """A relation between two entities, or an attribute of one entity, that statements and facts express.

    Predicates with the same `family` exclude each other for the same pair of entities, or for the same subject if they
    have no object. A predicate can have several families, separated by spaces. For example, "enemy of" shares one
    family with "friend of" and another with "ally of".

    `life` says whether the subject of a statement with the predicate is dead or alive. `learner` names the entities
    that learn something through a fact with this predicate. `mental` is true for a state of mind, which other people
    than the subject know only if they are told about it. `growing` is true if the value is a number that grows with
    time, such as an age. `naming` is true if the value is a name or title, and not the entity with this name.
    `complete` is true if the predicate needs no object and no value. `passing` is true for a state that usually ends
    within one or two passages. Examples of passing states are a mood, a posture, and a place in a house. `volatile` is
    true for a state that often ends without a sentence that says so, such as an illness, a wish or a quarrel. `trait`
    is true for what somebody is like, such as his looks or his character.
    `passing_start` is true for a state, such as fear, that counts as passing if the text tells how it begins (a
    fright). A state with `passing_start` does not count as passing if the text says that it lasts. `uttered` is true
    for a state that begins with somebody's words, such as a promise. `mutual` is true for a state that also ends with
    the death of its object, such as service. `once` is true for an event that can happen only once to the same
    entities. `making` is true for an event in which the subject creates something, such as a letter. `membership` says
    that the subject of a state belongs to its object, or leads it, if the object is an organisation. `brief` names the
    predicate that replaces this one if the state lasts only for a short time, as "stays in" replaces "lives in".
    `of_living` names the event that is used in place of the state if the object is a person or creature. For example,
    to imprison somebody is to capture him. `moment_words`, `passing_words` and `passing_values` each name a list of
    regular expressions in the folder of each language. The regular expressions find statements that tell only an event
    or a passing state. A statement tells only an event if its sentence matches one of `moment_words`. A statement tells
    a passing state if its sentence matches one of `passing_words` or its value matches one of `passing_values`.
    `reserved` is true for a predicate that only the program gives to statements and that no prompt offers. `takes`
    states whether the predicate needs an object or a value (None: either is allowed). `excluded_subjects` and
    `excluded_objects` contain the entity types that the subject and the object must not have. An entity type is
    excluded if one of the predicate's names has another sense with a subject or object of this type. For example,
    "received" is a name of "took", but somebody who received a guest did not take him. `between` contains the pairs of
    entity types that the predicate connects, of the subject and of the object. `between` is None if the predicate
    connects any types. `effects` contains the states that the event begins or ends. If a predicate is added to a table
    that already has a predicate of the same name, the new predicate replaces the old one. Those fields from `life` to
    `effects` that are None in the new predicate are copied from the old one.
    """

    name: str
    kind: PredicateKind = PredicateKind.STATE
    cardinality: Cardinality = Cardinality.MANY
    inverse: str | None = None
    symmetric: bool = False
    living: bool = False
    family: str | None = None
    zh: str = ""
    """The Chinese name of the predicate. The field `zh` must keep its name, because stored settings contain it."""
    names: tuple[str, ...] = field(default=())
    place: bool = False
    presence: bool = False
    within: bool = False
    act: Alive | None = None
    life: LifeState | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    learner: Learner | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    mental: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    growing: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    naming: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    complete: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    passing: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    passing_start: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    volatile: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    trait: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    uttered: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    mutual: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    once: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    brief: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    of_living: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    making: bool | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    membership: Membership | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    moment_words: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    passing_words: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    passing_values: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    takes: Argument | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    excluded_subjects: tuple[str, ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    excluded_objects: tuple[str, ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    between: tuple[tuple[str, str], ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    effects: tuple[Effect, ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    reserved: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)

    @property
    def is_whereabouts(self) -> bool:
        """Whether the predicate is a state that says where its subject is or lives."""
        return self.place and self.kind is PredicateKind.STATE

    @property
    def is_possession(self) -> bool:
        """Whether the predicate is a state in which its subject has its object: an object has one such subject at a
        time, and is never a person.
        """
        has_one_subject = self.kind is PredicateKind.STATE and self.cardinality is Cardinality.ONE_SUBJECT
        return has_one_subject and _PERSON in (self.excluded_objects or ())

    def inheriting(self, known: Predicate | None) -> Predicate:
        """Return a copy of the predicate. If a field from `life` to `effects` is None, the copy takes its value from
        the predicate *known*.
        """
        if known is None:
            return self
        return replace(
            self,
            life=self.life or known.life,
            learner=self.learner or known.learner,
            mental=known.mental if self.mental is None else self.mental,
            growing=known.growing if self.growing is None else self.growing,
            naming=known.naming if self.naming is None else self.naming,
            complete=known.complete if self.complete is None else self.complete,
            passing=known.passing if self.passing is None else self.passing,
            passing_start=known.passing_start if self.passing_start is None else self.passing_start,
            volatile=known.volatile if self.volatile is None else self.volatile,
            trait=known.trait if self.trait is None else self.trait,
            uttered=known.uttered if self.uttered is None else self.uttered,
            mutual=known.mutual if self.mutual is None else self.mutual,
            once=known.once if self.once is None else self.once,
            brief=self.brief or known.brief,
            of_living=self.of_living or known.of_living,
            making=known.making if self.making is None else self.making,
            membership=self.membership or known.membership,
            moment_words=self.moment_words or known.moment_words,
            passing_words=self.passing_words or known.passing_words,
            passing_values=self.passing_values or known.passing_values,
            takes=self.takes or known.takes,
            excluded_subjects=known.excluded_subjects if self.excluded_subjects is None else self.excluded_subjects,
            excluded_objects=known.excluded_objects if self.excluded_objects is None else self.excluded_objects,
            between=known.between if self.between is None else self.between,
            effects=known.effects if self.effects is None else self.effects,
        )

    def is_named_exactly(self, written: str) -> bool:
        """Return whether *written* is the main name of this predicate or a translation of it, and not one of its other
        names.
        """
        return predicate_key(written) in map(predicate_key, (self.name, *self.translations.values()))

    def fits(self, subject_type: str, object_type: str | None, *, has_value: bool) -> bool:
        """Return whether a statement can have this predicate, given the entity types of its subject and object.
        *object_type* is None for a statement without an object.
        """
        has_object = object_type is not None
        if subject_type in (self.excluded_subjects or ()) or object_type in (self.excluded_objects or ()):
            return False
        if self.between is not None and has_object and not self._connects(subject_type, object_type or ""):
            return False
        if self.takes is Argument.ENTITY:
            return has_object or not has_value
        return self.takes is not Argument.VALUE or not has_object

    def _connects(self, subject_type: str, object_type: str) -> bool:
        pairs = {(name_key(one), name_key(other)) for one, other in self.between or ()}
        ends = (name_key(subject_type), name_key(object_type))
        return ends in pairs or (self.symmetric and ends[::-1] in pairs)

    @property
    def ends_with_object(self) -> bool:
        """Whether a state with this predicate ends with the death of its object, too, as a marriage does."""
        mirrored = self.symmetric or self.inverse == self.name
        return self.living and bool(mirrored or self.mutual)

    @property
    def translations(self) -> Mapping[str, str]:
        """The names of the predicate in languages other than the language of `name`, by language code."""
        return {"zh": self.zh} if self.zh else {}

    def label(self, language: str) -> str:
        """Return the name of the predicate in a language, or its main name if it has no name in this language."""
        return self.translations.get(language) or self.name


class PredicateTable:
    """A table that finds a predicate by any of its names."""

    def __init__(self, predicates: Iterable[Predicate]) -> None:
        self._by_name: dict[str, Predicate] = {}
        self._by_key: dict[str, Predicate] = {}
        self._add(predicates)

    def _add(self, predicates: Iterable[Predicate]) -> None:
        for given in predicates:
            predicate = given.inheriting(self._by_name.get(given.name))
            self._by_name[predicate.name] = predicate
            for name in (predicate.name, predicate.zh, *predicate.names):
                if name:
                    self._by_key[predicate_key(name)] = predicate

    def find(self, name: str) -> Predicate | None:
        """Return the predicate that is called *name* in any language, or None if the table has no such predicate."""
        return self._by_key.get(predicate_key(name))

    def leaves_every_place(self, predicate: Predicate) -> bool:
        """Return whether the predicate is an event after which its subject is no longer where it was, such as going
        somewhere.
        """
        ended = (self.find(one.predicate) for one in predicate.effects or () if one.ends and one.object is None)
        return any(one is not None and one.is_whereabouts for one in ended)

    def keys_of(self, name: str) -> frozenset[str]:
        """Return all keys under which the table contains the predicate called *name*, or an empty set if the table has
        no such predicate.
        """
        known = self.find(name)
        if known is None:
            return frozenset()
        # If a predicate that was added later shares a key with *known*, the table finds the later predicate under this
        # key.
        own = (predicate_key(one) for one in (known.name, known.zh, *known.names) if one)
        return frozenset(key for key in own if self._by_key.get(key) is known)

    def all(self) -> tuple[Predicate, ...]:
        """Return all predicates in the order in which they were added."""
        return tuple(self._by_name.values())

    def offered(self) -> tuple[Predicate, ...]:
        """Return the predicates that prompts offer to a model, in the order in which they were added."""
        return tuple(one for one in self._by_name.values() if not one.reserved)

    def extended(self, more: Iterable[Predicate]) -> PredicateTable:
        """Return a copy of the table with further predicates. A later definition of a predicate replaces an earlier one
        of the same name. Fields of the later definition that are None take their values from the earlier definition
        (see `Predicate`).
        """
        other = PredicateTable(())
        other._by_name, other._by_key = dict(self._by_name), dict(self._by_key)
        other._add(more)
        return other


def predicate_key(name: str) -> str:
    """Return the key for the comparison of predicate names, which ignores case, character width (full or half), spaces,
    hyphens and underscores.
    """
    return name_key(name).replace("_", "").replace("-", "").replace(" ", "")


@cache
def shipped_predicates() -> tuple[Predicate, ...]:
    """Return the predicates that the package contains: the common predicates of fiction."""
    raw = resources.files("episodic.model").joinpath("predicates.json").read_text(encoding="utf-8")
    rows: list[Mapping[str, object]] = json.loads(raw)
    return tuple(TypeAdapter(list[Predicate]).validate_python(rows))


def is_reserved(name: str) -> bool:
    """Return whether *name* is a name of a reserved predicate, which only the program itself gives to statements."""
    known = shipped_table().find(name)
    return known is not None and known.reserved


@cache
def shipped_table() -> PredicateTable:
    """Return the table of the predicates that the package contains."""
    return PredicateTable(shipped_predicates())
