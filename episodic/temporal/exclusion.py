"""Which contents are the same and which cannot hold at once: by known cardinality, by denial, and by judgement."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from episodic.model.names import name_key
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.model.spans import Evidence, Told
from episodic.temporal.placed import PlacedStatement

LIFE = "life"
"""The family of being dead or alive, where how one died is no other value."""


class Content(NamedTuple):
    """What a statement says of whom, in the one form that its inverse and its mirror image share; "" where there is nothing."""

    subject: str
    predicate: str
    object: str
    value: str
    parties: tuple[tuple[str, str], ...] = ()


class ExclusiveKey(NamedTuple):
    """Something of which only one can hold at a time: this person's home, this sword's holder, how these two stand."""

    kind: str
    of: str
    predicate: str


class Answer(StrEnum):
    """What can be judged of two contents."""

    SAME = "same"
    BOTH = "both"
    EXCLUDES = "excludes"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement about two contents, the place in the telling that raised it, and the quotes it was made from."""

    first: Content
    second: Content
    answer: Answer
    told: Told
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgementConflict:
    """A verdict that does not stand, and the earlier told ones it cannot go with."""

    refused: Verdict
    against: tuple[Verdict, ...]


def content_of(statement: PlacedStatement) -> Content:
    """The content of a statement, whatever its phase, scope or time."""
    predicate = statement.predicate
    subject, target, name = statement.subject, statement.object or "", predicate.name
    value = statement.value_key if statement.value_key is not None else name_key(statement.value or "")
    if predicate.family == LIFE:
        return Content(subject, name, "", "")
    if target and (predicate.symmetric or predicate.inverse == name):
        subject, target = sorted((subject, target))
    elif target and turned(predicate) and predicate.inverse is not None:
        subject, target, name = target, subject, predicate.inverse
    parties: tuple[tuple[str, str], ...] = ()
    if predicate.kind is PredicateKind.EVENT:
        parties = tuple(sorted((role.role, role.entity) for role in statement.participants))
    return Content(subject, name, target, "" if target else value, parties)


def turned(predicate: Predicate) -> bool:
    """Whether statements of this predicate are compared under its inverse, with the ends exchanged."""
    return predicate.inverse is not None and not predicate.symmetric and predicate.inverse < predicate.name


def _mirror(cardinality: Cardinality) -> Cardinality:
    if cardinality is Cardinality.ONE_VALUE:
        return Cardinality.ONE_SUBJECT
    return Cardinality.ONE_VALUE if cardinality is Cardinality.ONE_SUBJECT else cardinality


def exclusive_keys(content: Content, predicate: Predicate) -> tuple[ExclusiveKey, ...]:
    """What the predicate's cardinality allows only one of; nothing for events and where many can hold."""
    if predicate.kind is PredicateKind.EVENT or predicate.cardinality is Cardinality.MANY:
        return ()
    name = predicate.family or content.predicate
    target = content.object or content.value
    cardinality = _mirror(predicate.cardinality) if turned(predicate) and content.object else predicate.cardinality
    if cardinality is Cardinality.ONE_PER_PAIR:
        return (ExclusiveKey("pair", f"{content.subject} {target}", name),)
    mirrored = predicate.symmetric or predicate.inverse == predicate.name
    if mirrored and content.object:
        return tuple(ExclusiveKey("value", of, name) for of in (content.subject, content.object))
    by_subject, by_target = ExclusiveKey("value", content.subject, name), ExclusiveKey("subject", target, name)
    if cardinality is Cardinality.ONE_VALUE:
        return (by_subject,)
    if cardinality is Cardinality.ONE_SUBJECT:
        return (by_target,)
    return (by_subject, by_target)


