"""Ends the earlier services and offices of a person who goes over to another side, such as a deserter.

After "Bo served the Duke" and "Bo deserted to the King", Bo no longer serves the Duke, and is no longer "the Duke's
captain".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.dedup.cluster import Cluster
from episodic.dedup.clusters import Clusters
from episodic.dedup.nodes import is_pronoun
from episodic.languages import lexicon
from episodic.model.episodes import Language
from episodic.model.predicates import Predicate, PredicateKind, Slot
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.pipeline.replay.questions.rivals import ContentIndex
from episodic.pipeline.replay.replayed_chapter import ReplayedStatement
from episodic.pipeline.replay.statement_sources import SourcedStatement, StatementSource
from episodic.pipeline.replay.statements.effects import derived_statement, nodes_in, state_sentence
from episodic.pipeline.replay.statements.intentions import is_only_intended
from episodic.text.scripts import is_ideographic

_SERVES: Final = "serves"
_MEMBER: Final = "member_of"
_TITLE: Final = "title"
_SIDES: Final = ("Organization",)


@dataclass(frozen=True, slots=True)
class FormerSides:
    """The lords and sides that people served before they went over to another side. They are found in the statements of
    a chapter and in the contents `told` of the earlier chapters. `find` returns the predicate with a given name.
    """

    statements: Sequence[ReplayedStatement]
    told: ContentIndex
    clusters: Clusters
    find: Callable[[str], Predicate | None]
    language: Language

    def ended_by(self, event: SourcedStatement) -> Iterator[StatementSource]:
        """Yield the statements that end states of people who go over to another side in *event*. These states are
        earlier services, memberships in armies, and offices that name a former side. Services and memberships on the
        new side do not end. If an earlier statement already told that a person went over to the new side, no state of
        the person ends.
        """
        if not _goes_over(event):
            return
        made, root = event.made, self.clusters.root
        for node in nodes_in(Slot.SUBJECT, event):
            person = root(event.numbers[node])
            if made.object is None or (person, root(made.object)) in self._earlier(made.predicate.name, made):
                continue
            former = dict.fromkeys(root(event.numbers[one]) for one in nodes_in(Slot.GIVER, event))
            for name in (_SERVES, _MEMBER):
                state = self.find(name)
                sides = sorted({side for one, side in self._earlier(name, made) if one == person})
                for side in sides:
                    if (
                        state is not None
                        and side not in (person, root(made.object))
                        and (name == _SERVES or self._is_army(side))
                    ):
                        former[side] = None
                        # A person serves one lord at a time, so a new service already ends the former one, and no
                        # statement need say so.
                        if made.predicate.name != _SERVES or name != _SERVES:
                            yield self._ended(event, state, node, side)
            yield from self._without_offices(event, node, former)

    def _without_offices(
        self, event: SourcedStatement, node: int, former: Collection[int]
    ) -> Iterator[StatementSource]:
        """For each office of the person *node* that names a former side, yield a statement that the office ends. Such
        an office contains the name of one of the *former* sides ("the Duke's captain").
        """
        title = self.find(_TITLE)
        if title is None:
            return
        person = self.clusters.root(event.numbers[node])
        for value, text in self._offices(person, event.made).items():
            if any(_mentions(one, self.clusters[side]) for side in former for one in (value, text)):
                said = state_sentence(title, event.names[node], value, ends=True, language=self.language)
                ended = derived_statement(event, title, (node, None), said, ends=True, value=value)
                yield ended, event.numbers, event.names

    def _offices(self, person: int, event: ReplayedStatement) -> dict[str, str]:
        """Return the offices that a person still has according to the text before *event*, each with the sentence that
        tells it.
        """
        root, found = self.clusters.root, dict[str, str]()
        for content in self.told.with_predicate(_TITLE):
            key = content.key
            office = not content.marks and key.object is None and key.scope is StatementScope.WORLD
            if office and content.value and root(key.subject) == person:
                found.setdefault(content.value, content.text)
        for one in self.statements:
            core, told_before = one.reading.core, one.evidence.start < event.evidence.start
            office = told_before and one.predicate.name == _TITLE and one.object is None
            if office and core.value and core.scope is StatementScope.WORLD and root(one.subject) == person:
                found.pop(core.value, None)
                if core.phase in (Phase.HOLDS, Phase.BEGINS):
                    found[core.value] = core.text
        return found

    def _earlier(self, predicate: str, event: ReplayedStatement) -> Iterator[tuple[int, int]]:
        """Yield the subject and object of each statement that has the given predicate, is about the story's world and
        stands in the text before *event*. A state that the chapter ends again before *event* is left out.
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
        """Return the statement that the person *node* no longer has the state (service or membership) with the former
        side *side*. The part of the chapter that tells the event does not always mention the former side. Therefore the
        side is added to the entities to which the statement can refer.
        """
        name = self.clusters[side].first_name
        text = state_sentence(state, event.names[node], name, ends=True, language=self.language)
        ended = derived_statement(event, state, (node, len(event.names)), text, ends=True)
        return ended, (*event.numbers, side), (*event.names, name)


def _mentions(text: str, side: Cluster) -> bool:
    """Return whether a text names a side by a name or by a title. A name of a single Han character, such as 魏 in
    魏左将军, counts only if the text begins with it. A title counts only if a possessive ending follows it ("the Duke's
    captain"). A title without a possessive ending may be the office itself ("captain").
    """
    folded = text.casefold()
    for name in map(str.casefold, side.names):
        word = re.escape(name)
        if is_ideographic(name[0]):
            if folded.startswith(name) or (len(name) > 1 and name in folded):
                return True
        elif re.search(rf"\b{word}\b", folded):
            return True
    owner = lexicon.pattern("possessive_endings")
    titles = (re.escape(one.casefold()) for one in side.titles if not is_pronoun(one))
    return any(owner.match(folded, found.end()) for one in titles for found in re.finditer(one, folded))


def _goes_over(event: SourcedStatement) -> bool:
    core = event.spanned.reading.core
    if core.scope is not StatementScope.WORLD:
        return False
    told = core.phase in (Phase.HOLDS, Phase.BEGINS) and core.placing is Placement.NOW
    if not told or core.habit or core.condition or is_only_intended(event.spanned.reading, event.names):
        return False
    return lexicon.pattern("goings_over").search(core.text) is not None and _is_yielding(event.made.predicate)


def _is_yielding(predicate: Predicate) -> bool:
    if predicate.name in (_SERVES, "surrendered_to"):
        return True
    name = predicate.name.replace("_", " ")
    return predicate.kind is PredicateKind.EVENT and lexicon.pattern("goings_over").search(name) is not None
