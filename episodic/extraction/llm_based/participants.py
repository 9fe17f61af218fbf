"""Distributes the subjects, objects and participants (further entities, each with a role) of a row of a model's reply
over statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from episodic.extraction.llm_based.marks import ROLES
from episodic.model.predicates import Learner, Predicate, PredicateKind
from episodic.model.readings import NodeReading, Participant

TOGETHER: Final = "together"
"""The role of a further subject, object or holder in a row of a model's reply; this entity becomes a participant of the
statement.
"""
RECIPIENT: Final = ROLES["to"]
TOPIC: Final = ROLES["about"]
_LISTENER: Final = ROLES["heard"]
_SHARING: Final = "one_of_recipients"
"""The role of a person who receives one of several given things, when the text does not say which person receives which
thing.
"""
_RETOLD: Final = "retold_to"
"""The role of a person who hears somebody's words from another person, who passes the words on."""


def pairs_of(
    subjects: Sequence[int], objects: Sequence[int | None], *, symmetric: bool
) -> list[tuple[int, int | None]]:
    """Return all pairs of a subject and a different object. For a symmetric predicate, the result contains only one of
    the pairs (a, b) and (b, a).
    """
    pairs: list[tuple[int, int | None]] = []
    for subject, object_ in product(subjects, objects):
        if subject != object_ and not (symmetric and (object_, subject) in pairs):
            pairs.append((subject, object_))
    return pairs


def is_event(number: int, nodes: Sequence[NodeReading], events: Sequence[str], texts: Sequence[str]) -> bool:
    """Return whether the model gave the number of an event where the number of a node was expected. *texts* are the
    statement's sentence and then the passages of its quote. The result is true only if the sentence names the event
    with the number *number*, and none of *texts* names the node with the number *number*.
    """
    if number >= len(events) or events[number] not in texts[0]:
        return False
    names = (nodes[number].name, *(one.text for one in nodes[number].surfaces))
    return not any(name in text for name in names for text in texts)


def each_to_whom(others: Sequence[Participant]) -> tuple[Participant, ...]:
    """Return the participants of an event with several objects, such as a gift of several things. If a gift of several
    things has several recipients, they get the role `one_of_recipients`, because it is unknown who receives which
    thing.
    """
    unknown = sum(one.role == RECIPIENT for one in others) > 1
    return tuple(replace(one, role=_SHARING) if unknown and one.role == RECIPIENT else one for one in others)


def heard_from_others(others: Sequence[Participant]) -> tuple[Participant, ...]:
    """Return the participants of a statement that a teller passes on. The listeners get the role `retold_to`, because
    they have not heard the words from the person who first said them.
    """
    return tuple(replace(one, role=_RETOLD) if one.role == _LISTENER else one for one in others)


def distinct_participants(others: Sequence[Participant], taken: set[int | None]) -> tuple[Participant, ...]:
    """Return the participants in *others*, each node only once and without the nodes *taken*."""
    found: dict[int, Participant] = {}
    for one in others:
        if one.node not in taken:
            found.setdefault(one.node, one)
    return tuple(found.values())


def is_one_statement(known: Predicate | None) -> bool:
    """Return whether a row of a model's reply with several subjects becomes a single statement, and not one statement
    for each subject. *known* is the predicate of the row, or None if the predicate table does not have it.

    A state whose predicate is in the predicate table, and is not flagged as passing (as moods are), gets one statement
    for each subject. Such a state can end at a different time for each subject. In an event of telling, each subject
    gets its own statement, because in a joint statement all subjects but the first would count as listeners. A row
    whose predicate is not in the predicate table becomes a single statement, because several statements would only
    repeat the row's sentence.
    """
    return known is None or bool(known.passing) or (known.kind is PredicateKind.EVENT and known.learner is None)


def has_one_object(known: Predicate | None) -> bool:
    """Return whether a row with several objects becomes one statement instead of one for each object. *known* is the
    predicate of the row, or None if the predicate table does not have it. An event with effects, such as a gift, and a
    state whose predicate is in the table get one statement for each object. The result is false for an event of
    telling, because the caller turns the further objects into recipients.
    """
    happens = known is not None and known.kind is PredicateKind.EVENT and known.learner is not Learner.RECIPIENT
    return known is None or (happens and not known.effects)
