"""Finds which statements of a work up to a given chapter a person knows. Only few statements of the work are decoded to
find those that the person knows.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

import numpy as np

from episodic.languages import lexicon
from episodic.model.holding import Holding
from episodic.pipeline.projection.told_statements import is_timed
from episodic.temporal.as_of import When
from episodic.temporal.knowledge.knowledge import Knowledge
from episodic.temporal.knowledge.presence import is_inner
from episodic.temporal.placed import PlacedStatement
from episodic.views.told.statement_rows import NO_OBJECT, Flags
from episodic.views.told.told_scenes import ToldScenes
from episodic.views.told.work import ToldWork


class KnownRows(NamedTuple):
    """The statements that a person knows at a moment. `sure` and `known` have one flag for each statement of the work.
    A flag of `sure` says whether the person certainly knows the statement. A flag of `known` says whether the person
    certainly or possibly knows it. `learned` contains, by number, the statements that the person knows only from
    reports of learning ("she heard that ..."). Each of them has the quote and the value that he learned.

    `passages` are the ids of the passages that the person knows. `undecided` contains the numbers of two kinds of
    statements. The first kind are statements whose content the person learns from other words. The second kind are
    statements about what lay in the future when it was stated. For these two kinds of statements, further chapters can
    change whether the person knows them.
    """

    sure: Flags
    known: Flags
    learned: Mapping[int, PlacedStatement]
    passages: frozenset[str] = frozenset()
    undecided: frozenset[int] = frozenset()


_NONE = np.zeros(0, dtype=np.bool_)
_NO_ROWS = KnownRows(_NONE, _NONE, {})


def known_rows(
    told: ToldWork,
    knowledge: Knowledge,
    scenes: ToldScenes,
    person: str,
    when: When | None,
    earlier: KnownRows | None = None,
) -> KnownRows:
    """Return which statements *person* knows at the moment *when*, or at the end of the last chapter of *told* if
    *when* is None.

    A person who is present in a scene knows what the narration of the scene tells at its current moment. Exceptions are
    what other persons feel, and his own death. Four kinds of statements must be decoded and examined one by one. The
    first kind are statements about the person that he does not know by being present. The second kind are statements
    whose content another statement tells him. The third kind are the claims and dated statements of passages that he
    witnesses, hears or reads. The fourth kind are statements of such passages after he has left, and of passages with
    words for what is hidden. If the person has died or *when* is given, all statements about the person are examined.
    The result equals that of `Knowledge.known_to`, which decodes and examines every statement.

    *earlier* is the result for the same person at the end of an earlier version of the work that *told* continues.
    *earlier* is None if the person was dead by then. If *earlier* is given and the person is not dead in this version
    either, only two kinds of statements are examined. The first kind are the statements of further chapters. The second
    kind are statements of earlier chapters for which the further chapters can change whether the person knows them.
    """
    statements = told.statements
    decides_always = when is not None or bool(knowledge.died(person))
    before = _NO_ROWS if decides_always or earlier is None else earlier
    first = len(before.sure)
    passages = frozenset(knowledge.passages_of(person))
    lessons = {number for one in knowledge.lessons_of(person) if (number := statements.number_of(one)) is not None}
    narrated = _narrated(told, knowledge, person, first)
    unseen = narrated & _perhaps_unseen(told, knowledge, person, first)
    decided = (_in_passages(told, passages, first) & ~narrated) | unseen
    witnessed = _in_scene(scenes, person, first, narrated & ~unseen & ~_secret(told, person, first))
    about = [one - first for one in statements.of_entity(person) if one >= first]
    decided[about] = True if decides_always else ~witnessed[about]
    decided[[one - first for one in lessons if one >= first]] = True
    sure = np.concatenate((before.sure, witnessed & ~decided))
    known = np.concatenate((before.known, sure[first:]))
    if decides_always:
        for number in np.flatnonzero(sure).tolist():
            holding = knowledge.narrated_holding(statements.row(number).uuid, person, when)
            sure[number], known[number] = holding is Holding.HOLDS, holding is not Holding.NO
    learned = dict(before.learned)
    again = (
        {one for one in lessons if one < first} | before.undecided | _told_in(told, passages - before.passages, first)
    )
    undecided = set(lessons)
    for number in (*sorted(again), *(np.flatnonzero(decided) + first).tolist()):
        statement = statements.at(number)
        found = knowledge.known_statement(statement, person)
        holding = Holding.NO if found is None else knowledge.sources_holding(found.sources, when)
        sure[number], known[number] = holding is Holding.HOLDS, holding is not Holding.NO
        learned.pop(number, None)
        if found is not None and holding is not Holding.NO and found.statement is not statement:
            learned[number] = found.statement
        if found is not None and any(one.pending for one in found.sources):
            undecided.add(number)
    return KnownRows(sure, known, learned, passages, frozenset(undecided))


def _told_in(told: ToldWork, passages: frozenset[str], first: int) -> set[int]:
    """Return the numbers of the statements of *passages* that come before the statement *first*."""
    numbers = (number for one in passages for number in told.statements.in_passage(told.passages[one]))
    return {one for one in numbers if one < first} if first else set()


def _narrated(told: ToldWork, knowledge: Knowledge, person: str, first: int) -> Flags:
    """Return a flag for each statement from the statement *first* on: whether the narration gives the statement without
    a time of its own, in a passage in which the person is present.
    """
    bits = told.statements.columns.told
    timed = np.array(list(map(is_timed, range(bits.max(initial=0) + 1))), dtype=np.bool_)
    return _in_passages(told, knowledge.present(person), first) & ~timed[bits[first:]]


def _perhaps_unseen(told: ToldWork, knowledge: Knowledge, person: str, first: int) -> Flags:
    """Return a flag for each statement from the statement *first* on: whether it is in a passage in which the person is
    present, and either stands behind the words that say that he leaves, or its passage has words for what is hidden.
    """
    statements, hidden = told.statements, lexicon.pattern("hidden_words")
    found = np.zeros(max(0, len(statements.columns.start) - first), dtype=np.bool_)
    words, present = knowledge.narrative.words, knowledge.present(person)
    for passage in told.passage_ids[_first_passage(told, first) :]:
        if passage not in present:
            continue
        gone, known = knowledge.departure(passage, person), words.get(passage)
        concealed = known is not None and hidden.search(known.text) is not None
        if gone is None and not concealed:
            continue
        for number in statements.in_passage(told.passages[passage]):
            behind = gone is not None and statements.columns.start[number] > gone
            if number >= first and (concealed or behind):
                found[number - first] = True
    return found


def _in_scene(scenes: ToldScenes, person: str, first: int, narrated: Flags) -> Flags:
    """Return the flags *narrated* of the statements from the statement *first* on, without the flags of statements in
    whose scenes the person is not. A passage in which he is present can contain parts of several scenes.
    """
    found, numbers = narrated.copy(), np.flatnonzero(narrated)
    found[numbers] = ~scenes.are_elsewhere(numbers + first, person)
    return found


def _secret(told: ToldWork, person: str, first: int) -> Flags:
    """Return a flag for each statement from the statement *first* on: whether it is a statement that the person does
    not learn by being present. Such statements say what other persons feel, or whether the person himself is alive or
    dead.
    """
    columns, predicates, root = told.statements.columns, told.statements.predicates.known, told.entities.root(person)
    mental = np.array([is_inner(one) for one in predicates], dtype=np.bool_)
    life = np.array([one.life is not None for one in predicates], dtype=np.bool_)
    own = columns.subject[first:] == (NO_OBJECT if root is None else root)
    number = columns.predicate[first:]
    return np.where(own, life[number], mental[number])


def _in_passages(told: ToldWork, passages: Container[str], first: int) -> Flags:
    numbers, start = told.statements.columns.passage[first:], _first_passage(told, first)
    inside = np.array([one in passages for one in told.passage_ids[start:]], dtype=np.bool_)
    return inside[numbers - start]


def _first_passage(told: ToldWork, first: int) -> int:
    """Return the lowest number of a passage that has a statement from the statement *first* on, or the number of
    passages if there is none.
    """
    return int(told.statements.columns.passage[first:].min(initial=len(told.passage_ids)))
