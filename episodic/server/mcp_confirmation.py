"""The confirmation of destructive MCP calls by the user of the client.

A client of the MCP specification 2026-07-28 gets the result `input_required`, and repeats the call with the user's
answer. A client of an older specification is asked during the call to get the user's answer (elicitation). A client
that cannot ask its user (without elicitation) gets a preview, and repeats the call with the code in the preview.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from mcp.server.context import ServerRequestContext
from mcp_types import CallToolRequestParams, ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from episodic.agents.tool_spec import ToolAnswer, ToolSpec
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.search.prompt_lines import one_line

_KEY = "confirm"
_SHOWN = 600


async def confirmed(
    tool: ToolSpec, params: CallToolRequestParams, context: ServerRequestContext[Any, Any], language: Language
) -> ToolAnswer | InputRequiredResult:
    """Return the answer of a destructive tool once the user has agreed, or a request for the user's agreement.

    If the user refuses, nothing changes, and the answer is the preview with the key `refused`. If a client cannot ask
    its user, the tool is called without a question. The answer to a client that cannot ask is a preview, unless the
    arguments contain the code of an earlier preview.
    """
    arguments: dict[str, Json] = dict(params.arguments or {})
    if not _can_ask(context):
        return await tool.call(arguments)
    modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
    given = (params.input_responses or {}).get(_KEY)
    if modern and isinstance(given, ElicitResult) and _agrees(given):
        # `request_state` holds the code of the preview that the user was shown. If the work has changed since the
        # preview, the code is invalid, and the user is asked again with a new preview.
        answer = await tool.call({**arguments, _KEY: params.request_state})
    else:
        answer = await tool.call({**arguments, _KEY: None})
    code = answer.confirmation
    if answer.failed or code is None:
        return answer
    question = _question(answer.content, language)
    if modern:
        if isinstance(given, ElicitResult) and not _agrees(given):
            return ToolAnswer({**answer.content, "refused": True})
        request = ElicitRequest(params=ElicitRequestFormParams(message=question, requested_schema=_schema(language)))
        return InputRequiredResult(input_requests={_KEY: request}, request_state=code)
    if not _agrees(await context.session.elicit_form(question, _schema(language), context.request_id)):
        return ToolAnswer({**answer.content, "refused": True})
    return await tool.call({**arguments, _KEY: code})


def _agrees(reply: ElicitResult) -> bool:
    return reply.action == "accept" and bool((reply.content or {}).get(_KEY))


def _can_ask(context: ServerRequestContext[Any, Any]) -> bool:
    capabilities = context.session.client_capabilities
    return capabilities is not None and capabilities.elicitation is not None


def _schema(language: Language) -> dict[str, Any]:
    text = message_text("mcp.confirm", language)
    return {"type": "object", "properties": {_KEY: {"type": "boolean", "title": text}}, "required": [_KEY]}


def _question(preview: Object, language: Language) -> str:
    shown = cast("Mapping[str, Json]", preview.get("preview", {}))
    changes = cast("Mapping[str, Json]", preview.get("changes", {}))
    amounts: dict[str, Json] = {
        key: one if isinstance(one, int) else len(cast("list[Json]", one)) for key, one in changes.items()
    }
    what = one_line(json.dumps({**amounts, **shown}, ensure_ascii=False))[:_SHOWN]
    return message_text("mcp.question", language, action=str(preview.get("action", "")), what=what)
