"""The facts that pay setups, and other facts that say the same as a setup."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.model.graph import Fact
from episodic.model.readings import PAYS_OFF, SETS_UP, StatementScope


def payoffs_of_setups(facts: Iterable[Fact]) -> dict[str, Fact]:
    """Return the first payoff of each setup, by the id of the setup. *facts* are in narrative order.

    A payoff has the value of its setup, and an entity of the setup as its subject.
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


def repeats(setup: Fact, other: Fact) -> bool:
    """Return whether the words that plant *setup* also say the fact *other* about one of the setup's entities."""
    about = {other.subject, other.object, other.holder, *entities_of(other)}
    if about.isdisjoint(entities_of(setup)):
        return False
    return any(
        one.episode == two.episode and one.start < two.end and two.start < one.end
        for one in setup.evidence
        for two in other.evidence
    )


def entities_of(setup: Fact) -> tuple[str, ...]:
    """Return the entities that a setup is about: its subject and its participants."""
    return (setup.subject, *(one.entity for one in setup.participants))
