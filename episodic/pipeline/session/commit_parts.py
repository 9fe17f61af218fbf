"""Divides the records of several revisions that are saved together among the revisions, and checks order keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.decisions import Judgement
from episodic.model.episodes import Layer
from episodic.model.records import Changes, Kind, Record, RecordKey
from episodic.pipeline.inputs import WorkInputs
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.state import State


@dataclass(frozen=True, slots=True)
class PlannedCommit:
    """A revision to save: its inputs, and the action that its commit records, such as "add Chapter 3". If `always` is
    true, the revision is saved even if it changes nothing.
    """

    inputs: WorkInputs
    action: str
    always: bool = False


def shared_out(
    put: Sequence[Record], before: WorkInputs, steps: Sequence[PlannedCommit], judgements: Mapping[str, Judgement]
) -> list[list[Record]]:
    """Divide the records *put* among the revisions *steps*, all of which are saved in one transaction. Return one list
    of records for each revision.

    A chapter's text and reading belong to the first of *steps* that adds or changes the chapter, and so do the
    judgements about this chapter. Settings and overrides are saved with the first of *steps*. Derived records, and the
    inputs of chapters that no step adds or changes, belong to the last revision.
    """
    last = len(steps) - 1
    begun: dict[str, int] = {}
    known = {one.uuid: one for one in before.episodes}
    for number, step in enumerate(steps):
        for one in step.inputs.episodes:
            if known.get(one.uuid) is not one:
                begun.setdefault(one.uuid, number)
            known[one.uuid] = one
    shares: list[list[Record]] = [[] for _ in steps]
    for record in put:
        match record.kind:
            case Kind.EPISODE | Kind.READING:
                number = begun.get(record.uuid, last)
            case Kind.JUDGEMENT:
                number = begun.get(judgements[record.uuid].episode, last)
            case Kind.SETTING | Kind.ACT:
                number = 0
            case _:
                number = last
        shares[number].append(record)
    return shares


def changes_of_revisions(
    every: Changes, steps: Sequence[PlannedCommit], shares: Sequence[Sequence[Record]], numbers: Iterator[int]
) -> list[Changes]:
    """Return the changes of each of the revisions *steps*, without revisions that change nothing, unless `always` is
    true for them. *shares* are the records that each of them saves, and *every* contains everything else: the last
    revision retires the records that *every* retires, and a number from *numbers* is appended to the id of each commit.
    """
    made: list[Changes] = []
    for step, share in zip(steps, shares, strict=True):
        changes = replace(
            every,
            base_revision=every.base_revision + len(made),
            commit_id=f"{every.commit_id}{next(numbers)}",
            action=step.action,
            put=tuple(share),
            retire=every.retire if step is steps[-1] else (),
        )
        if step.always or not changes.empty:
            made.append(changes)
    return made


def raised_questions(replay: Replay) -> set[str]:
    """Return the ids of all questions that a replay raises."""
    return {question.uuid for chapter in replay.chapters for question in chapter.questions}


def shared_places(inputs: WorkInputs) -> frozenset[tuple[Layer, int]]:
    """Return the places (layer and order key) that are shared by more chapters than allowed. Only two chapters may
    share a place: a canon chapter and a draft with the same chapter key. A draft counts as a canon chapter here.
    """
    keys: dict[tuple[Layer, int], list[str]] = {}
    for one in inputs.episodes:
        line = Layer.CANON if one.layer is Layer.DRAFT else one.layer
        keys.setdefault((line, one.order), []).append(one.key)
    return frozenset(place for place, found in keys.items() if len(found) > 2 or len(set(found)) > 1)


def unused(redirects: dict[RecordKey, Record], state: State) -> dict[RecordKey, Record]:
    """Return the redirects whose old ids are not used by any entity or fact of *state*."""
    return {key: one for key, one in redirects.items() if not state.graph.uses(key[1])}
