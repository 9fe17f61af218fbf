"""The communities of a story, and the storylines among them: groups of entities by modularity (local moves as in Blondel
and others, 2008).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from episodic.context.cast_facts import in_world
from episodic.context.digest_table import DigestTable, StoredDigest
from episodic.model.graph import Entity, Fact
from episodic.search.digest_hits import DigestKind
from episodic.search.view import View

LEAST_MEMBERS = 2
"""The number of members that a community has at least."""
_ROUNDS = 30
_FACTS = 5


CommunityKind = Literal["storyline", "faction"]
"""The kinds of communities: entities that many facts connect, and the members of an organisation."""


@dataclass(frozen=True, slots=True)
class Community:
    """Entities of a story that belong together: a storyline or a faction.

    The members of a storyline are connected more with each other than with other entities, and the most connected
    member comes first. A faction has the members of its `organization`, the leaders first and then the most connected
    members. The `organization` of a storyline is None. `facts` are the most salient facts between two members, or
    between a member and the organisation (at most 5), in narrative order.
    """

    members: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    organization: Entity | None = None

    @property
    def kind(self) -> CommunityKind:
        return "storyline" if self.organization is None else "faction"

    @property
    def name(self) -> str:
        """The name of the organisation, or the name of a storyline's most connected member."""
        return (self.organization or self.members[0]).name


Weights = Mapping[str, Mapping[str, int]]
"""For each entity, the entities that facts connect with it, each with the summed salience of the connecting facts."""


async def storylines(view: View, stored: DigestTable | None = None) -> tuple[Community, ...]:
    """Return the storylines of the entities that visible facts connect, the largest storyline first.

    Every entity belongs to one storyline at most. Entities whose facts connect them with nobody are left out. The same
    facts always give the same storylines. *stored* is the digest table of the work's present revision, or None if
    there is none. The storylines are read from *stored* if the view has all their members and facts, and are computed
    otherwise.
    """
    read = None if stored is None else await _from_table(view, stored.of_kind(DigestKind.COMMUNITY))
    if read is not None:
        return read
    return await storylines_of(view, await view.facts())


async def storylines_of(view: View, every: Iterable[Fact]) -> tuple[Community, ...]:
    """Return the storylines of the entities that visible facts connect; facts in *every* that the view does not show
    are ignored. Denied facts, claims, beliefs and plans connect nobody.
    """
    facts = visible_facts(view, every)
    weights = connections(facts)
    group_of = modularity_groups(weights)
    members: dict[str, list[str]] = defaultdict(list)
    for uuid, group in group_of.items():
        members[group].append(uuid)
    inner: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        inside = group_of.get(fact.subject)
        if inside is not None and fact.object is not None and group_of.get(fact.object) == inside:
            inner[inside].append(fact)
    entities = {one.uuid: view.entity_as_seen(one) for one in await view.entities(sorted(weights))}
    made = [
        _storyline([one for one in ids if one in entities], inner[group], weights, entities)
        for group, ids in members.items()
        if len(ids) >= LEAST_MEMBERS
    ]
    made = [one for one in made if one.members]
    return tuple(sorted(made, key=lambda one: (-len(one.members), one.members[0].first.told, one.members[0].uuid)))


def visible_facts(view: View, every: Iterable[Fact]) -> list[Fact]:
    """Return the facts of *every* that the view shows and that are true in the story's world. Denied facts, claims,
    beliefs and plans are left out.
    """
    return [one for one in every if in_world(one) and not one.denied and view.visibility_of(one).seen]


async def _from_table(view: View, stored: Sequence[StoredDigest]) -> tuple[Community, ...] | None:
    facts = {one.uuid: one for one in await view.facts(list({uuid for one in stored for uuid in one.facts}))}
    entities = await view.entities(list({uuid for one in stored for uuid in one.members}))
    seen = {one.uuid: view.entity_as_seen(one) for one in entities}
    if any(uuid not in facts for one in stored for uuid in one.facts):
        return None
    if any(uuid not in seen for one in stored for uuid in one.members):
        return None
    return tuple(
        Community(tuple(seen[uuid] for uuid in one.members), tuple(facts[uuid] for uuid in one.facts)) for one in stored
    )


def connections(facts: Iterable[Fact]) -> Weights:
    """Return, for each pair of connected entities, the sum of the saliences of the facts that connect the pair. A fact
    connects its subject with its object and with its participants.
    """
    weights: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for fact in facts:
        for other in dict.fromkeys((fact.object, *(one.entity for one in fact.participants))):
            if other is not None and other != fact.subject:
                weights[fact.subject][other] += fact.salience
                weights[other][fact.subject] += fact.salience
    return weights


def modularity_groups(weights: Weights) -> dict[str, str]:
    """Return for each entity the id of its group; entities with the same group id form a community.

    Every entity begins as a group of its own. In a fixed order, each entity moves to the neighbouring group for which
    the modularity of the graph grows most. The moves of all entities are repeated in rounds, until a round moves no
    entity, or for 30 rounds. The modularity can grow equally for several groups. An entity whose own group is one of
    them stays in this group. Any other entity joins the group with the smallest id among the equally good groups.
    """
    strength = {uuid: sum(near.values()) for uuid, near in weights.items()}
    total = sum(strength.values())
    groups = {uuid: uuid for uuid in weights}
    sums = dict(strength)
    order = sorted(weights, key=lambda one: (-strength[one], one))
    for _ in range(_ROUNDS):
        moved = False
        for uuid in order:
            own = groups[uuid]
            sums[own] -= strength[uuid]
            # The gains of modularity are multiplied by the total weight, so that they are whole numbers and compare
            # exactly.
            gains = {own: -strength[uuid] * sums[own]}
            for other, weight in weights[uuid].items():
                group = groups[other]
                gains[group] = gains.get(group, -strength[uuid] * sums[group]) + weight * total
            best = max(gains.values())
            chosen = own if gains[own] == best else min(group for group, gain in gains.items() if gain == best)
            moved = moved or chosen != own
            groups[uuid] = chosen
            sums[chosen] += strength[uuid]
        if not moved:
            break
    return groups


def strengths(weights: Weights, members: Collection[str]) -> dict[str, int]:
    """Return for each of the *members* the summed salience of the facts that connect it with other members."""
    return {one: sum(weight for other, weight in weights.get(one, {}).items() if other in members) for one in members}


def most_salient(facts: Iterable[Fact], members: Collection[str]) -> tuple[Fact, ...]:
    """Return the most salient facts between two of the *members* (at most 5), in narrative order."""
    own = [one for one in facts if one.subject in members and one.object in members]
    best = sorted(own, key=lambda one: (-one.salience, one.narrative_key))[:_FACTS]
    return tuple(sorted(best, key=lambda one: one.narrative_key))


def _storyline(
    ids: Sequence[str], facts: Sequence[Fact], weights: Weights, entities: Mapping[str, Entity]
) -> Community:
    strength = strengths(weights, set(ids))
    members = sorted((entities[one] for one in ids), key=lambda one: (-strength[one.uuid], one.uuid))
    return Community(tuple(members), most_salient(facts, strength))
