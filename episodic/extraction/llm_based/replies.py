"""Reply classes of the two extraction prompts.

In a reply, the number 0 and the empty string mean "none". The reply classes declare a choice from several values as a
plain string. The reader validates the choices later, so that a single invalid choice does not make the whole reply
invalid.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field
from pydantic.config import JsonDict

from episodic.model.episodes import FrameKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.prompts import ReplyForm


def _choice(kind: type[StrEnum]) -> JsonDict:
    return {"enum": [one.value for one in kind]}


class EntityForm(ReplyForm):
    """Somebody or something that the text names."""

    type: str
    names: list[str] = Field(default_factory=list[str])
    titles: list[str] = Field(default_factory=list[str])
    narrator: bool = False
    namesake: bool = False
    passages: list[int] = Field(default_factory=list[int])


class PassageForm(ReplyForm):
    """How one passage stands to the main line."""

    passage: int
    frame: str = Field(default=FrameKind.MAIN.value, json_schema_extra=_choice(FrameKind))
    starts: bool = False
    time: str = ""
    aside: bool = False


class EntitiesReply(ReplyForm):
    """Who and what a window names, and its passages."""

    entities: list[EntityForm]
    passages: list[PassageForm] = Field(default_factory=list[PassageForm])


class OtherForm(ReplyForm):
    """A further party of a statement."""

    entity: int
    role: str = ""


class StatementForm(ReplyForm):
    """One thing that one quote says."""

    quote: str
    text: str
    subject: int
    predicate: str
    object: int = 0
    value: str = ""
    others: list[OtherForm] = Field(default_factory=list[OtherForm])
    phase: str = Field(default=Phase.HOLDS.value, json_schema_extra=_choice(Phase))
    scope: str = Field(default=StatementScope.WORLD.value, json_schema_extra=_choice(StatementScope))
    holder: int = 0
    tellers: list[int] = Field(default_factory=list[int])
    time: str = ""
    placing: str = Field(default=Placement.NOW.value, json_schema_extra=_choice(Placement))
    event: str = ""


class FactsReply(ReplyForm):
    """What a window says."""

    statements: list[StatementForm]
