"""Replaces "dead" by "death among" where a statement reports the death of members: a group or place does not die."""

from __future__ import annotations

import re
from collections.abc import Sequence

from episodic.languages import lexicon
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.predicates import LifeState, Predicate, PredicateKind

_GROUPS = frozenset(("Organization", "Place"))
"""The built-in entity types (organisations and places) whose members can die, while the entity itself does not die."""


def of_members(
    predicate: Predicate, subject_type: str, *, subject: str, words: Sequence[str], language: Language
) -> Predicate:
    """Return the predicate "death among" if *predicate* says that the subject is dead and the subject is a group, else
    *predicate*.

    A subject is a group if its type is Organization or Place. A subject is also a group if *words* (the statement's
    sentence and quote) name only a part of it ("one of the riders").
    """
    if predicate.life is not LifeState.DEAD:
        return predicate
    if subject_type not in _GROUPS and not any(_names_part(one, subject) for one in words):
        return predicate
    return Predicate(message_text("derived.death_among", language), kind=PredicateKind.EVENT)


def _names_part(words: str, group: str) -> bool:
    for match in re.finditer(re.escape(group), words):
        if lexicon.pattern("partitives_before", after="$").search(words[: match.start()]):
            return True
        if lexicon.pattern("partitives_after").match(words, match.end()):
            return True
    return False
