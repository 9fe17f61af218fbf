"""Decides which statement contents are equal and which exclude each other, by the cardinality of predicates and by
judgements.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from episodic.languages import lexicon
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.name_keys import name_key
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.placed import PlacedStatement
from episodic.temporal.questions import Verdict


class StatementContent(NamedTuple):
    """The normalised content of a statement, which is the same for a statement and its inverse ("Ann is a child of Bo",
    "Bo is a parent of Ann"). A missing part of a content is an empty string.
    """

    subject: str
    predicate: str
    object: str
    value: str
    parties: tuple[tuple[str, str], ...] = ()


class ExclusiveKey(NamedTuple):
    """A key such as "home of Ann", for which only one fact can hold at a time. Facts whose contents have the same key
    exclude each other. The home of a person, the owner of a sword, and the relation between two persons are examples of
    exclusive keys. Each of them has only one object or value at a time.
    """

    kind: str
    of: str
    predicate: str


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """A judgement on two contents, its quotes, and the narrative position of the statement that made the program ask a
    judge.
    """

    first: StatementContent
    second: StatementContent
    answer: Verdict
    told: NarrativePosition
    evidence: tuple[Evidence, ...] = ()

    def judges_like(self, other: JudgedPair) -> bool:
        """Return whether two judgements are the same, apart from the offsets of their quotes."""
        return (self.first, self.second, self.answer) == (other.first, other.second, other.answer)


@dataclass(frozen=True, slots=True)
class JudgementConflict:
    """A judgement that is ignored, and the earlier judgements that it contradicts."""

    refused: JudgedPair
    against: tuple[JudgedPair, ...]


def content_of(statement: PlacedStatement) -> StatementContent:
    """Return the content of a statement (its subject, predicate, and object or value), which does not depend on its
    phase, scope and time.
    """
    predicate = statement.predicate
    subject, target = statement.subject, statement.object or ""
    value = statement.value_key if statement.value_key is not None else name_key(statement.core.value or "")
    if predicate.life is not None:
        return StatementContent(subject, predicate.name, "", "")
    subject, target, name = stored_sides(subject, target, predicate)
    parties: tuple[tuple[str, str], ...] = ()
    if predicate.kind is PredicateKind.EVENT:
        parties = tuple(sorted((role.role, role.entity) for role in statement.participants))
    # Two promises to one person are two facts, unless they promise the same thing.
    uttered = name_key(statement.core.qualifier or "") if predicate.uttered else ""
    return StatementContent(subject, name, target, uttered if target else value or uttered, parties)


def stored_sides(subject: str, target: str, predicate: Predicate) -> tuple[str, str, str]:
    """Return the subject, the object and the predicate's name under which a content is stored: the same for a statement
    and its inverse.
    """
    name, inverse = predicate.name, predicate.inverse
    if target and (predicate.symmetric or inverse == name):
        return min(subject, target), max(subject, target), name
    if target and inverse is not None and _stored_inverted(predicate):
        return target, subject, inverse
    return subject, target, name


def _stored_inverted(predicate: Predicate) -> bool:
    return predicate.inverse is not None and not predicate.symmetric and predicate.inverse < predicate.name


def _mirror(cardinality: Cardinality) -> Cardinality:
    if cardinality is Cardinality.ONE_VALUE:
        return Cardinality.ONE_SUBJECT
    return Cardinality.ONE_VALUE if cardinality is Cardinality.ONE_SUBJECT else cardinality


def exclusive_keys(content: StatementContent, predicate: Predicate) -> tuple[ExclusiveKey, ...]:
    """Return the exclusive keys of a statement's content. For an exclusive key, such as "home of Ann", only one fact
    can hold at a time. The cardinality of the predicate decides which exclusive keys a content has. A content whose
    predicate is an event, or allows any number of objects or values (MANY), has no exclusive keys (keys under which
    facts exclude each other).
    """
    if predicate.kind is PredicateKind.EVENT or predicate.cardinality is Cardinality.MANY:
        return ()
    name = predicate.family or content.predicate
    target = content.object or content.value
    cardinality = (
        _mirror(predicate.cardinality) if _stored_inverted(predicate) and content.object else predicate.cardinality
    )
    if cardinality is Cardinality.ONE_PER_PAIR:
        return tuple(ExclusiveKey("pair", f"{content.subject} {target}", family) for family in name.split())
    mirrored = predicate.symmetric or predicate.inverse == predicate.name
    if mirrored and content.object:
        return tuple(ExclusiveKey("value", of, name) for of in (content.subject, content.object))
    by_subject, by_target = ExclusiveKey("value", content.subject, name), ExclusiveKey("subject", target, name)
    if cardinality is Cardinality.ONE_VALUE:
        return (by_subject,)
    if cardinality is Cardinality.ONE_SUBJECT:
        return (by_target,)
    return (by_subject, by_target)


def has_one_value(predicate: Predicate) -> bool:
    """Return whether a predicate is a state of which its subject has only one object or value at a time. An example is
    the place where somebody is. The predicates "dead" and "alive" do not count.
    """
    one_value = predicate.kind is PredicateKind.STATE and predicate.cardinality is Cardinality.ONE_VALUE
    return one_value and predicate.life is None


def ends_any_value(content: StatementContent, predicate: Predicate) -> bool:
    """Return whether a statement that something ends ("she left") ends any fact of its subject and predicate, whatever
    the object of that fact is. A stated end ends any fact of its subject and predicate under two conditions. The stated
    end must have no object and no value, and the predicate must allow only one object or value at a time.
    """
    return has_one_value(predicate) and not content.object and not content.value


def keys_of(statement: PlacedStatement, content: StatementContent) -> tuple[ExclusiveKey, ...]:
    """Return the exclusive keys of a statement with this content. For an exclusive key, such as "home of Ann", only one
    fact can hold at a time. A statement that gives a thing (a chair, a carriage) as a place has no exclusive keys.
    Somebody in a chair is also in another place. A statement about a concubine has no exclusive keys, because a
    concubine does not exclude a wife. A habit has no exclusive keys. Somebody who is "in jail and out of jail", or
    lodges in York at Assize time, is also elsewhere.
    """
    if statement.core.habit or (statement.predicate.place and statement.in_thing) or _is_further_spouse(statement):
        return ()
    return exclusive_keys(content, statement.predicate)


def _is_further_spouse(statement: PlacedStatement) -> bool:
    core = statement.core
    if statement.predicate.kind is PredicateKind.EVENT or statement.predicate.cardinality is not Cardinality.ONE_EACH:
        return False
    words = lexicon.pattern("further_spouses")
    return any(words.search(one) is not None for one in (core.text, core.qualifier, core.value) if one)


class Exclusions:
    """Which contents are equal according to judgements (the classes of a union-find structure), and which classes
    exclude each other.

    A judgement takes precedence over the cardinality of the predicate. Judgements are applied in narrative order. A
    judgement that contradicts earlier ones (a = b and b = c, but a excludes c) is ignored and recorded in `conflicts`.
    """

    def __init__(self, verdicts: Iterable[JudgedPair] = ()) -> None:
        self._parents: dict[StatementContent, StatementContent] = {}
        self._excluded: dict[StatementContent, dict[StatementContent, JudgedPair]] = defaultdict(dict)
        self._compatible: dict[StatementContent, dict[StatementContent, JudgedPair]] = defaultdict(dict)
        self._same: dict[StatementContent, list[tuple[StatementContent, JudgedPair]]] = defaultdict(list)
        self.compatible: Mapping[StatementContent, AbstractSet[StatementContent]] = {}
        self.conflicts: tuple[JudgementConflict, ...] = ()
        conflicts: list[JudgementConflict] = []
        self.verdicts = tuple(sorted(verdicts, key=lambda one: (one.told, one.first, one.second, one.answer)))
        for verdict in self.verdicts:
            against = self._apply(verdict)
            if against:
                conflicts.append(JudgementConflict(verdict, tuple(against)))
        self.conflicts = tuple(conflicts)

    def class_of(self, content: StatementContent) -> StatementContent:
        """Return the content that represents all contents equal to *content*, which is *content* itself if no judgement
        made it equal to another.
        """
        parents = self._parents
        while content in parents:
            content = parents[content]
        return content

    def excluded_by_judgement(self, content: StatementContent) -> tuple[StatementContent, ...]:
        """Return the classes of equal contents that exclude the class represented by *content*, according to a
        judgement.
        """
        return tuple(sorted(self._excluded.get(content, ())))

    def compatible_classes(self, content: StatementContent) -> frozenset[StatementContent]:
        """Return the classes of equal contents that can be true beside the class represented by *content*. Two classes
        of equal contents can both be true if a judgement says so, or if one place lies in the other. They can also both
        be true if one passage names both places, or if one content is less specific than the other.
        """
        return frozenset((*self._compatible.get(content, ()), *self.compatible.get(content, ())))

    def with_compatible(self, pairs: Iterable[tuple[StatementContent, StatementContent]]) -> Exclusions:
        """Return a copy of this object in which the two contents of each given pair can both hold.

        Contents that exclude each other according to a judgement go on excluding each other.
        """
        nested: dict[StatementContent, set[StatementContent]] = defaultdict(set)
        for pair in pairs:
            for first, second in self.compatible_pair(*pair):
                nested[first].add(second)
        return self.with_compatible_classes(dict(nested))

    def compatible_pair(
        self, left: StatementContent, right: StatementContent
    ) -> tuple[tuple[StatementContent, StatementContent], ...]:
        """Return the classes of two contents that can both hold, as two pairs, one for each order. Return an empty
        tuple if the contents are equal, or if a judgement says that they exclude each other.
        """
        first, second = self.class_of(left), self.class_of(right)
        if first == second or second in self._excluded.get(first, {}):
            return ()
        return ((first, second), (second, first))

    def with_compatible_classes(
        self, compatible: Mapping[StatementContent, AbstractSet[StatementContent]]
    ) -> Exclusions:
        """Return a copy of this object that lets contents hold at the same time if *compatible* says so. *compatible*
        maps a class of equal contents to the classes that can hold beside this class.
        """
        if not compatible and not self.compatible:
            return self
        extended = copy(self)
        extended.compatible = compatible.copy() if isinstance(compatible, SharedDict) else compatible
        return extended

    def rejudged(self, before: Exclusions) -> set[StatementContent]:
        """Compare the judgements of this object, one by one in their order, with those of *before*, and return the
        contents of the judgements that changed. From the first different judgement on, all judgements count as changed.
        Among the judgements before the first different one, only those whose quotes have other offsets count as
        changed.
        """
        pairs = zip(self.verdicts, before.verdicts, strict=False)
        alike = list(takewhile(lambda pair: pair[0] is pair[1] or pair[0].judges_like(pair[1]), pairs))
        moved = [one for one, other in alike if one is not other and one != other]
        different = (*moved, *self.verdicts[len(alike) :], *before.verdicts[len(alike) :])
        return {content for one in different for content in (one.first, one.second)}

    def judges_like(self, before: Exclusions) -> bool:
        """Return whether two objects have the same judgements, apart from the offsets of their quotes."""
        pairs = zip(self.verdicts, before.verdicts, strict=False)
        return len(self.verdicts) == len(before.verdicts) and all(
            one is other or one.judges_like(other) for one, other in pairs
        )

    def changed_compatibility(self, before: Exclusions) -> set[StatementContent]:
        """Return the classes of equal contents whose entries in `compatible` differ from those in the earlier object
        *before*.
        """
        now, then = self.compatible, before.compatible
        others = (*changed_keys(then, now), *missing_keys(then, now))
        return {content for content in others if now.get(content) != then.get(content)}

    def _apply(self, verdict: JudgedPair) -> list[JudgedPair]:
        first, second = self.class_of(verdict.first), self.class_of(verdict.second)
        if verdict.answer is Verdict.SAME:
            return self._merge(first, second, verdict)
        if first == second:
            return self._path(verdict.first, verdict.second) if verdict.answer is Verdict.EXCLUDES else []
        target, opposite = (
            (self._excluded, self._compatible)
            if verdict.answer is Verdict.EXCLUDES
            else (self._compatible, self._excluded)
        )
        if second in opposite.get(first, {}):
            earlier = opposite[first][second]
            return [earlier, *self._connecting_judgements(verdict, earlier)]
        target[first].setdefault(second, verdict)
        target[second].setdefault(first, verdict)
        return []

    def _merge(self, first: StatementContent, second: StatementContent, verdict: JudgedPair) -> list[JudgedPair]:
        if first == second:
            self._link(verdict)
            return []
        against = self._merge_conflict(first, second)
        if against is not None:
            return [against, *self._connecting_judgements(verdict, against)]
        stays, goes = sorted((first, second))
        self._parents[goes] = stays
        for table in (self._excluded, self._compatible):
            for excluded_class, reason in table.pop(goes, {}).items():
                table[excluded_class].pop(goes, None)
                if excluded_class != stays:
                    table[stays].setdefault(excluded_class, reason)
                    table[excluded_class].setdefault(stays, reason)
        self._link(verdict)
        return []

    def _merge_conflict(self, first: StatementContent, second: StatementContent) -> JudgedPair | None:
        if second in self._excluded.get(first, {}):
            return self._excluded[first][second]
        for left, right in ((first, second), (second, first)):
            for third in sorted(self._excluded.get(left, {})):
                if third in self._compatible.get(right, {}):
                    return self._excluded[left][third]
        return None

    def _link(self, verdict: JudgedPair) -> None:
        self._same[verdict.first].append((verdict.second, verdict))
        self._same[verdict.second].append((verdict.first, verdict))

    def _connecting_judgements(self, verdict: JudgedPair, earlier: JudgedPair) -> list[JudgedPair]:
        near_content, far_content = (earlier.first, earlier.second)
        if self.class_of(near_content) != self.class_of(verdict.first):
            near_content, far_content = far_content, near_content
        return [*self._path(verdict.first, near_content), *self._path(verdict.second, far_content)]

    def _path(self, start: StatementContent, goal: StatementContent) -> list[JudgedPair]:
        parents: dict[StatementContent, tuple[StatementContent, JudgedPair]] = {}
        queue = deque([start])
        while queue:
            current = queue.popleft()
            if current == goal:
                break
            for neighbour, verdict in self._same.get(current, ()):
                if neighbour != start and neighbour not in parents:
                    parents[neighbour] = (current, verdict)
                    queue.append(neighbour)
        path: list[JudgedPair] = []
        while goal in parents:
            goal, verdict = parents[goal]
            path.append(verdict)
        return path
