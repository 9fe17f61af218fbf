"""The MCP prompts: ready requests for writing a chapter, a continuity review, a recap, and an interview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mcp_types import (
    GetPromptResult,
    ListPromptsResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.prompts import fenced
from episodic.server.mcp_refusals import refusal
from episodic.telemetry import note

PROMPTS: Final[Mapping[str, Mapping[str, bool]]] = {
    "write_chapter": {"chapter": True, "brief": False},
    "continuity_review": {"draft": True},
    "catch_me_up": {"chapter": False},
    "interview": {"character": True, "chapter": False},
}
"""The names of the arguments of each prompt, with True for an argument that is required."""


class McpPrompts:
    """The MCP prompts that a server offers about one work. The prompts mention the tool `add_chapter` only if the
    server has it.
    """

    def __init__(self, work: str, tools: frozenset[str], language: Language) -> None:
        self._work, self._tools, self._language = work, tools, language

    def listed(self) -> ListPromptsResult:
        return ListPromptsResult(
            prompts=[
                Prompt(
                    name=name,
                    title=self._say(f"{name}_title"),
                    description=self._say(f"{name}_prompt"),
                    arguments=[
                        PromptArgument(name=one, description=self._say(f"argument_{one}"), required=required)
                        for one, required in arguments.items()
                    ],
                )
                for name, arguments in PROMPTS.items()
            ]
        )

    def filled(self, name: str, given: Mapping[str, str]) -> GetPromptResult:
        """Return a prompt with the given arguments. Raises MCPError for an unknown prompt and for missing arguments.

        The value of each argument is put between an opening and a closing mark such as `<<text>>` and `<</text>>`. The
        marks keep a model from taking text of a manuscript for instructions.
        """
        if name not in PROMPTS:
            raise refusal("prompt", self._language, name=name[:80])
        note(prompt=name)
        missing = [one for one, required in PROMPTS[name].items() if required and not given.get(one)]
        if missing:
            raise refusal("arguments", self._language, name=name, missing=", ".join(missing))
        parts = [self._say(f"{name}_text", work=self._work)]
        if "add_chapter" in self._tools and name == "write_chapter":
            parts.append(self._say("write_chapter_add"))
        parts += [fenced(given[one], self._say(f"argument_{one}")) for one in PROMPTS[name] if given.get(one)]
        text = TextContent(text="\n\n".join(parts))
        return GetPromptResult(
            description=self._say(f"{name}_prompt"), messages=[PromptMessage(role="user", content=text)]
        )

    def _say(self, key: str, **values: object) -> str:
        return message_text(f"mcp.{key}", self._language, **values)
