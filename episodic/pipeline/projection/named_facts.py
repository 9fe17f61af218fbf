"""The conversion of folded facts to the facts that stores keep, with the names and types of their entities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import ClassVar

from episodic.languages.messages import message_text
from episodic.languages.registry import codes
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.episodes import Language
from episodic.model.graph import Fact
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.text.scripts import is_ideographic

EntityName = tuple[str, str, bool]
"""The name and the type of an entity, and whether it says "I" somewhere in the text."""
Names = Mapping[str, EntityName]
"""The names of entities, by entity id."""


class NamedFacts:
    """The facts of a work's last graph. A fact whose folded fact and names are unchanged stays the same object in the
    next graph.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_names", "folded")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_names"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._folded = SharedDict[str, FoldedFact]()
        self._facts = SharedDict[str, Fact]()
        self._names = SharedDict[str, EntityName]()

    @property
    def folded(self) -> SharedDict[str, FoldedFact]:
        """The folded facts of the last graph, by id. A folded fact does not contain the names of its entities."""
        return self._folded

    @folded.setter
    def folded(self, folded: SharedDict[str, FoldedFact]) -> None:
        self._folded, names = folded, self._names
        self._facts = SharedDict(lazy=LazyEntries(folded, lambda uuid: fact_of(folded[uuid], names)))

    @property
    def names(self) -> SharedDict[str, EntityName]:
        """The names of the entities of the last graph, by entity id."""
        return self._names

    @property
    def last(self) -> SharedDict[str, Fact]:
        """Return the facts of the last graph, by id."""
        return self._facts.copy()

    def of(self, folded: SharedDict[str, FoldedFact], names: SharedDict[str, EntityName]) -> SharedDict[str, Fact]:
        """Return the facts as stores keep them, by id, in the order of *folded*."""
        before, self._names = self._names, names
        renamed = {uuid for uuid in changed_keys(before, names) if before.get(uuid, names[uuid]) != names[uuid]}
        gone, others = missing_keys(self._folded, folded), changed_keys(self._folded, folded)
        if renamed:
            # The facts of renamed entities come last, so that all new facts are added in their order.
            others += [uuid for uuid, one in folded.items() if not renamed.isdisjoint(_entities_of(one))]
        facts = self._facts
        for uuid in dict.fromkeys(others):
            made, known = fact_of(folded[uuid], names), facts.get(uuid)
            facts[uuid] = made if known is None or known != made else known
        for uuid in gone:
            del facts[uuid]
        if folded.touched_since(self._folded) is None:
            self._facts = SharedDict(zip(folded, map(facts.__getitem__, folded), strict=True))
        self._folded = folded
        return self._facts.copy()


def fact_of(folded: FoldedFact, names: Names) -> Fact:
    """Return the fact with the names and types of its entities, also where its sentence says "the narrator"."""
    core = folded.core
    subject = names[core.subject]
    target = (None, None) if core.object is None else names[core.object]
    return replace(
        core,
        text=_with_narrator(core.text, folded, names),
        subject_name=subject[0],
        subject_type=subject[1],
        object_name=target[0],
        object_type=target[1],
        participants=tuple(replace(one, name=names[one.entity][0]) for one in core.participants),
        holder_name=names[core.holder][0] if core.holder else None,
        teller_names=tuple(names[one][0] for one in core.tellers) or None,
    )


def _with_narrator(text: str, folded: FoldedFact, names: Names) -> str:
    """Return the sentence with the narrator's name in place of "the narrator". The sentence was made before anybody had
    told the name.

    The narrator is the one entity of the fact that says "I" and that the sentence does not name. If there is no such
    entity, or more than one, the sentence is returned unchanged.
    """
    narrator = _nameless_narrator(codes())
    if narrator.search(text) is None:
        return text
    found = dict.fromkeys(names[one] for one in _entities_of(folded))
    saying = [name for name, _, says_i in found if says_i and name not in text]
    if len(saying) != 1:
        return text
    named = narrator.sub(lambda _: saying[0], text)
    return named[:1].upper() + named[1:]


@cache
def _nameless_narrator(languages: tuple[Language, ...]) -> re.Pattern[str]:
    """Return a pattern of the words for a narrator without a name, in these languages."""
    words = [message_text("chapters.narrator", one) for one in languages]
    found = (re.escape(one) if is_ideographic(one[0]) else rf"\b{re.escape(one)}\b" for one in words)
    return re.compile("|".join(found), re.IGNORECASE)


def _entities_of(folded: FoldedFact) -> tuple[str, ...]:
    core = folded.core
    others = (core.object, core.holder, *core.tellers, *(one.entity for one in core.participants))
    return (core.subject, *(who for who in others if who is not None))
