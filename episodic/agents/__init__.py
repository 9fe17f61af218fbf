"""Tools for agents: a toolset in three tiers, with schemas, budgets and quotations between marks."""

from __future__ import annotations

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`, because the import of `typing` would take longer than the import of this
package.
"""

if TYPE_CHECKING:
    from episodic.agents.tool_spec import ToolAnswer as ToolAnswer, ToolSpec as ToolSpec
    from episodic.model.access import Access as Access
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__, {"episodic.agents.tool_spec": "ToolAnswer ToolSpec", "episodic.model.access": "Access"}
    )
