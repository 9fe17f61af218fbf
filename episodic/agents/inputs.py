"""The arguments of each tool as a pydantic class. The texts that describe the arguments are messages, one per language."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from episodic.agents.budgets import USUAL_TOKENS
from episodic.answering.answer_run import DEFAULT_STEPS
from episodic.model.episodes import Layer
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, StatementScope
from episodic.search.filter_fields import HitKind
from episodic.serialisers.lists import Detail

MOST_ITEMS = 200
MOST_FACTS = 20
CONTEXT_TOKENS = 4_000
"""The default budget of a context pack in tokens."""

ChapterName = Annotated[str | int, Field()]
"""The number, title, key or id of a chapter."""


def _within_limits(limit: int) -> int:
    return max(1, min(limit, MOST_ITEMS))


class ToolInput(BaseModel):
    """Base class of the arguments of tools. Unknown arguments are refused, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_enum_values=False)

    max_tokens: int = USUAL_TOKENS
    """A budget outside the allowed range counts as the nearest allowed budget."""


class Scoped(ToolInput):
    """The arguments that limit the part of the work that a tool reads."""

    told_by: ChapterName | None = None
    as_of: str | None = None
    pov: str | None = None
    layer: Literal["draft", "plan", "note"] | None = None


class Listed(Scoped):
    """The arguments of a tool that returns a list."""

    detail: Detail = Detail.BRIEF
    limit: Annotated[int, AfterValidator(_within_limits)] = 20
    cursor: str | None = None


class Recorded(Listed):
    """The arguments of a tool whose list can be filtered by transaction time: when the store recorded or retired a
    record.
    """

    created_after: str | None = None
    created_before: str | None = None
    expired_after: str | None = None
    expired_before: str | None = None


class SearchInput(Recorded):
    """The arguments of the tool `search`."""

    query: str
    kind: HitKind | None = None
    chapters: list[ChapterName] | None = None
    types: list[str] | None = None
    predicates: list[str] | None = None
    salience: int = Field(default=LEAST_SALIENCE, ge=LEAST_SALIENCE, le=MOST_SALIENCE)


class EntityInput(Listed):
    """The arguments of the tool `entity`."""

    name: str


class TimelineInput(Listed):
    """The arguments of the tool `timeline`."""

    name: str | None = None
    predicate: str | None = None


class FactsInput(Recorded):
    """The arguments of the tool `facts`."""

    uuid: str | None = None
    entity: str | None = None
    subject: str | None = None
    object: str | None = None
    predicate: str | None = None
    include_ended: bool = False


class PassagesInput(Listed):
    """The arguments of the tool `passages`."""

    ids: list[str] | None = None
    chapter: ChapterName | None = None
    around: int = Field(default=0, ge=0, le=5)


class IssuesInput(Listed):
    """The arguments of the tool `issues`."""

    waived: bool = False


class ContextInput(ToolInput):
    """The arguments of the tool `context`. The default budget is larger than that of other tools, because a context
    pack has more parts than other answers.
    """

    max_tokens: int = CONTEXT_TOKENS
    chapter: ChapterName | None = None
    brief: str = ""
    draft: str = ""
    cast: list[str] = Field(default_factory=list[str])
    pov: str | None = None


class AnswerInput(Scoped):
    """The arguments of the tool `answer`."""

    question: str
    max_steps: int = Field(default=DEFAULT_STEPS, ge=1, le=20)


class CheckInput(ToolInput):
    """The arguments of the tool `check`."""

    text: str
    instead_of: ChapterName | None = None
    after: ChapterName | None = None


class AddChapterInput(ToolInput):
    """The arguments of the tool `add_chapter`."""

    text: str
    title: str = ""
    key: str | None = None
    number: int | None = Field(default=None, ge=0)
    layer: Layer = Layer.CANON


class ProposedFactInput(BaseModel):
    """One of the facts in the arguments of the tool `propose_facts`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    subject: str
    predicate: str
    object: str | None = None
    value: str | None = None
    text: str = ""
    quote: str = ""
    time: str | None = None
    scope: StatementScope = StatementScope.WORLD
    subject_type: str | None = None
    object_type: str | None = None


class ProposeFactsInput(ToolInput):
    """The arguments of the tool `propose_facts`."""

    facts: list[ProposedFactInput] = Field(min_length=1, max_length=MOST_FACTS)
    layer: Literal["plan", "note"] = "note"
    dry_run: bool = False


class Decision(StrEnum):
    """The decisions that the tool `decide` can record about an issue, a thread or two entities."""

    WAIVE = "waive"
    MERGE = "merge"
    KEEP_APART = "keep_apart"
    """The decision that waives an issue because its two entities are different."""
    PAY = "pay"
    """The decision that a thread is paid: by the fact `paid_by`, or without it by the fact that seems to pay it."""
    REOPEN = "reopen"
    """The decision that a thread is open, although a fact seems to pay it or an earlier decision settled it."""


class DecideInput(ToolInput):
    """The arguments of the tool `decide`. An issue is given by its id, and a thread by the id of the fact that plants
    it. Two entities to merge are given by name or id, or by an issue about their identity.
    """

    decision: Decision
    issue: str | None = None
    entity: str | None = None
    other: str | None = None
    thread: str | None = None
    paid_by: str | None = None
    reason: str = ""


class Action(StrEnum):
    """The actions that the tool `manage` can carry out, such as removing a chapter."""

    REMOVE_CHAPTER = "remove_chapter"
    REPLACE_CHAPTER = "replace_chapter"
    MOVE_CHAPTER = "move_chapter"
    RENAME_CHAPTER = "rename_chapter"
    PROMOTE = "promote"
    MERGE = "merge"
    SPLIT = "split"
    RENAME_ENTITY = "rename_entity"
    RETRACT_FACT = "retract_fact"
    REVOKE = "revoke"
    UNDO = "undo"
    REDO = "redo"
    UNDO_INGESTION = "undo_ingestion"
    REDO_INGESTION = "redo_ingestion"
    DELETE_WORK = "delete_work"


class ManageInput(ToolInput):
    """The arguments of the tool `manage`."""

    action: Action
    target: ChapterName | None = None
    other: ChapterName | None = None
    text: str | None = None
    count: int = Field(default=1, ge=1, le=100)
    confirm: str | None = None
