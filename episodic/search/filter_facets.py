"""Translates search filters to facets, so that a store can apply them inside its search index.

A condition such as "the name contains this word" cannot be translated to facets. Because facets do not express every
condition, the filter matcher checks the records that a store finds by facets once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from episodic.model.episodes import FrameKind, Layer
from episodic.model.facets import MOST_DIGITS, Facet, facet, magnitude
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind, predicate_key
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, StatementScope
from episodic.search.chapter_lookup import matching_chapters
from episodic.search.chapter_refs import ChapterRef
from episodic.search.filter_fields import FIELDS, HitKind, Op, ValidCondition, matches_values, validated
from episodic.search.filters import SearchFilters
from episodic.search.recorded_times import RecordedTimes
from episodic.search.vocabulary import WorkVocabulary

FacetSets = tuple[frozenset[str], ...]

_MOST_ALTERNATIVES = 64
"""The maximum number of alternative facets for a condition; a condition that needs more is not translated. For example,
a filter by hundreds of chapters would need too many facets and is left to the filter matcher.
"""
_FACETS_OF_FIELDS: Mapping[str, Facet] = {
    "predicate": Facet.PREDICATE,
    "holder": Facet.HOLDER,
    "subject_type": Facet.ENTITY_TYPE,
    "object_type": Facet.ENTITY_TYPE,
    "type": Facet.ENTITY_TYPE,
    "name": Facet.NAME,
    "alias": Facet.NAME,
    "subject": Facet.SUBJECT,
    "object": Facet.OBJECT,
    "participant": Facet.PARTICIPANT,
    "role": Facet.ROLE,
    "value": Facet.VALUE,
}
"""Filter fields with their facets; of the conditions on these fields, only `=` and `in` can be translated to facets."""
_SINGLE: Mapping[str, tuple[Facet, tuple[str | int, ...]]] = {
    "scope": (Facet.SCOPE, tuple(one.value for one in StatementScope)),
    "layer": (Facet.LAYER, tuple(one.value for one in Layer)),
    "predicate_kind": (Facet.PREDICATE_KIND, tuple(one.value for one in PredicateKind)),
    "frame": (Facet.FRAME, tuple(one.value for one in FrameKind)),
    "salience": (Facet.SALIENCE, tuple(range(LEAST_SALIENCE, MOST_SALIENCE + 1))),
}
"""The facet and all possible values of each field that has only a few possible values, such as the salience."""
_NUMBERS: Mapping[str, Facet] = {
    "length": Facet.LENGTH,
    "evidence": Facet.EVIDENCE,
    "mentions": Facet.MENTIONS,
    "index": Facet.INDEX,
    "starts": Facet.STARTS,
    "ends": Facet.ENDS,
}
_EXACT_TEXTS = frozenset({"subject", "object", "participant", "role", "value"})
"""The fields whose facets are made from the value as written and not from its name key, so that equal facets mean equal
values.
"""
_KEYS: Mapping[Facet, Callable[[str], str]] = {
    Facet.PREDICATE: predicate_key,
    Facet.HOLDER: name_key,
    Facet.ENTITY_TYPE: name_key,
}
_OF_ALL_VIEWS = frozenset({"predicate", "scope"})
"""Fields whose value is the same in every view as in the store's search index."""
_BOOLEANS = frozenset({"denied", "locked", "habit"})
_RARE = frozenset({"qualifier", "condition", "duration"})
"""Fields that most facts lack; a special facet marks the records that have any value in such a field."""
_NEGATIVE = frozenset({Op.UNEQUAL, Op.NOT_IN, Op.EXISTS})
_TYPED = frozenset({HitKind.FACT, HitKind.ENTITY})


