"""The tool `check`, which reads a draft against canon."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.agents.budgets import Answer, fitted
from episodic.agents.inputs import CheckInput
from episodic.agents.toolbox import Toolbox
from episodic.model.json_shapes import Json, Object
from episodic.pipeline.reports import MemoryDiff
from episodic.serialisers.details import serialised
from episodic.serialisers.lists import Detail

SHOWN = 10
"""The maximum length of each list of changes in an answer, such as ended facts, new entities, removed entities, and new
issues.
"""


@dataclass(frozen=True, slots=True)
class CheckTool:
    """The implementation of the tool `check`, which extracts the facts of a draft and compares them with canon, without
    storing anything.
    """

    box: Toolbox

    async def check(self, asked: CheckInput) -> Object:
        revision = await self.box.revision()
        found = await self.box.work.check(asked.text, instead_of=asked.instead_of, after=asked.after)
        items = [serialised(one, Detail.BRIEF) for one in found.findings]
        head: Object = {
            "read_by": found.read_by,
            "statements": found.statements,
            "changes": changes_of(found.diff),
        }
        notes = await self.box.reading_notes(found.read_by)
        answer = Answer("findings", items, revision, head=head, notes=notes)
        return fitted(answer, asked.max_tokens, self.box.language)


def changes_of(diff: MemoryDiff) -> Object:
    found: Object = {
        "facts_added": len(diff.added),
        "facts_retired": len(diff.retired),
        "facts_ended": [serialised(one, Detail.BRIEF) for one in diff.ended[:SHOWN]],
        "entities_new": _names([one.name for one in diff.entities_new]),
        "entities_gone": _names([one.name for one in diff.entities_gone]),
        "issues_new": [serialised(one, Detail.BRIEF) for one in diff.issues_new[:SHOWN]],
        "issues_settled": len(diff.issues_settled),
    }
    return {key: value for key, value in found.items() if value not in ([], 0)}


def _names(names: list[str]) -> list[Json]:
    return [*names[:SHOWN]]
