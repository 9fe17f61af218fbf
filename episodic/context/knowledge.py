"""Compares what the point-of-view character knows and believes with the facts of the story."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from episodic.context.cast_facts import in_world
from episodic.languages import lexicon
from episodic.model.graph import Fact
from episodic.model.name_keys import name_key
from episodic.model.predicates import Cardinality, LifeState, PredicateTable, predicate_key
from episodic.model.readings import StatementScope
from episodic.search.entity_profiles import mentions_of
from episodic.search.view import View, has_ended


class KnownAs(StrEnum):
    """Whether the point-of-view character knows a fact, believes it, believes it wrongly, or does not know it."""

    WRONG = "wrong"
    """The character believes a fact that is not true, or not true any more."""
    BELIEVED = "believed"
    """The character believes a fact of which the story does not say whether it is true."""
    UNKNOWN = "unknown"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact, and whether the point-of-view character knows or believes it."""

    fact: Fact
    known_as: KnownAs


class _Content(NamedTuple):
    subject: str
    predicate: str
    object: str
    value: str
    denied: bool


async def narrated_by(view: View, person: str, chapters: Iterable[str]) -> frozenset[str]:
    """Return the ids of those of the chapters *chapters* that mention the entity *person* by a pronoun of a narrator,
    such as "I".
    """
    pronouns = lexicon.words("narrator_pronouns")
    found = await mentions_of(view, person, chapters)
    return frozenset(one.chapter.uuid for one in found if any(name_key(text) in pronouns for text in one.surfaces))


def chapters_with_news(story: Iterable[Fact], known: Iterable[Fact]) -> set[str]:
    """Return the ids of the chapters that contain a quote of a fact that *story* has and *known* lacks. *known* also
    lacks a fact if the fact with the same id in *known* has another subject, predicate, object or value, or only one of
    the two is denied.
    """
    met = set(map(_as_told, known))
    return {quote.episode for one in story if _as_told(one) not in met for quote in one.evidence}


def _as_told(fact: Fact) -> tuple[str, str, str, str | None, str | None, bool]:
    return fact.uuid, fact.subject, fact.predicate, fact.object, fact.value, fact.denied


def knowledge_of_cast(
    view: View, person: str, *, story: Sequence[Fact], known: Sequence[Fact], narrated: Collection[str] = ()
) -> list[KnownFact]:
    """Return the character's facts in this order: wrongly believed facts, believed facts, unknown facts and known
    facts. Within each of the four kinds, the most salient facts come first, and of equally salient facts the last told.

    *story* are facts of the story, ended facts included, and *known* are facts that the character knows or believes. A
    fact that one of the chapters *narrated* tells is never returned as unknown, because the character narrates these
    chapters. Details (facts of salience 1) are never returned as unknown. A fact that the story tells from the
    character's death on is never returned as unknown. A fact that the character's own death has ended is never returned
    as wrongly believed.
    """
    table = view.vocabulary.table
    died = _death_of(person, story, table)
    true = {_content(one, table): one for one in story if in_world(one) and not has_ended(one)}
    over = [one for one in story if in_world(one) and has_ended(one) and _lasts(one, table)]
    past = {_content(one, table) for one in over if died is None or died.uuid not in one.ended_by} - set(true)
    believed: dict[_Content, KnownFact] = {}
    for fact in _last_first(known):
        content = _content(fact, table)
        if content in believed or has_ended(fact):
            continue
        found = _known_as(fact, content, person, true=true, past=past, table=table)
        if found is not None:
            believed[content] = KnownFact(fact, found)
    met = {_content(one, table) for one in known}
    unknown = [KnownFact(one, KnownAs.UNKNOWN) for content, one in true.items() if content not in met]
    unknown = [
        one
        for one in unknown
        if not _is_detail(one.fact)
        and not any(quote.episode in narrated for quote in one.fact.evidence)
        and (died is None or one.fact.told_at < died.told_at)
    ]
    whole = [*believed.values(), *sorted(unknown, key=lambda one: one.fact.narrative_key, reverse=True)]
    return sorted(whole, key=lambda one: (_KINDS.index(one.known_as), -one.fact.salience))


def _death_of(person: str, story: Sequence[Fact], table: PredicateTable) -> Fact | None:
    deaths = (one for one in story if one.subject == person and in_world(one) and not one.denied and not has_ended(one))
    return next((one for one in deaths if _tells_death(one, table)), None)


def _tells_death(fact: Fact, table: PredicateTable) -> bool:
    known = table.find(fact.predicate)
    return known is not None and known.life is LifeState.DEAD


_KINDS = tuple(KnownAs)


def _known_as(
    fact: Fact,
    content: _Content,
    person: str,
    *,
    true: dict[_Content, Fact],
    past: set[_Content],
    table: PredicateTable,
) -> KnownAs | None:
    if in_world(fact):
        return KnownAs.WRONG if content in past else KnownAs.KNOWN
    if fact.scope is not StatementScope.BELIEF or fact.holder != person:
        return None
    if content in past or _contradicted(content, true, table):
        return KnownAs.WRONG
    return None if content in true else KnownAs.BELIEVED


def _contradicted(content: _Content, true: dict[_Content, Fact], table: PredicateTable) -> bool:
    if content._replace(denied=not content.denied) in true:
        return True
    known = table.find(content.predicate)
    if known is None or known.cardinality is not Cardinality.ONE_VALUE or content.denied:
        return False
    return any(
        (one.subject, one.predicate, one.denied) == (content.subject, content.predicate, False)
        and (one.object, one.value) != (content.object, content.value)
        for one in true
    )


def _lasts(fact: Fact, table: PredicateTable) -> bool:
    """Return whether the main line of the story tells the fact in story order, and the fact is not about something that
    changes by itself, such as an age or a mood. The end of a fact makes a character's belief in the fact wrong only if
    `_lasts` returns true for the fact.
    """
    known = table.find(fact.predicate)
    return fact.on_main_line and not (known is not None and (known.growing or known.passing))


def _content(fact: Fact, table: PredicateTable) -> _Content:
    known = table.find(fact.predicate)
    name = predicate_key(fact.predicate if known is None else known.name)
    value = "" if fact.object is not None else name_key(fact.value or "")
    return _Content(fact.subject, name, fact.object or "", value, fact.denied)


def _last_first(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda one: one.narrative_key, reverse=True)


def _is_detail(fact: Fact) -> bool:
    return fact.salience == 1
