"""Search filters: conditions on facts, entities and passages, and the matcher that checks records against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.name_keys import name_key
from episodic.model.predicates import is_reserved
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, StatementScope
from episodic.search.chapter_lookup import matching_chapters
from episodic.search.chapter_refs import ChapterRef
from episodic.search.filter_fields import (
    Condition,
    Filterable,
    HitKind,
    Ordinals,
    Scalar,
    ValidCondition,
    Value,
    fulfils,
    kind_of,
    validated,
)
from episodic.search.filter_fragments import QUALIFIER_KEY, json_fragments
from episodic.search.recorded_times import RecordedTimes
from episodic.search.vocabulary import SHIPPED, WorkVocabulary


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """The conditions that a fact, entity or passage must fulfil to be visible. An empty field of a SearchFilters object
    restricts nothing.

    `entity_types` and `predicates` are names of types and predicates in any language. `holders` are names or ids: a
    fact passes if one of them is the holder of its claim, belief or plan. `chapters` contains the ids, keys, numbers or
    titles of chapters. A record must belong to one of the chapters in `chapters`, which may be in any layer (canon,
    draft, ...) that is read. `salience` is the least salience of a fact that passes. `qualifiers` are texts: a fact
    passes if its qualifier contains one of them. A qualifier is a detail of a fact, such as the degree of a kinship.
    `properties` are conditions as triples of field, operation and value. `labels` are names of predicates and entity
    types. A record passes only if at least `min_label_overlap` of the names in `labels` apply to it. A label applies to
    a fact as its predicate, or as the type of one of its entities. A label applies to an entity as its type.

    `created_after`, `created_before`, `expired_after` and `expired_before` are times with a time zone, and refer to
    when the store recorded something. A record was created when the store got the text that states or names it. A fact
    expired when the store got the later of two texts: the text that states the fact, and the text that ends it. A fact
    without an end never expired. The `..._after` conditions include the given time, and the `..._before` conditions do
    not.

    A record must fulfil all filters in `all` and at least one filter in `any`. A record of a kind that lacks a field
    fulfils no condition on this field. For example, a filter with `predicates` hides entities and passages, because
    they have no predicate. A fact fulfils `entity_types` by the type of its subject or object, and `chapters` by any of
    its quotes. An entity fulfils `chapters` if one of the chapters in `chapters` has the first mention of one of the
    entity's names. Raises InvalidFilterError for an invalid condition.
    """

    entity_types: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    scopes: tuple[StatementScope, ...] = ()
    holders: tuple[str, ...] = ()
    chapters: tuple[str | int, ...] = ()
    kinds: tuple[HitKind, ...] = ()
    salience: int = LEAST_SALIENCE
    qualifiers: tuple[str, ...] = ()
    properties: tuple[Condition, ...] = ()
    labels: tuple[str, ...] = ()
    min_label_overlap: int = 1
    created_after: datetime | None = None
    created_before: datetime | None = None
    expired_after: datetime | None = None
    expired_before: datetime | None = None
    all: tuple[SearchFilters, ...] = ()
    any: tuple[SearchFilters, ...] = ()

    def __post_init__(self) -> None:
        for condition in self.properties:
            validated(condition)
        _each_is(StatementScope, self.scopes, "scopes")
        _each_is(HitKind, self.kinds, "kinds")
        if not LEAST_SALIENCE <= self.salience <= MOST_SALIENCE:
            raise InvalidFilterError(
                f"There is no salience {self.salience!r}.", hint=f"It goes from {LEAST_SALIENCE} to {MOST_SALIENCE}."
            )
        if self.min_label_overlap < 1:
            raise InvalidFilterError(
                f"Invalid minimum of labels: {self.min_label_overlap}.", hint="Give a number of 1 or more."
            )
        for at in (self.created_after, self.created_before, self.expired_after, self.expired_before):
            if at is not None and at.tzinfo is None:
                raise InvalidFilterError(f"The time {at} has no time zone.", hint="Give a time with a time zone.")

    @property
    def empty(self) -> bool:
        """Return whether the filter has no condition at all."""
        return self == _NO_CONDITIONS

    @property
    def asks_for_ends(self) -> bool:
        """Return whether a condition depends on when the store recorded the ends of facts."""
        own = self.expired_after is not None or self.expired_before is not None
        return own or any(one.asks_for_ends for one in (*self.all, *self.any))

    @property
    def asks_for_times(self) -> bool:
        """Return whether a condition depends on when the store recorded something."""
        own = self.created_after is not None or self.created_before is not None
        return own or self.asks_for_ends or any(one.asks_for_times for one in (*self.all, *self.any))

    def names_setups(self) -> bool:
        """Return whether a condition asks for setups by their scope or by a predicate of setups."""
        by_field = any(
            field == "scope" and StatementScope.SETUP.value in _scalars(value) for field, _, value in self.properties
        )
        named = StatementScope.SETUP in self.scopes or any(map(is_reserved, self.predicates))
        return named or by_field or any(one.names_setups() for one in (*self.all, *self.any))

    def every_predicate(self) -> frozenset[str]:
        """Return the names in `predicates` of this filter and of the filters inside it."""
        return frozenset(self.predicates).union(*(one.every_predicate() for one in (*self.all, *self.any)))

    def words(self) -> tuple[str, ...]:
        """Return a description of each condition, for reports about a search."""
        lists: Mapping[str, tuple[str | int, ...]] = {
            "entity types": self.entity_types,
            "predicates": self.predicates,
            "scopes": self.scopes,
            "holders": self.holders,
            "chapters": self.chapters,
            "kinds": self.kinds,
            "salience from": (self.salience,) if self.salience > LEAST_SALIENCE else (),
            "qualifiers": self.qualifiers,
            f"labels (at least {self.min_label_overlap})": self.labels,
            "created from": _shown(self.created_after),
            "created before": _shown(self.created_before),
            "expired from": _shown(self.expired_after),
            "expired before": _shown(self.expired_before),
        }
        words = [f"{name}: {', '.join(str(value) for value in asked)}" for name, asked in lists.items() if asked]
        words.extend(f"{field} {op} {value!r}" for field, op, value in self.properties)
        for inner in self.all:
            words.extend(inner.words())
        if self.any:
            words.append(" or ".join(f"({'; '.join(inner.words())})" for inner in self.any))
        return tuple(words)


def _shown(at: datetime | None) -> tuple[str, ...]:
    return () if at is None else (at.isoformat(),)


def _scalars(value: Value) -> tuple[Scalar, ...]:
    return value if isinstance(value, tuple) else (value,)


def _each_is(kind: type[StatementScope | HitKind], values: tuple[object, ...], what: str) -> None:
    for value in values:
        if not isinstance(value, kind):
            raise InvalidFilterError(
                f"Invalid value in the filter's {what}: {value!r}.",
                hint=f"Allowed values: {', '.join(member.value for member in kind)}.",
            )


_NO_CONDITIONS = SearchFilters()


class FilterMatcher:
    """Checks records of one work against filters. The names and chapters in the filters are looked up only once, when
    the matcher is created. The argument *times* is needed only for filters by recorded time.

    Raises UnknownEpisodeError for an unknown chapter in a filter, and InvalidFilterError if a filter is about when
    something was stored, but *times* is None.
    """

    def __init__(
        self,
        filters: SearchFilters,
        chapters: Mapping[str, ChapterRef],
        vocabulary: WorkVocabulary = SHIPPED,
        *,
        times: RecordedTimes | None = None,
    ) -> None:
        self._filters = filters
        self.empty = filters.empty
        self._times = times
        if times is None and filters.asks_for_times:
            raise InvalidFilterError("Filters by recorded time are not supported here.")
        self._vocabulary = vocabulary
        self._types = frozenset(vocabulary.type(one) for one in filters.entity_types)
        self._predicates = frozenset(vocabulary.predicate(one) for one in filters.predicates)
        self._holders = frozenset(name_key(one) for one in filters.holders)
        self._chapters = frozenset(uuid for one in filters.chapters for uuid in matching_chapters(one, chapters))
        self._qualifiers = tuple(name_key(one) for one in filters.qualifiers)
        self._labels = tuple(dict.fromkeys((vocabulary.predicate(one), vocabulary.type(one)) for one in filters.labels))
        self._of_facts = bool(
            filters.predicates
            or filters.scopes
            or filters.holders
            or filters.salience > LEAST_SALIENCE
            or self._qualifiers
        )
        self._conditions: tuple[ValidCondition, ...] = tuple(validated(one) for one in filters.properties)
        self._ordinals: Ordinals = {}
        if self._conditions:
            self._ordinals = {uuid: chapter.ordinal for uuid, chapter in chapters.items()}
        found = (json_fragments(one) for one in self._conditions)
        self._fragments = (*(one for one in found if one), *([QUALIFIER_KEY] if self._qualifiers else []))
        self._all = tuple(FilterMatcher(one, chapters, vocabulary, times=times) for one in filters.all)
        self._any = tuple(FilterMatcher(one, chapters, vocabulary, times=times) for one in filters.any)

    def may_pass(self, value: str) -> bool:
        """Return False if the JSON of a record shows without decoding that it cannot pass the filters, and otherwise
        True.
        """
        return (
            all(any(one in value for one in fragments) for fragments in self._fragments)
            and all(matcher.may_pass(value) for matcher in self._all)
            and (not self._any or any(matcher.may_pass(value) for matcher in self._any))
        )

    def passes(self, item: Filterable) -> bool:
        filters = self._filters
        return self.empty or (
            (not filters.kinds or kind_of(item) in filters.kinds)
            and (not self._types or self._has_type(item))
            and (not self._labels or self._has_labels(item))
            and (not filters.chapters or self._is_in_chapters(item))
            and (not self._of_facts or self._matches_as_fact(item))
            and (self._times is None or self._is_recorded(item, self._times))
            and all(fulfils(condition, item, self._ordinals) for condition in self._conditions)
            and all(matcher.passes(item) for matcher in self._all)
            and (not self._any or any(matcher.passes(item) for matcher in self._any))
        )

    def _has_type(self, item: Filterable) -> bool:
        match item:
            case Fact():
                return any(
                    name and self._vocabulary.type(name) in self._types
                    for name in (item.subject_type, item.object_type)
                )
            case Entity():
                return self._vocabulary.type(item.type) in self._types
            case Passage():
                return False

    def _has_labels(self, item: Filterable) -> bool:
        predicate: str | None = None
        match item:
            case Fact():
                predicate = self._vocabulary.predicate(item.predicate)
                types = {self._vocabulary.type(name) for name in (item.subject_type, item.object_type) if name}
            case Entity():
                types = {self._vocabulary.type(item.type)}
            case Passage():
                return False
        found = sum(one == predicate or kind in types for one, kind in self._labels)
        return found >= self._filters.min_label_overlap

    def _is_in_chapters(self, item: Filterable) -> bool:
        match item:
            case Fact():
                return any(one.episode in self._chapters for one in item.evidence)
            case Entity():
                return any(one.first.episode in self._chapters for one in item.aliases) or (
                    item.first.episode in self._chapters
                )
            case Passage():
                return item.episode in self._chapters

    def _is_recorded(self, item: Filterable, times: RecordedTimes) -> bool:
        filters = self._filters
        return all(
            (after is None and before is None) or _lies_within(at(item), after, before)
            for at, after, before in (
                (times.created, filters.created_after, filters.created_before),
                (times.expired, filters.expired_after, filters.expired_before),
            )
        )

    def _matches_as_fact(self, item: Filterable) -> bool:
        if not isinstance(item, Fact):
            return False
        scopes = self._filters.scopes
        holder = {item.holder, name_key(item.holder_name) if item.holder_name else None}
        return (
            (not self._predicates or self._vocabulary.predicate(item.predicate) in self._predicates)
            and (not scopes or item.scope in scopes)
            and (not self._holders or bool(holder & self._holders))
            and item.salience >= self._filters.salience
            and (not self._qualifiers or any(one in name_key(item.qualifier or "") for one in self._qualifiers))
        )


def _lies_within(at: datetime | None, after: datetime | None, before: datetime | None) -> bool:
    return at is not None and (after is None or at >= after) and (before is None or at < before)