def facet_sets(
    filters: SearchFilters,
    kind: HitKind,
    *,
    chapters: Mapping[str, ChapterRef],
    vocabulary: WorkVocabulary,
    named: bool = True,
    times: RecordedTimes | None = None,
) -> FacetSets | None:
    """Return sets of facets; every record that passes the filters has at least one facet of each set. Return None if
    the filters exclude all records of this kind. *named* is false if the view may show other names or types of entities
    than the search index has.
    """
    sets = _own_sets(filters, chapters, vocabulary, named=named)
    after, before = filters.created_after, filters.created_before
    if times is not None and (after is not None or before is not None):
        sets += (_facets(Facet.CHAPTER, times.changed_in(after, before)),)
    allowed = _allowed_kinds(filters)
    if kind not in allowed:
        return None
    for inner in filters.all:
        more = facet_sets(inner, kind, chapters=chapters, vocabulary=vocabulary, named=named, times=times)
        if more is None:
            return None
        sets += more
    if filters.any:
        either = [
            facet_sets(one, kind, chapters=chapters, vocabulary=vocabulary, named=named, times=times)
            for one in filters.any
        ]
        possible = [one for one in either if one is not None]
        if not possible:
            return None
        if all(possible):
            sets += (frozenset[str]().union(*(one[0] for one in possible)),)
    return tuple(one for one in sets if len(one) <= _MOST_ALTERNATIVES)


def facets_decide(filters: SearchFilters, chapters: Mapping[str, ChapterRef], vocabulary: WorkVocabulary) -> bool:
    """Return whether facets alone decide the filters: a record passes if it has at least one facet of each set of
    `facet_sets`, and only then. Facets are short hashes; the result does not take into account that two different
    values have the same facet in rare cases.
    """
    if filters.empty:
        return True
    exact = SearchFilters(
        entity_types=filters.entity_types,
        predicates=filters.predicates,
        scopes=filters.scopes,
        chapters=filters.chapters,
        kinds=filters.kinds,
        salience=filters.salience,
    )
    sets = _own_sets(filters, chapters, vocabulary, named=True)
    decided = all(map(_is_exact, map(validated, filters.properties)))
    return decided and replace(filters, properties=()) == exact and all(len(one) <= _MOST_ALTERNATIVES for one in sets)


def _allowed_kinds(filters: SearchFilters) -> frozenset[HitKind]:
    """Return the kinds of record that the filters allow and that have all fields which the filters require."""
    allowed = frozenset(filters.kinds or HitKind)
    if filters.entity_types or filters.labels:
        allowed &= _TYPED
    of_facts = filters.predicates or filters.scopes or filters.holders or filters.qualifiers
    expired = filters.expired_after is not None or filters.expired_before is not None
    if of_facts or expired or filters.salience > LEAST_SALIENCE:
        allowed &= {HitKind.FACT}
    for field, _, _ in filters.properties:
        allowed &= {kind for kind in HitKind if field in FIELDS[kind]}
    return allowed


def _own_sets(
    filters: SearchFilters, chapters: Mapping[str, ChapterRef], vocabulary: WorkVocabulary, *, named: bool
) -> FacetSets:
    sets: list[frozenset[str]] = []
    if filters.entity_types and named:
        keys = (key for one in filters.entity_types for key in vocabulary.type_keys(one))
        sets.append(_facets(Facet.ENTITY_TYPE, keys))
    if filters.chapters:
        ids = (uuid for one in filters.chapters for uuid in matching_chapters(one, chapters))
        sets.append(_facets(Facet.CHAPTER, ids))
    if filters.predicates:
        keys = (key for one in filters.predicates for key in vocabulary.predicate_keys(one))
        sets.append(_facets(Facet.PREDICATE, keys))
    if filters.scopes:
        sets.append(_facets(Facet.SCOPE, (one.value for one in filters.scopes)))
    if filters.holders and named:
        sets.append(_facets(Facet.HOLDER, map(name_key, filters.holders)))
    if filters.salience > LEAST_SALIENCE:
        sets.append(_facets(Facet.SALIENCE, map(str, range(filters.salience, MOST_SALIENCE + 1))))
    if filters.labels and named:
        sets += _label_sets(filters, vocabulary)
    conditions = (_condition_set(validated(one), chapters, named=named) for one in filters.properties)
    sets += (one for one in conditions if one is not None)
    return tuple(sets)


