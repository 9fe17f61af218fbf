"""The toolset: all tools that an agent with a given access (`read`, `append` or `full`) may use, with schemas and texts
in a language.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel

from episodic.agents import inputs
from episodic.agents.answer_tool import AnswerTool
from episodic.agents.check_tool import CheckTool
from episodic.agents.context_tool import ContextTool
from episodic.agents.manage_tool import ManageTool
from episodic.agents.read_tools import ReadTools
from episodic.agents.schemas import input_schema, output_schema
from episodic.agents.tool_spec import ToolSpec
from episodic.agents.toolbox import Toolbox
from episodic.agents.write_tools import WriteTools
from episodic.errors import InputError
from episodic.facade.editable_work import EditableWork
from episodic.languages.messages import message_text
from episodic.languages.registry import fallback
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.model.json_shapes import Object
from episodic.telemetry import operation


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A row of the table of tools. The row contains the access that the tool needs (`read`, `append` or `full`). The
    row of a tool also contains the class of the arguments, the implementation, and the keys of the answer.
    """

    tier: Access
    arguments: type[BaseModel]
    run: Callable[[Toolbox], Callable[[Any], Awaitable[Object]]]
    items: str
    more: Mapping[str, str] = field(default_factory=dict[str, str])
    destructive: bool = False
    idempotent: bool = True


_OBJECT, _BOOLEAN, _STRING = "object", "boolean", "string"
TOOLS: Final[Mapping[str, ToolEntry]] = {
    "search": ToolEntry(Access.READ, inputs.SearchInput, lambda box: ReadTools(box).search, "hits"),
    "entity": ToolEntry(
        Access.READ, inputs.EntityInput, lambda box: ReadTools(box).entity, "facts", {"entity": _OBJECT}
    ),
    "timeline": ToolEntry(Access.READ, inputs.TimelineInput, lambda box: ReadTools(box).timeline, "versions"),
    "facts": ToolEntry(Access.READ, inputs.FactsInput, lambda box: ReadTools(box).facts, "facts"),
    "passages": ToolEntry(Access.READ, inputs.PassagesInput, lambda box: ReadTools(box).passages, "passages"),
    "issues": ToolEntry(Access.READ, inputs.IssuesInput, lambda box: ReadTools(box).issues, "issues"),
    "check": ToolEntry(Access.READ, inputs.CheckInput, lambda box: CheckTool(box).check, "findings"),
    "context": ToolEntry(
        Access.READ, inputs.ContextInput, lambda box: ContextTool(box).context, "sections", {"context": _STRING}
    ),
    "answer": ToolEntry(
        Access.READ,
        inputs.AnswerInput,
        lambda box: AnswerTool(box).answer,
        "sentences",
        {"found": _BOOLEAN, "by": _STRING},
    ),
    "add_chapter": ToolEntry(
        Access.APPEND,
        inputs.AddChapterInput,
        lambda box: WriteTools(box).add_chapter,
        "facts",
        {"outcome": _STRING, "already": _BOOLEAN, "changes": _OBJECT},
    ),
    "propose_facts": ToolEntry(
        Access.APPEND,
        inputs.ProposeFactsInput,
        lambda box: WriteTools(box).propose_facts,
        "findings",
        {"already": _BOOLEAN, "stored": _BOOLEAN},
    ),
    "decide": ToolEntry(
        Access.APPEND,
        inputs.DecideInput,
        lambda box: WriteTools(box).decide,
        "settled",
        {"already": _BOOLEAN, "changes": _OBJECT},
    ),
    "manage": ToolEntry(
        Access.FULL,
        inputs.ManageInput,
        lambda box: ManageTool(box).manage,
        "retired",
        {"done": _BOOLEAN, "confirm": _STRING, "changes": _OBJECT},
        destructive=True,
        idempotent=False,
    ),
}
"""All tools by name, from the lowest tier to the highest."""


def toolset_of(work: EditableWork, *, access: Access | str, language: Language | None) -> tuple[ToolSpec, ...]:
    """Return the tools that *access* (`read`, `append` or `full`) allows; each access also allows the tools of the
    lower ones. Raises InputError if *access* has another value.
    """
    try:
        wanted = Access(access)
    except ValueError as error:
        names = ", ".join(Access)
        raise InputError(f"There is no tier of tools {access!r}.", hint=f"The tiers are: {names}.") from error
    spoken = fallback().code if language is None else language
    box = Toolbox(work, spoken)
    return tuple(_spec(name, entry, box, spoken) for name, entry in TOOLS.items() if wanted.includes(entry.tier))


def _spec(name: str, entry: ToolEntry, box: Toolbox, language: Language) -> ToolSpec:
    return ToolSpec(
        name=name,
        title=message_text(f"agents.{name}_tool_title", language),
        description=message_text(f"agents.{name}_tool", language),
        tier=entry.tier,
        input_model=entry.arguments,
        input_schema=input_schema(name, entry.arguments, language),
        output_schema=output_schema(entry.items, entry.more),
        read_only=entry.tier is Access.READ,
        destructive=entry.destructive,
        idempotent=entry.idempotent,
        language=language,
        run=_traced(name, entry.run(box), box.work.group_id),
    )


def _traced(name: str, run: Callable[[Any], Awaitable[Object]], work: str) -> Callable[[Any], Awaitable[Object]]:
    async def traced(arguments: BaseModel) -> Object:
        with operation("tool", tool=name, work=work):
            return await run(arguments)

    return traced
