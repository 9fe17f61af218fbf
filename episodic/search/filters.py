"""Which facts, entities and passages a caller wants: one language for every read, checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.errors import InvalidFilterError, UnknownEpisodeError
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.names import name_key
from episodic.model.readings import StatementScope
from episodic.search.chapters import ChapterRef
from episodic.search.fields import Checked, Condition, Filtered, HitKind, Ordinals, checked, holds, kind_of
from episodic.search.vocabulary import SHIPPED, Vocabulary


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """What a thing must fulfil to be seen; what is left empty asks for nothing.

    `entity_types` and `predicates` are names in any language; `holders` names or ids; `chapters` ordinals, or ids, keys or titles;
    `properties` are (field, operation, value). `all` must all be fulfilled, of `any` at least one. A thing without the asked field
    does not fulfil it: with `predicates` only facts are seen. A fact fulfils `entity_types` with its subject or its object, and
    `chapters` with any of its quotes. Raises InvalidFilterError for what cannot be evaluated.
    """

    entity_types: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    scopes: tuple[StatementScope, ...] = ()
    holders: tuple[str, ...] = ()
    chapters: tuple[str | int, ...] = ()
    kinds: tuple[HitKind, ...] = ()
    properties: tuple[Condition, ...] = ()
    all: tuple[SearchFilters, ...] = ()
    any: tuple[SearchFilters, ...] = ()

    def __post_init__(self) -> None:
        for condition in self.properties:
            checked(condition)
        _each_is(StatementScope, self.scopes, "scopes")
        _each_is(HitKind, self.kinds, "kinds")

    @property
    def empty(self) -> bool:
        """Whether everything fulfils it."""
        return self == _NOTHING_ASKED

    def words(self) -> tuple[str, ...]:
        """Every condition in words, for telling what was filtered."""
        lists: Mapping[str, tuple[str | int, ...]] = {
            "entity types": self.entity_types,
            "predicates": self.predicates,
            "scopes": self.scopes,
            "holders": self.holders,
            "chapters": self.chapters,
            "kinds": self.kinds,
        }
        said = [f"{name}: {', '.join(str(one) for one in asked)}" for name, asked in lists.items() if asked]
        said.extend(f"{field} {op} {value!r}" for field, op, value in self.properties)
        for one in self.all:
            said.extend(one.words())
        if self.any:
            said.append(" or ".join(f"({'; '.join(one.words())})" for one in self.any))
        return tuple(said)


def _each_is(kind: type[StatementScope | HitKind], values: tuple[object, ...], what: str) -> None:
    for value in values:
        if not isinstance(value, kind):
            raise InvalidFilterError(
                f"{value!r} is none of the {what} to filter by.", hint=f"Known: {', '.join(one.value for one in kind)}."
            )


_NOTHING_ASKED = SearchFilters()


class Sieve:
    """Filters made ready for one work: names as keys, chapters looked up. Raises UnknownEpisodeError for an unknown chapter."""

    def __init__(
        self, filters: SearchFilters, chapters: Mapping[str, ChapterRef], vocabulary: Vocabulary = SHIPPED
    ) -> None:
        self._filters = filters
        self._vocabulary = vocabulary
        self._ordinals: Ordinals = {uuid: chapter.ordinal for uuid, chapter in chapters.items()}
        self._types = frozenset(vocabulary.type(one) for one in filters.entity_types)
        self._predicates = frozenset(vocabulary.predicate(one) for one in filters.predicates)
        self._holders = frozenset(name_key(one) for one in filters.holders)
        self._chapters = frozenset(uuid for one in filters.chapters for uuid in _chapters_called(one, chapters))
        self._conditions: tuple[Checked, ...] = tuple(checked(one) for one in filters.properties)
        self._all = tuple(Sieve(one, chapters, vocabulary) for one in filters.all)
        self._any = tuple(Sieve(one, chapters, vocabulary) for one in filters.any)

    def passes(self, thing: Filtered) -> bool:
        """Whether *thing* fulfils every condition."""
        asked = self._filters
        if asked.empty:
            return True
        return (
            (not asked.kinds or kind_of(thing) in asked.kinds)
            and (not self._types or self._is_of_type(thing))
            and (not asked.chapters or self._stands_in_chapter(thing))
            and (not (self._predicates or asked.scopes or self._holders) or self._is_such_a_fact(thing))
            and all(holds(one, thing, self._ordinals) for one in self._conditions)
            and all(one.passes(thing) for one in self._all)
            and (not self._any or any(one.passes(thing) for one in self._any))
        )

    def _is_of_type(self, thing: Filtered) -> bool:
        match thing:
            case Fact():
                return any(
                    one and self._vocabulary.type(one) in self._types for one in (thing.subject_type, thing.object_type)
                )
            case Entity():
                return self._vocabulary.type(thing.type) in self._types
            case Passage():
                return False

    def _stands_in_chapter(self, thing: Filtered) -> bool:
        match thing:
            case Fact():
                return any(one.episode in self._chapters for one in thing.evidence)
            case Entity():
                return any(one.first.episode in self._chapters for one in thing.aliases) or (
                    thing.first.episode in self._chapters
                )
            case Passage():
                return thing.episode in self._chapters

    def _is_such_a_fact(self, thing: Filtered) -> bool:
        if not isinstance(thing, Fact):
            return False
        scopes = self._filters.scopes
        holder = {thing.holder, name_key(thing.holder_name) if thing.holder_name else None}
        return (
            (not self._predicates or self._vocabulary.predicate(thing.predicate) in self._predicates)
            and (not scopes or thing.scope in scopes)
            and (not self._holders or bool(holder & self._holders))
        )


def _chapters_called(asked: str | int, chapters: Mapping[str, ChapterRef]) -> list[str]:
    found = [uuid for uuid, chapter in chapters.items() if chapter.answers_to(asked)]
    if not found:
        raise UnknownEpisodeError(str(asked))
    return found
