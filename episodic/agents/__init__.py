"""Tools for agents, in the tiers `read`, `append` and `full`. The tools have JSON schemas and token budgets, and mark
text of the story as quotations.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Replaces `typing.TYPE_CHECKING`, because importing `typing` would take longer than importing this package."""

if TYPE_CHECKING:
    from episodic.agents.tool_spec import ToolAnswer as ToolAnswer, ToolSpec as ToolSpec
    from episodic.model.access import Access as Access
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__, {"episodic.agents.tool_spec": "ToolAnswer ToolSpec", "episodic.model.access": "Access"}
    )
