"""The factions of a story: its organisations with their members, by facts such as "member of", "leads" and "serves"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from episodic.context.communities import (
    LEAST_MEMBERS,
    Community,
    connections,
    most_salient,
    strengths,
    visible_facts,
)
from episodic.model.graph import Fact
from episodic.model.predicates import Membership, Predicate
from episodic.model.settings import LIVING
from episodic.search.view import View, has_ended
from episodic.search.vocabulary import WorkVocabulary

_ORGANIZATION: Final = "Organization"
"""The name of the default entity type of organisations."""
_Roles = Mapping[str, Mapping[str, Membership]]
"""For each organisation, its members, each with its role."""


async def factions(view: View) -> tuple[Community, ...]:
    """Return the organisations with at least two members, the organisation with the most members first.

    An entity is a member by a visible fact that is true in the story's world and whose predicate has the flag
    `membership`. The fact must not have ended; with `as_of` in the view's scope, it must hold or may hold at that
    moment. An entity can belong to several factions. The same facts always give the same factions.
    """
    facts = visible_facts(view, await view.facts())
    roles = _roles((one for one in facts if view.scope.as_of is not None or not has_ended(one)), view.vocabulary)
    ids = {*roles, *(one for members in roles.values() for one in members)}
    entities = {one.uuid: view.entity_as_seen(one) for one in await view.entities(sorted(ids))}
    weights = connections(facts)
    made: list[Community] = []
    for organization, role_of in roles.items():
        members = [one for one in role_of if one in entities]
        if len(members) >= LEAST_MEMBERS and organization in entities:
            strength = strengths(weights, {organization, *members})
            members.sort(key=lambda one: (role_of[one] is not Membership.LEADER, -strength[one], one))
            shown = tuple(entities[one] for one in members)
            made.append(Community(shown, most_salient(facts, strength), entities[organization]))
    return tuple(sorted(made, key=lambda one: (-len(one.members), one.members[0].first.told, one.members[0].uuid)))


def _roles(facts: Iterable[Fact], vocabulary: WorkVocabulary) -> _Roles:
    told = [(one, known) for one in facts if (known := vocabulary.known_predicate(one.predicate)) and known.membership]
    organizations = {fact.object for fact, known in told if _is_organization(fact.object_type, known, vocabulary)}
    found: defaultdict[str, dict[str, Membership]] = defaultdict(dict)
    for fact, known in told:
        if fact.object is not None and fact.object in organizations and known.membership is not None:
            roles = found[fact.object]
            if roles.get(fact.subject) is not Membership.LEADER:
                roles[fact.subject] = known.membership
    return found


def _is_organization(kind: str | None, predicate: Predicate, vocabulary: WorkVocabulary) -> bool:
    """Return whether an object of the entity type *kind* and of *predicate* is an organisation. A type that only the
    work defines, such as "sect", is one if the predicate never has a living being as its object.
    """
    if kind is None:
        return False
    default = vocabulary.default_type(kind)
    return default == _ORGANIZATION or (default is None and set(LIVING) <= set(predicate.excluded_objects or ()))