class Exclusions:
    """Contents sorted into classes that say the same, and which classes cannot hold at once.

    A verdict counts before cardinality. Verdicts are taken in telling order; one that clashes with those before it
    (a = b, b = c, a excludes c) does not stand, and is a conflict.
    """

    def __init__(self, verdicts: Iterable[Verdict] = ()) -> None:
        self._up: dict[Content, Content] = {}
        self._apart: dict[Content, dict[Content, Verdict]] = defaultdict(dict)
        self._both: dict[Content, dict[Content, Verdict]] = defaultdict(dict)
        self._same: dict[Content, list[tuple[Content, Verdict]]] = defaultdict(list)
        self.nested: Mapping[Content, set[Content]] = {}
        self.conflicts: tuple[JudgementConflict, ...] = ()
        conflicts: list[JudgementConflict] = []
        self.verdicts = tuple(sorted(verdicts, key=lambda one: (one.told, one.first, one.second, one.answer)))
        for verdict in self.verdicts:
            against = self._take(verdict)
            if against:
                conflicts.append(JudgementConflict(verdict, tuple(against)))
        self.conflicts = tuple(conflicts)

    def class_of(self, content: Content) -> Content:
        """The content that stands for all that say the same."""
        up = self._up
        while content in up:
            content = up[content]
        return content

    def judged_apart(self, content: Content) -> tuple[Content, ...]:
        """The classes that verdicts exclude from this class."""
        return tuple(sorted(self._apart.get(content, ())))

    def judged_both(self, content: Content) -> frozenset[Content]:
        """The classes that verdicts, or places inside each other, let hold beside this class."""
        return frozenset((*self._both.get(content, ()), *self.nested.get(content, ())))

    def nesting(self, pairs: Iterable[tuple[Content, Content]]) -> Exclusions:
        """These exclusions where the contents of each pair name places one of which lies in the other: both can hold.

        A verdict that they exclude each other counts before that.
        """
        nested: dict[Content, set[Content]] = defaultdict(set)
        for one, other in pairs:
            first, second = self.class_of(one), self.class_of(other)
            if first != second and second not in self._apart.get(first, {}):
                nested[first].add(second)
                nested[second].add(first)
        if not nested and not self.nested:
            return self
        found = copy(self)
        found.nested = dict(nested)
        return found

    def _take(self, verdict: Verdict) -> list[Verdict]:
        first, second = self.class_of(verdict.first), self.class_of(verdict.second)
        if verdict.answer is Answer.SAME:
            return self._unite(first, second, verdict)
        if first == second:
            return self._way(verdict.first, verdict.second) if verdict.answer is Answer.EXCLUDES else []
        mine, other = (self._apart, self._both) if verdict.answer is Answer.EXCLUDES else (self._both, self._apart)
        if second in other.get(first, {}):
            earlier = other[first][second]
            return [earlier, *self._between(verdict, earlier)]
        mine[first].setdefault(second, verdict)
        mine[second].setdefault(first, verdict)
        return []

    def _unite(self, first: Content, second: Content, verdict: Verdict) -> list[Verdict]:
        if first == second:
            self._link(verdict)
            return []
        against = self._against(first, second)
        if against is not None:
            return [against, *self._between(verdict, against)]
        stays, goes = sorted((first, second))
        self._up[goes] = stays
        for table in (self._apart, self._both):
            for other, reason in table.pop(goes, {}).items():
                table[other].pop(goes, None)
                if other != stays:
                    table[stays].setdefault(other, reason)
                    table[other].setdefault(stays, reason)
        self._link(verdict)
        return []

    def _against(self, first: Content, second: Content) -> Verdict | None:
        """The verdict that keeps two classes from being one."""
        if second in self._apart.get(first, {}):
            return self._apart[first][second]
        for one, other in ((first, second), (second, first)):
            for third in sorted(self._apart.get(one, {})):
                if third in self._both.get(other, {}):
                    return self._apart[one][third]
        return None

    def _link(self, verdict: Verdict) -> None:
        self._same[verdict.first].append((verdict.second, verdict))
        self._same[verdict.second].append((verdict.first, verdict))

    def _between(self, verdict: Verdict, earlier: Verdict) -> list[Verdict]:
        """The verdicts by which the contents of two clashing ones hang together."""
        one, other = (earlier.first, earlier.second)
        if self.class_of(one) != self.class_of(verdict.first):
            one, other = other, one
        return [*self._way(verdict.first, one), *self._way(verdict.second, other)]

    def _way(self, start: Content, goal: Content) -> list[Verdict]:
        """The shortest chain of "same" from one content to another; empty where there is none."""
        came: dict[Content, tuple[Content, Verdict]] = {}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == goal:
                break
            for there, verdict in self._same.get(here, ()):
                if there != start and there not in came:
                    came[there] = (here, verdict)
                    queue.append(there)
        way: list[Verdict] = []
        while goal in came:
            goal, verdict = came[goal]
            way.append(verdict)
        return way
