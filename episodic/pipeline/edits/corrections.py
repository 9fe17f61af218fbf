"""`correct_entity`: the author sets an entity's main name, its aliases or its type right. One commit, held by its first mention."""

from __future__ import annotations

from dataclasses import replace

from episodic.errors import InvalidActError
from episodic.model.asserted import Act, ActKind, Correction
from episodic.model.graph import Entity
from episodic.model.ids import identify
from episodic.model.names import check_name, name_key
from episodic.model.settings import WorkSettings
from episodic.pipeline.acts.corrected import OF_ENTITIES
from episodic.pipeline.edits.authoring import already_so
from episodic.pipeline.edits.editing import Edited, anchor_of, check_words, retold
from episodic.pipeline.work.session import Session


async def correct_entity(
    session: Session, entity: str, *, correction: Correction, text: str, by: str, reason: str
) -> Edited:
    """Set one thing right about an entity, given by its id: `text` is its main name, a name more or less, or its type.

    A main name that it does not bear yet becomes one of its names. Raises InvalidActError for an unknown entity or type, a name
    it does not bear (`NOT_ALIAS`) or its only one, and any other correction; InvalidNameError for a name that cannot be kept.
    """

    async def act() -> Edited:
        state = await session.state()
        known = state.graph.entities.get(entity)
        if known is None:
            raise InvalidActError(f"There is no entity {entity}.", hint="It may have been merged or taken back.")
        check_words(author=by, reason=reason)
        said = _checked(known, correction, text, settings=state.asserted.settings)
        number = max((one.number for one in state.asserted.acts), default=0) + 1
        made = Act(
            uuid=identify("act", session.group_id, number),
            group_id=session.group_id,
            kind=ActKind.CORRECT,
            anchors=(anchor_of(state, entity),),
            told_from=None,
            by=by,
            at=session.tools.clock(),
            reason=reason,
            number=number,
            correction=correction,
            text=said,
        )
        asserted = replace(state.asserted, acts=(*state.asserted.acts, made))
        action = f"correct {known.name}: {correction.value} {said}"
        return await already_so(session, state, made) or await retold(session, asserted, 0, action=action)

    return await session.exclusively(act)


def _checked(known: Entity, correction: Correction, text: str, *, settings: WorkSettings) -> str:
    """The text that the act keeps. Raises what `correct_entity` raises."""
    if correction not in OF_ENTITIES:
        raise InvalidActError(f"{correction.value!r} is no correction of an entity.")
    if correction is Correction.TYPE:
        kind = settings.entity_type(text)
        if kind is None:
            names = ", ".join(one.name for one in settings.entity_types)
            raise InvalidActError(f"{text!r} is no type of this work.", hint=f"Its types are {names}.")
        return kind.name
    name = check_name(text)
    if correction is Correction.NOT_ALIAS:
        key = name_key(name)
        if all(one.key != key for one in known.aliases):
            borne = ", ".join(one.text for one in known.aliases[:8])
            raise InvalidActError(f"{known.name!r} does not bear the name {name!r}.", hint=f"It bears {borne}.")
        if all(one.key == key for one in known.aliases):
            raise InvalidActError(f"{name!r} is the only name of this entity.", hint="Give it another name first.")
    return name
