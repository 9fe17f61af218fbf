"""Finds which statements of a work up to a given chapter a person knows. Only few statements of the work are decoded to
find those that the person knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from episodic.model.holding import Holding
from episodic.pipeline.projection.told_statements import is_timed
from episodic.temporal.as_of import When
from episodic.temporal.knowledge.knowledge import Knowledge
from episodic.temporal.placed import PlacedStatement
from episodic.views.told.work import ToldWork

Flags = NDArray[np.bool_]


class KnownRows(NamedTuple):
    """The statements that a person knows at a moment. `sure` and `known` have one entry for each statement of the work:
    whether the person certainly knows the statement, and whether the person certainly or possibly knows it. `learned`
    contains, by number, those statements of which the person has learned only a part, each with only the part that he
    knows.
    """

    sure: Flags
    known: Flags
    learned: Mapping[int, PlacedStatement]


def known_rows(told: ToldWork, knowledge: Knowledge, person: str, when: When | None) -> KnownRows:
    """Return which statements *person* knows at the moment *when*, or at the end of the last chapter of *told* if
    *when* is None.

    A person who is present in a scene knows what the narration of the scene tells of other persons at its current
    moment, apart from what these persons feel. The statements that must be decoded and examined one by one are those
    about the person, those whose content the person learns elsewhere, and the claims and dated statements of passages
    that the person witnesses, hears or reads. The result equals that of `Knowledge.known_to`, which decodes and
    examines every statement.
    """
    statements = told.statements
    narrated, seen = _narrated(told, knowledge, person)
    decided = _in_passages(told, frozenset(knowledge.passages_of(person))) & ~narrated
    decided[list(statements.of_entity(person))] = True
    lessons = (statements.number_of(one) for one in knowledge.lessons_of(person))
    decided[[one for one in lessons if one is not None]] = True
    mental = np.array([one.mental for one in statements.predicates.known], dtype=np.bool_)
    sure = seen & ~decided & ~mental[statements.columns.predicate]
    known = sure.copy()
    if when is not None or knowledge.died(person):
        for number in np.flatnonzero(sure).tolist():
            holding = knowledge.narrated_holding(statements.row(number).uuid, person, when)
            sure[number], known[number] = holding is Holding.HOLDS, holding is not Holding.NO
    learned: dict[int, PlacedStatement] = {}
    for number in np.flatnonzero(decided).tolist():
        statement = statements.at(number)
        found = knowledge.known_statement(statement, person)
        holding = Holding.NO if found is None else knowledge.sources_holding(found.sources, when)
        sure[number], known[number] = holding is Holding.HOLDS, holding is not Holding.NO
        if found is not None and holding is not Holding.NO and found.statement is not statement:
            learned[number] = found.statement
    return KnownRows(sure, known, learned)


def _narrated(told: ToldWork, knowledge: Knowledge, person: str) -> tuple[Flags, Flags]:
    """Return two flags for each statement. The first flag says whether the narration gives the statement without a time
    of its own, in a passage in which the person is present. The second flag says whether, in addition, the person is in
    the scene of the passage to which the statement belongs.
    """
    statements, scenes = told.statements, knowledge.scenes
    present = knowledge.present(person)
    timed = np.array(list(map(is_timed, range(statements.columns.told.max(initial=0) + 1))), dtype=np.bool_)
    narrated = _in_passages(told, present) & ~timed[statements.columns.told]
    seen = narrated.copy()
    for uuid in present:
        if not scenes.has_one(uuid):
            for number in statements.in_passage(told.passages[uuid]):
                seen[number] &= not scenes.is_elsewhere(uuid, statements.row(number).start, person)
    return narrated, seen


def _in_passages(told: ToldWork, passages: frozenset[str]) -> Flags:
    inside = np.array([one in passages for one in told.passages], dtype=np.bool_)
    return inside[told.statements.columns.passage]