def _label_sets(filters: SearchFilters, vocabulary: WorkVocabulary) -> list[frozenset[str]]:
    """If k of n given labels (names of predicates or entity types) are required, return k sets, each with the facets of
    n - k + 1 labels. If more labels are required than given (k > n), return one empty set, because no record can pass.
    A record with at least k of n labels lacks at most n - k of them. Therefore a record with at least k of n labels has
    at least one of any n - k + 1 labels.
    """
    labels = {
        (vocabulary.predicate(one), vocabulary.type(one)): _facets(Facet.PREDICATE, vocabulary.predicate_keys(one))
        | _facets(Facet.ENTITY_TYPE, vocabulary.type_keys(one))
        for one in filters.labels
    }
    each, least = list(labels.values()), filters.min_label_overlap
    enough = len(each) - least + 1
    if enough < 1:
        return [frozenset()]
    return [frozenset[str]().union(*each[first : first + enough]) for first in range(least)]


def _condition_set(
    condition: ValidCondition, chapters: Mapping[str, ChapterRef], *, named: bool
) -> frozenset[str] | None:
    """Return facets of which every record that fulfils the condition has at least one, or None if the condition has no
    facets.
    """
    if condition.field == "chapter" and condition.op not in _NEGATIVE:
        ids = (uuid for uuid, one in chapters.items() if matches_values(condition, (one.ordinal,)))
        return _facets(Facet.CHAPTER, ids)
    if not named and condition.field not in _OF_ALL_VIEWS:
        return None
    if condition.field in _SINGLE:
        facet_name, every = _SINGLE[condition.field]
        return _facets(facet_name, (str(one) for one in every if matches_values(condition, (one,))))
    if _is_flag(condition):
        return _facets(Facet.HAS, [condition.field])
    if condition.field in _NUMBERS:
        found = _magnitudes(condition)
        return None if found is None else _facets(_NUMBERS[condition.field], found)
    name = _FACETS_OF_FIELDS.get(condition.field)
    if name is None or condition.op not in (Op.EQUAL, Op.IN):
        return None
    value = condition.value
    keys = [_KEYS.get(name, str)(str(one)) for one in (value if isinstance(value, tuple) else (value,))]
    # An empty value has no facet.
    return _facets(name, keys) if all(keys) else None


def _is_exact(condition: ValidCondition) -> bool:
    if condition.field in _SINGLE or _is_flag(condition):
        return True
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    return condition.field in _EXACT_TEXTS and condition.op in (Op.EQUAL, Op.IN) and all(values)


def _is_flag(condition: ValidCondition) -> bool:
    if condition.field in _BOOLEANS:
        return matches_values(condition, (True,)) and not matches_values(condition, (False,))
    return condition.field in _RARE and condition.op is Op.EXISTS and condition.value is True


def _magnitudes(condition: ValidCondition) -> Iterable[str] | None:
    value, least, most = condition.value, -(1 << MOST_DIGITS), 1 << MOST_DIGITS
    numbers = [int(one) for one in (value if isinstance(value, tuple) else (value,))]
    match condition.op:
        case Op.EQUAL | Op.IN:
            return map(magnitude, numbers)
        case Op.BELOW | Op.AT_MOST:
            most = numbers[0]
        case Op.ABOVE | Op.AT_LEAST:
            least = numbers[0]
        case Op.BETWEEN:
            least, most = numbers
        case _:
            return None
    return map(str, range(int(magnitude(least)), int(magnitude(most)) + 1))


def _facets(name: Facet, values: Iterable[str]) -> frozenset[str]:
    return frozenset(facet(name, one) for one in values)
