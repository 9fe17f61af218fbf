"""The description of one tool for an agent, and the answer of a call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from episodic.agents.budgets import LEAST_TOKENS, USUAL_TOKENS, compact_json
from episodic.agents.fences import without_fences
from episodic.agents.tool_errors import error_object, invalid_arguments
from episodic.errors import EpisodicError
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer of a call as a JSON object, which describes an error if `failed` is true."""

    content: Object
    failed: bool = False

    @property
    def text(self) -> str:
        return compact_json(self.content)

    @property
    def confirmation(self) -> str | None:
        """Return the confirmation code: a repeated call with this code carries out what this answer previews. Return
        None if this answer is not the preview of a change that waits for a confirmation.
        """
        found = self.content.get("confirm")
        return found if isinstance(found, str) else None


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool: its name, texts and schemas, what it may do, and the function that runs it.

    `title` and `description` are in the language of the toolset. `input_model` is the class of the arguments, and
    `input_schema` its JSON schema with descriptions. `read_only` means that a call changes nothing. `destructive` means
    that a call may delete or overwrite something. `idempotent` means that a repeated call has no further effect. `run`
    takes an instance of `input_model`, returns the answer as a JSON object, and raises EpisodicError.
    """

    name: str
    title: str
    description: str
    tier: Access
    input_model: type[BaseModel]
    input_schema: Object
    output_schema: Object
    read_only: bool
    destructive: bool
    idempotent: bool
    language: Language
    run: Callable[[Any], Awaitable[Object]]

    async def call(self, arguments: Mapping[str, Json] | None = None) -> ToolAnswer:
        """Run the tool with JSON arguments and return its answer.

        Wrong arguments and errors of the tool raise no exception: the answer then has the type, message and hint of the
        error.
        """
        try:
            parsed = self.parsed(arguments or {})
        except ValidationError as error:
            return ToolAnswer(invalid_arguments(self.name, error, self.language), failed=True)
        try:
            return ToolAnswer(await self.run(parsed))
        except EpisodicError as error:
            budget = getattr(parsed, "max_tokens", USUAL_TOKENS)
            return ToolAnswer(error_object(error, max(LEAST_TOKENS, budget), self.language), failed=True)

    def parsed(self, arguments: Mapping[str, Json]) -> BaseModel:
        """Return JSON arguments as an instance of `input_model`, without the marks around quotations that an agent
        copied from an earlier answer.

        Raises pydantic.ValidationError for arguments that do not fit the schema.
        """
        given = {key: without_fences(value) for key, value in arguments.items() if value is not None}
        return self.input_model.model_validate(given)

    def as_openai(self) -> Object:
        """Return the tool as an entry of the list `tools` of OpenAI-compatible chat endpoints."""
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": self.input_schema},
        }
