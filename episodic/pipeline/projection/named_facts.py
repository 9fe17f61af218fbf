"""Converts facts from the form in which they are derived from statements to the form that stores keep.

Derived facts contain ids of entities. The facts in stores contain the names and types of these entities, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
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
"""The name and the type of each entity, and whether it says "I", by entity id."""
SubjectsAndObjects = Callable[[], Iterable[tuple[str, tuple[str, ...]]]]
"""A function that returns the ids of the facts of the last graph, each with the ids of its subject and its object."""


class NamedFacts:
    """The facts of a work's last graph. A fact stays the same Python object in the next graph under two conditions.
    First, the fold, which derives facts from statements, gives the same fact again. Second, the fact's entities keep
    their names.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("_names", "_others", "folded")
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_names", "_others"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, about: SubjectsAndObjects) -> None:
        self._about = about
        self._others = SharedDict[str, tuple[str, ...]]()
        """The ids of the participants (see `_others_of`), the holder and the tellers of a fact, by fact id; facts
        without such entities are left out.
        """
        self._naming: dict[str, dict[str, None]] | None = None
        """The ids of the facts of which each entity is a part (subject, object, holder, teller or participant). This
        dictionary is made when an entity is renamed for the first time; until then, `_naming` is None. It may also
        contain facts that no longer exist, and facts of which the entity is no longer a part.
        """
        self._folded = SharedDict[str, FoldedFact]()
        self._facts = SharedDict[str, Fact]()
        self._names = SharedDict[str, EntityName]()

    @property
    def folded(self) -> SharedDict[str, FoldedFact]:
        """The facts of the last graph in the form in which the fold derives them from statements, by id. A fact in the
        form in which the fold derives it from statements has the ids of its entities, but not their names.
        """
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
        renamed = [uuid for uuid in changed_keys(before, names) if before.get(uuid, names[uuid]) != names[uuid]]
        gone, others = missing_keys(self._folded, folded), changed_keys(self._folded, folded)
        naming = self._facts_naming(renamed)
        for uuid in gone:
            self._others.pop(uuid, None)
        for uuid in others:
            self._note_entities(uuid, folded[uuid].core)
        # The changed facts may include new facts, which must be added in the order of *folded*. The facts of renamed
        # entities are therefore appended after the changed facts.
        others += (uuid for uuid in naming if uuid in folded)
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

    def share_facts(self, later: NamedFacts) -> None:
        """After a checkpoint has restored an earlier state than that of *later*, use the same objects as *later* for
        the facts that are equal in both states.
        """
        known, names = later._folded, self._names
        if self._folded.touched_since(known) is None:
            return
        others = (uuid for uuid in changed_keys(later._names, names) if later._names.get(uuid) != names[uuid])
        renamed = later._facts_naming([uuid for uuid in others if uuid in later._names])
        self._facts = later._facts.copy()
        for uuid in missing_keys(known, self._folded):
            del self._facts[uuid]
        for uuid in dict.fromkeys((*changed_keys(known, self._folded), *renamed)):
            if uuid in self._folded:
                self._facts[uuid] = fact_of(self._folded[uuid], names)

    def _note_entities(self, uuid: str, core: Fact) -> None:
        others = _others_of(core)
        if others or uuid in self._others:
            self._others[uuid] = others
        if self._naming is not None:
            for who in (core.subject, core.object, *others):
                if who is not None:
                    self._naming.setdefault(who, {})[uuid] = None

    def _facts_naming(self, entities: Sequence[str]) -> list[str]:
        """Return the ids of the facts of the last graph of which one of *entities* is a part, as subject, object,
        holder, teller or participant. The result may also contain ids of facts of which one of *entities* was a part
        only in an earlier graph.
        """
        if entities and self._naming is None:
            self._naming = {}
            for uuid, who in chain(self._about(), self._others.items()):
                for one in who:
                    self._naming.setdefault(one, {})[uuid] = None
        known = self._naming or {}
        return [uuid for one in entities for uuid in known.get(one, ())]


def fact_of(folded: FoldedFact, names: Names) -> Fact:
    """Return the fact with the names and types of its entities. If the sentence of the fact says "the narrator", the
    narrator's name replaces these words.
    """
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
    """Return the sentence with the narrator's name in place of "the narrator". The sentence says "the narrator" if it
    was made before the text told the narrator's name.

    The narrator is the one entity of the fact that says "I" and that the sentence does not name. The sentence is
    returned unchanged if the fact has no such entity, or several entities that say "I" and that the sentence does not
    name. The sentence is also returned unchanged if the narrator still has no name.
    """
    narrator = _nameless_narrator(codes())
    if narrator.search(text) is None:
        return text
    found = dict.fromkeys(names[one] for one in _entities_of(folded.core))
    nameless = any(narrator.fullmatch(name) for name, _, _ in found)
    saying = [name for name, _, says_i in found if says_i and name not in text]
    if nameless or len(saying) != 1:
        return text
    named = narrator.sub(lambda _: saying[0], text)
    return named[:1].upper() + named[1:]


@cache
def _nameless_narrator(languages: tuple[Language, ...]) -> re.Pattern[str]:
    """Return a pattern that matches the words for a narrator without a name ("the narrator") in the given languages."""
    words = [message_text("chapters.narrator", one) for one in languages]
    found = (re.escape(one) if is_ideographic(one[0]) else rf"\b{re.escape(one)}\b" for one in words)
    return re.compile("|".join(found), re.IGNORECASE)


def _entities_of(core: Fact) -> tuple[str, ...]:
    return (core.subject, *(() if core.object is None else (core.object,)), *_others_of(core))


def _others_of(core: Fact) -> tuple[str, ...]:
    """Return the holder, the tellers and the participants (entities beside subject and object) of a fact."""
    holder = () if core.holder is None else (core.holder,)
    return (*holder, *core.tellers, *(one.entity for one in core.participants))
