"""Derives the ends of states from the answers of a judge, which names the statement that shows an end."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace

from episodic.model.predicates import Predicate
from episodic.model.readings import Phase, StatementReading
from episodic.pipeline.replay.questions.candidate_questions import CandidateQuestions
from episodic.pipeline.replay.questions.payoffs import common_words
from episodic.pipeline.replay.questions.state_ends import EndCandidates, LastingState, LastingStates
from episodic.pipeline.replay.statement_sources import SourcedStatement, StatementSource
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.questions import StateEndQuestion


def ending_statements(
    statements: Sequence[SourcedStatement],
    states: LastingStates,
    framed: Sequence[FramedPassage],
    *,
    asked: CandidateQuestions,
    root: Callable[[int], int],
    find: Callable[[str], Predicate | None],
) -> Iterator[tuple[LastingState, StatementSource]]:
    """Yield each state of the text so far that a statement of the chapter ends according to a judge. Each state comes
    with a new statement which says that the state ends. A state whose question has no answer counts as lasting. A state
    that the chapter itself tells can end only by a statement in a later passage, even if the judge names an earlier
    statement. The judge can do so because the questions about all states of one subject offer the same statements.

    Two answers have no effect, because the named statement shows no end of the state. The first is an answer about a
    promise whose statement has no word of what was promised. The second is an answer about one of several people to
    whom the same sentence refers ("he promised Ann the mill and Bo the inn"), if the statement is about another of them
    only.
    """
    candidates = EndCandidates(statements, framed, is_before=states.is_before, root=root, find=find)
    for state, ending in states.facing(candidates, root):
        if not states.has_ended(state):
            said = asked.chosen(StateEndQuestion(asked.episode.language, state.text, tuple(ending)), ending)
            if said is None or not states.is_before(state, said) or not state.can_end:
                continue
            known = find(state.predicate)
            about_promise = known is None or not known.uttered or _takes_up(state, said)
            if about_promise and not _is_of_another(states.objects_of(state, root), state, said, root):
                stay = known is not None and known.presence and known.within
                yield state, _end(state, said, unnamed=stay and not _names_object(state, said, root))


def _takes_up(state: LastingState, said: SourcedStatement) -> bool:
    """Return whether a statement has a word of what a promise says, apart from the names of the two people."""
    promised, told = state.text, said.made.shown_sentence
    for name in filter(None, (said.names[said.spanned.reading.subject], state.name)):
        promised, told = promised.replace(name, " "), told.replace(name, " ")
    return common_words(promised, f"{told} {said.made.evidence.quote}") > 0


def _is_of_another(
    objects: Container[int], state: LastingState, said: SourcedStatement, root: Callable[[int], int]
) -> bool:
    """Return whether a statement refers to one of the entities *objects*, to which the sentence of a state refers, but
    not to the object of the state itself.
    """
    others = any(one in objects for one in _entities(said, root))
    return others and not _names_object(state, said, root)


def _names_object(state: LastingState, said: SourcedStatement, root: Callable[[int], int]) -> bool:
    """Return whether a statement refers to the object of a state; true for a state without object."""
    if state.object is None or root(state.object) in _entities(said, root):
        return True
    return state.name in said.made.shown_sentence or state.name in said.made.evidence.quote


def _entities(said: SourcedStatement, root: Callable[[int], int]) -> set[int]:
    reading = said.spanned.reading
    nodes = (reading.subject, reading.object, *(one.node for one in reading.participants))
    return {root(said.numbers[one]) for one in nodes if one is not None}


def _end(state: LastingState, said: SourcedStatement, *, unnamed: bool) -> StatementSource:
    """Return a statement which says that the state ends, with the quote and time of *said*. If *unnamed* is true, the
    returned statement has no object, like that of a departure which names no place. The window (part of the chapter)
    that contains *said* does not always mention the entities of the state. Therefore these entities are added at the
    end of the statement's list of entities.
    """
    read, count, target = said.spanned.reading, len(said.names), None if unnamed else state.object
    core = replace(
        read.core,
        text=said.made.shown_sentence,
        predicate=state.predicate,
        value=state.value,
        qualifier=state.qualifier,
        phase=Phase.ENDS,
        duration=None,
        derived=True,
        follows=False,
    )
    ended = StatementReading(quote=read.quote, core=core, subject=count, object=None if target is None else count + 1)
    numbers = (*said.numbers, state.subject, *(() if target is None else (target,)))
    names = (*said.names, said.names[read.subject], *(() if target is None else (state.name,)))
    return replace(said.spanned, reading=ended), numbers, names
