"""MCP requests that the server refuses, such as a request for an unknown resource, with texts in its language."""

from __future__ import annotations

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from episodic.languages.messages import message_text
from episodic.model.episodes import Language


def refusal(key: str, language: Language, **values: object) -> MCPError:
    """Return the error for a request with wrong parameters. Its text is the message `mcp.refused_KEY` in *language*."""
    return MCPError(INVALID_PARAMS, message_text(f"mcp.refused_{key}", language, **values))
