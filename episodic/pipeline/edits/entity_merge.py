"""The merge of two entities from a chapter on, in one commit."""

from __future__ import annotations

from dataclasses import replace

from episodic.errors import InvalidOverrideError
from episodic.model.decisions import OverrideKind
from episodic.model.episodes import Layer
from episodic.model.graph import Entity
from episodic.pipeline.edits.chapter_edits import Edited, anchor_of, replay_and_commit
from episodic.pipeline.edits.overrides import Attribution, new_override
from episodic.pipeline.overrides.entity_merges import exclude_each_other
from episodic.pipeline.session.session import Session


async def merge_entities(
    session: Session,
    first: str,
    second: str,
    *,
    told_from: str | None,
    attribution: Attribution,
    across_types: bool = False,
) -> Edited:
    """Merge two entities, given by id, from the chapter *told_from* on.

    If *told_from* is None, the merge applies from the place in the text at which both entities have been mentioned.
    Raises InvalidOverrideError if both ids name the same entity, if an entity is unknown, or if *told_from* is no
    chapter of canon. Raises InvalidOverrideError also if the entity types exclude each other and *across_types* is not
    set.
    """

    async def act() -> Edited:
        state = await session.state()
        if first == second:
            name = state.graph.entities[first].name if first in state.graph.entities else first
            raise InvalidOverrideError(
                "{name!r} cannot be merged with itself.",
                hint="Name two different entities.",
                key="merged_with_itself",
                name=name,
            )
        canon = {one.uuid for one in state.inputs.episodes if one.layer is Layer.CANON}
        if told_from is not None and told_from not in canon:
            raise InvalidOverrideError("A merge applies from a chapter of canon on.", hint="Name such a chapter.")
        blank = new_override(session, state, OverrideKind.MERGE, attribution)
        anchors = (anchor_of(state, first), anchor_of(state, second))
        if not across_types:
            _check_types(state.graph.entities[first], state.graph.entities[second])
        made = replace(blank, anchors=anchors, told_from=told_from)
        inputs = replace(state.inputs, acts=(*state.inputs.acts, made))
        return await replay_and_commit(session, inputs, action=f"merge {anchors[0].surface} and {anchors[1].surface}")

    return await session.exclusively(act)


def _check_types(first: Entity, second: Entity) -> None:
    if exclude_each_other(first.type, second.type):
        raise InvalidOverrideError(
            "{first!r} is of the type {first_type}, {second!r} of the type {second_type}: no entity is both.",
            hint="Correct the wrong type (`episodic correct NAME --type`), or merge anyway with --across-types (across_types=True).",
            key="types_differ",
            first=first.name,
            first_type=first.type,
            second=second.name,
            second_type=second.type,
        )
