"""Corrects the main name, aliases or type of an entity, in one commit, by an override attached to the entity's first
mention.
"""

from __future__ import annotations

from dataclasses import replace

from episodic.errors import InvalidOverrideError
from episodic.model.decisions import Correction, OverrideKind
from episodic.model.graph import Entity
from episodic.model.name_keys import check_name, name_key
from episodic.model.settings import WorkSettings
from episodic.pipeline.edits.chapter_edits import Edited, anchor_of, known_entity, replay_and_commit
from episodic.pipeline.edits.override_commits import result_if_unchanged
from episodic.pipeline.edits.overrides import Attribution, new_override
from episodic.pipeline.overrides.entity_corrections import OF_ENTITIES
from episodic.pipeline.session.session import Session


async def correct_entity(
    session: Session, entity: str, *, correction: Correction, text: str, attribution: Attribution
) -> Edited:
    """Correct one property of an entity, given by id.

    `text` is the entity's main name, an alias to add or to remove, or the entity's type. A main name that is new
    becomes an alias of the entity, too. Raises InvalidOverrideError if the entity, the type or the kind of correction
    is unknown. Raises InvalidOverrideError also if the alias to remove does not exist or is the entity's only name.
    Raises InvalidNameError if a name cannot be stored.
    """

    async def act() -> Edited:
        state = await session.state()
        known = known_entity(state, entity)
        blank = new_override(session, state, OverrideKind.CORRECT, attribution)
        said = _checked(known, correction, text, settings=state.inputs.settings)
        made = replace(blank, anchors=(anchor_of(state, entity),), correction=correction, text=said)
        inputs = replace(state.inputs, acts=(*state.inputs.acts, made))
        action = f"correct {known.name}: {correction.value} {said}"
        return await result_if_unchanged(session, state, made) or await replay_and_commit(
            session, inputs, action=action
        )

    return await session.exclusively(act)


def _checked(known: Entity, correction: Correction, text: str, *, settings: WorkSettings) -> str:
    """Return the text that the override stores: the given name unchanged, or, if the entity's type is corrected, the
    main name of the new type.
    """
    if correction not in OF_ENTITIES:
        raise InvalidOverrideError(f"{correction.value!r} is not a correction of an entity.")
    if correction is Correction.TYPE:
        kind = settings.entity_type(text)
        if kind is None:
            names = ", ".join(one.name for one in settings.entity_types)
            raise InvalidOverrideError(
                "{type!r} is not an entity type of this work.",
                hint="The types are {names}.",
                key="not_a_type",
                type=text,
                names=names,
            )
        return kind.name
    name = check_name(text)
    if correction is Correction.NOT_ALIAS:
        key = name_key(name)
        if all(one.key != key for one in known.aliases):
            names = ", ".join(one.text for one in known.aliases[:8])
            raise InvalidOverrideError(
                "{entity!r} does not have the name {name!r}.",
                hint="Its names are {names}.",
                key="not_its_name",
                entity=known.name,
                name=name,
                names=names,
            )
        if all(one.key == key for one in known.aliases):
            raise InvalidOverrideError(
                "{name!r} is the only name of this entity and cannot be removed.",
                hint="Give it another name first.",
                key="its_only_name",
                name=name,
            )
    return name
