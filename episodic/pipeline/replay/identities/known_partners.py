"""Finds out who "her husband" is: the only person who, as the work says, is married to the woman in question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.dedup.clusters import Clusters
from episodic.dedup.designations import is_personal
from episodic.dedup.plausibility import unlike_people
from episodic.languages import lexicon
from episodic.model.name_keys import name_key
from episodic.model.predicates import Cardinality, LifeState, Predicate, PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.pipeline.replay.questions.rivals import ContentIndex
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement

_ASSERTED: Final = (StatementScope.WORLD, StatementScope.CLAIM)
_DEAD: Final = "dead"


@dataclass(frozen=True, slots=True)
class KnownBonds:
    """The bonds between people, such as marriages, that the statements of a chapter and of earlier chapters tell.

    `deaths` are the clusters whose death the main line of an earlier chapter narrates. `parted` are the pairs of
    clusters whose bond ended in an earlier chapter.
    """

    statements: Sequence[ReplayedStatement]
    told: ContentIndex
    deaths: Collection[int]
    parted: Collection[tuple[int, int]]
    clusters: Clusters

    def link_partners(self) -> Mapping[int, str]:
        """Link each cluster of mentions that is only called "her husband" or the like with the one partner whom the
        work knows by name. Return a mapping from the number of each linked cluster ("her husband") to the name of the
        person with whom the cluster was linked.

        Only a bond that each side has with one person at a time, such as a marriage, identifies somebody. Nobody is
        identified if the owner (the person called "her") has several known partners. Nobody is identified, either, if
        one of the two partners is dead, or if the bond is said to begin or to have ended. Two clusters that are both
        mentioned in one window (a part of a chapter) are probably two people. Such clusters are linked only if a stored
        answer says that they are one person.
        """
        linked: dict[int, str] = {}
        for one in self.statements:
            if not _is_bond(one) or one.reading.core.phase is Phase.BEGINS:
                continue
            for owner, nameless in _both_ways(one.subject, one.object):
                if nameless in linked or not self._says_only(nameless, one.predicate):
                    continue
                partner = self._partner(owner, one.predicate)
                if partner is not None and self._may_be(nameless, partner):
                    linked[nameless] = self._name(partner)
                    self.clusters.settle(*sorted((nameless, partner)))
        return linked

    def _partner(self, owner: int, predicate: Predicate) -> int | None:
        """Return the only known partner of *owner*. Return None if *owner* has no known partner or several, or if the
        partner is dead or has no proper name.
        """
        root = self.clusters.root
        others = {root(other) for one, other in self._pairs(predicate) if root(one) == root(owner)}
        found = {one for one in others if not self._says_only(one, predicate)}
        if len(found) != 1:
            return None
        (partner,) = found
        over = partner == root(owner) or self._is_over({root(owner), partner})
        return None if over or not self._name(partner) else partner

    def _pairs(self, predicate: Predicate) -> Iterator[tuple[int, int]]:
        for one in self.statements:
            if _is_bond(one) and one.predicate.name == predicate.name:
                yield from _both_ways(one.subject, one.object)
        for content in self.told.with_predicate(predicate.name):
            if not content.marks:
                yield from _both_ways(content.key.subject, content.key.object)

    def _is_over(self, sides: set[int]) -> bool:
        root = self.clusters.root
        dead = {root(one) for one in self.deaths}
        for one in self.statements:
            if one.predicate.life is LifeState.DEAD and one.reading.core.phase is not Phase.DENIED:
                dead.add(root(one.subject))
        dead |= {root(one.key.subject) for one in self.told.with_predicate(_DEAD)}
        parted = any({root(one), root(other)} == sides for one, other in (*self.parted, *ended_bonds(self.statements)))
        return parted or not sides.isdisjoint(dead)

    def _says_only(self, number: int, predicate: Predicate) -> bool:
        """Return whether all names of a cluster say no more than an owner and the relation. "Ann's wife" and 其妻 say
        no more than that, but "his first wife" says more.
        """
        whole = self.clusters[number]
        names = (*whole.names, *whole.titles) or (whole.first_name,)
        words = [_bond_word(name_key(one)) for one in predicate.names]
        return all(any(_is_owned(name_key(name), word) for word in words) for name in names)

    def _may_be(self, nameless: int, partner: int) -> bool:
        one, other = self.clusters[nameless], self.clusters[partner]
        unlike = unlike_people((*one.names, *one.titles), (*other.names, *other.titles))
        # Two clusters that are both mentioned in one window (a part of a chapter that is read in one call) are usually
        # two people. If a stored answer says that the two clusters are one person, mentions of both in one window are
        # no evidence for two people. One of these mentions may mean a namesake of the partner.
        answered = partner in {self.clusters.root(number) for number in self.clusters.linked_with((nameless,))}
        together = self.clusters.root(nameless) == partner or (
            not answered and not one.windows.isdisjoint(other.windows)
        )
        apart = self.clusters.apart(nameless, partner) is not None
        return not unlike and not together and not apart and one.type == other.type

    def _name(self, number: int) -> str:
        whole = self.clusters[number]
        names = (whole.first_name, *(name for name, _ in whole.names.most_common()))
        return next(filter(is_personal, names), "")


def ended_bonds(statements: Iterable[ReplayedStatement]) -> Iterator[tuple[int, int]]:
    """Yield the subject and the object of each statement that ends a bond such as a marriage. In such a bond, each side
    can be with only one person at a time.
    """
    for one in statements:
        if one.object is not None and one.reading.core.phase is Phase.ENDS and _is_exclusive(one.predicate):
            yield one.subject, one.object


def _both_ways(one: int, other: int | None) -> tuple[tuple[int, int], ...]:
    return () if other is None else ((one, other), (other, one))


def _is_bond(one: ReplayedStatement) -> bool:
    core = one.reading.core
    if not _is_exclusive(one.predicate) or one.object is None:
        return False
    further = lexicon.pattern("further_spouses")
    if any(further.search(words) for words in (core.text, core.qualifier, core.value) if words):
        return False
    told = core.scope in _ASSERTED and core.condition is None and core.placing is not Placement.AHEAD
    return told and core.phase in (Phase.HOLDS, Phase.BEGINS)


def _is_exclusive(predicate: Predicate) -> bool:
    one_each = predicate.symmetric and predicate.cardinality is Cardinality.ONE_EACH
    return one_each and predicate.kind is PredicateKind.STATE


def _bond_word(key: str) -> str:
    key = key.removesuffix(" of").removesuffix(" to")
    for particle in lexicon.words("owner_particles"):
        key = key.removeprefix(particle)
    return key


def _is_owned(key: str, word: str) -> bool:
    if not word or not key.endswith(word):
        return False
    owner = key.removesuffix(word).rstrip()
    return owner in lexicon.words("third_owners") or owner.endswith(tuple(lexicon.words("owner_particles")))
