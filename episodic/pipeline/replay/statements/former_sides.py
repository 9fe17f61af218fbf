"""Ends the services of somebody who goes over to the other side.

After "Bo served the Duke" and "Bo deserted to the King", Bo no longer serves the Duke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.dedup.clusters import Clusters
from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.predicates import Predicate, PredicateKind, Slot
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.pipeline.replay.questions.rivals import ContentIndex
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.statement_sources import SourcedStatement, StatementSource
from episodic.pipeline.replay.statements.effects import derived_statement, nodes_in, state_sentence
from episodic.pipeline.replay.statements.intentions import is_only_intended

_SERVES: Final = "serves"
_MEMBER: Final = "member_of"
_SIDES: Final = ("Organization",)


@dataclass(frozen=True, slots=True)
class FormerSides:
    """Whom people served before they went over to another side: by the statements of a chapter, and by the contents
    `told` of the earlier chapters. `find` returns the predicate with a given name.
    """

    statements: Sequence[ReplayedStatement]
    told: ContentIndex
    clusters: Clusters
    find: Callable[[str], Predicate | None]
    language: Language

    def ended_by(self, event: SourcedStatement) -> Iterator[StatementSource]:
        """Yield, for an event in which people go over to another side, the statements that end what was told of them
        before: each service, and each membership in an army. Their bond with the side to which they go over does not
        end. Nothing ends for people of whom it was already told that they went over to this side.
        """
        if not _goes_over(event):
            return
        made, root = event.made, self.clusters.root
        for node in nodes_in(Slot.SUBJECT, event):
            person = root(event.numbers[node])
            if made.object is None or (person, root(made.object)) in self._earlier(made.predicate.name, made):
                continue
            for name in (_SERVES, _MEMBER):
                state = self.find(name)
                sides = sorted({side for one, side in self._earlier(name, made) if one == person})
                for side in sides:
                    if (
                        state is not None
                        and side not in (person, root(made.object))
                        and (name == _SERVES or self._is_army(side))
                    ):
                        yield self._ended(event, state, node, side)

    def _earlier(self, predicate: str, event: ReplayedStatement) -> Iterator[tuple[int, int]]:
        """Yield the subject and object of each statement about the story's world with the given predicate that is told
        before *event*, unless the chapter already told that it ended.
        """
        root, found = self.clusters.root, dict[tuple[int, int], bool]()
        for content in self.told.with_predicate(predicate):
            key = content.key
            if not content.marks and key.object is not None and key.scope is StatementScope.WORLD:
                found[root(key.subject), root(key.object)] = True
        for one in self.statements:
            told_before = one.evidence.start < event.evidence.start and one.predicate.name == predicate
            core = one.reading.core
            if told_before and one.object is not None and core.scope is StatementScope.WORLD:
                found[root(one.subject), root(one.object)] = core.phase in (Phase.HOLDS, Phase.BEGINS)
        return (pair for pair, holds in found.items() if holds)

    def _is_army(self, number: int) -> bool:
        side = self.clusters[number]
        names = (side.first_name, *side.names, *side.titles)
        return side.type in _SIDES and any(map(lexicon.pattern("armies").search, names))

    def _ended(self, event: SourcedStatement, state: Predicate, node: int, side: int) -> StatementSource:
        """Return the statement that ends the state. The side need not be a node of the event's window, and is therefore
        added after the window's nodes.
        """
        name = self.clusters[side].first_name
        text = state_sentence(state, event.names[node], name, ends=True, language=self.language)
        ended = derived_statement(event, state, (node, len(event.names)), text, ends=True)
        return ended, (*event.numbers, side), (*event.names, name)


def _goes_over(event: SourcedStatement) -> bool:
    core = event.spanned.reading.core
    if event.made.predicate.kind is not PredicateKind.EVENT or core.scope is not StatementScope.WORLD:
        return False
    told = core.phase in (Phase.HOLDS, Phase.BEGINS) and core.placing is Placement.NOW
    if not told or core.habit or core.condition or is_only_intended(event.spanned.reading, event.names):
        return False
    return lexicon.pattern("goings_over").search(core.text) is not None and _is_yielding(event.made.predicate)


def _is_yielding(predicate: Predicate) -> bool:
    name = predicate.name.replace("_", " ")
    return predicate.name == "surrendered_to" or lexicon.pattern("goings_over").search(name) is not None
