"""Finds the facts that resolve what the text left open (setups): stored payoffs, and later events with the words of a
setup.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from episodic.languages import lexicon
from episodic.model.graph import Fact
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind, shipped_table
from episodic.model.readings import PAYS_OFF, SETS_UP, StatementScope
from episodic.search.searched_text import searched_text
from episodic.search.word_overlap import QueryTerms

_SURE_SHARE = 0.8
"""The least share of the content words of a setup (no names, stop words or question words) that an event must contain
to pay the setup.
"""
_LEAST_PARTS = 3
"""The least number of names and content words, counted together, with which a setup can be recognised in an event."""


def payoffs_of_setups(facts: Iterable[Fact]) -> dict[str, Fact]:
    """Return a mapping from the id of each setup to its first payoff; *facts* must be in narrative order.

    A payoff has the same value as its setup, and one of the setup's entities as its subject.
    """
    planted: dict[str, list[Fact]] = {}
    found: dict[str, Fact] = {}
    for fact in facts:
        if fact.scope is not StatementScope.SETUP or fact.value is None:
            continue
        if fact.predicate == SETS_UP:
            planted.setdefault(fact.value, []).append(fact)
        elif fact.predicate == PAYS_OFF:
            for setup in planted.get(fact.value, ()):
                if fact.subject in entities_of(setup):
                    found.setdefault(setup.uuid, fact)
    return found


def world_facts_by_subject(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """Return the facts of the story's world that are not denied, grouped by subject and in the given order."""
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.scope is StatementScope.WORLD and not fact.denied:
            found.setdefault(fact.subject, []).append(fact)
    return found


def event_that_pays(setup: Fact, later: Mapping[str, Sequence[Fact]]) -> Fact | None:
    """Return the first event after the setup's chapter that does what the setup asks ("Will Bo bring the horn back?"),
    or None. *later* maps subjects to facts of the story's world in narrative order.

    All entities of the setup must take part in the event, and the event's subject must be the entity that the setup
    names first. An event pays the setup (answers what the setup left open) only if it contains at least 80 % of the
    setup's content words. For a setup that asks who, why or how, None is returned, because the words of the setup do
    not contain the answer.
    """
    asked, about = setup.value or "", frozenset(entities_of(setup))
    if lexicon.pattern("open_questions").search(asked):
        return None
    events = (fact for uuid in entities_of(setup) for fact in later.get(uuid, ()) if fact.kind is PredicateKind.EVENT)
    paying = (
        fact
        for fact in events
        if fact.told_at.order > setup.told_at.order
        and about <= set(entities_of(fact)) | {fact.object}
        and _does(fact, asked)
    )
    return min(paying, key=lambda one: one.narrative_key, default=None)


def _does(event: Fact, asked: str) -> bool:
    names = (event.subject_name, event.object_name, *(one.name for one in event.participants))
    key, keys = name_key(asked), [name_key(one) for one in names if one]
    named = [one for one in keys if one in key]
    if not named or keys[0] != min(named, key=key.find):
        # An event can answer the question only if the question names the event's subject before the event's other
        # entities. If the question names another entity of the event before the event's subject, it asks what that
        # other entity does.
        return False
    words = QueryTerms.of(lexicon.pattern("whether_words").sub(" | ", asked), named)
    if not words.tokens or len(words.tokens) + len(named) < _LEAST_PARTS:
        return False
    return words.matched_share(searched_text(event.text, event.value)) >= _SURE_SHARE


def repeats(setup: Fact, other: Fact) -> bool:
    """Return whether the fact *other* tells the same as the setup. A quote of *other* must overlap a quote of *setup*,
    and both facts must have an entity in common. A promise *other* tells the same as the setup only if the setup asks
    whether the promise will be kept ("Will Bo bring the horn back?"). A setup that asks who, why or how does not ask
    whether a promise will be kept. In a setup that asks whether a promise will be kept, no word of the promise comes
    before the name of the promising person.
    """
    about = {other.subject, other.object, other.holder, *entities_of(other)}
    known = shipped_table().find(other.predicate)
    promise = known is not None and known.uttered
    if about.isdisjoint(entities_of(setup)) or (promise and not _asks_about(setup, other)):
        return False
    return any(
        one.episode == two.episode and one.start < two.end and two.start < one.end
        for one in setup.evidence
        for two in other.evidence
    )


def _asks_about(setup: Fact, promise: Fact) -> bool:
    asked, who = name_key(setup.value or ""), name_key(promise.subject_name)
    if lexicon.pattern("open_questions").search(setup.value or ""):
        return False
    promised = QueryTerms.of(promise.value or promise.qualifier or promise.text, [who])
    places = [asked.find(one.text) for one in promised.tokens if one.text in asked]
    return who not in asked or asked.find(who) < min(places, default=len(asked))


def entities_of(fact: Fact) -> tuple[str, ...]:
    """Return the subject and the participants of a fact, which are the entities that a setup is about."""
    return (fact.subject, *(one.entity for one in fact.participants))
