"""The tool `manage`, which deletes or overwrites parts of a work after a confirmation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from episodic.agents.budgets import Answer, fitted
from episodic.agents.check_tool import changes_of
from episodic.agents.dry_runs import DryRun
from episodic.agents.inputs import Action, ManageInput
from episodic.agents.toolbox import Toolbox
from episodic.agents.write_tools import AGENT
from episodic.errors import InvalidOverrideError
from episodic.facade.editable_work import EditableWork
from episodic.model.decisions import Correction
from episodic.model.episodes import Layer
from episodic.model.ids import digest_of
from episodic.model.json_shapes import Object
from episodic.model.records import Commit
from episodic.pipeline.edits.chapter_edits import Edited
from episodic.pipeline.edits.overrides import Attribution
from episodic.pipeline.edits.undo import EditHistory
from episodic.pipeline.reports import MemoryDiff, Outcome
from episodic.serialisers.details import serialised
from episodic.serialisers.lists import Detail

BY = Attribution(AGENT, "")
_CODE = 12
_LISTED = 100
"""The maximum number of facts that an answer lists as retired (removed from the graph) by an action. The limit applies
to the preview that asks for a confirmation, and to the answer after the confirmed action.
"""
_NEEDS: Mapping[Action, tuple[str, ...]] = {
    Action.REMOVE_CHAPTER: ("target",),
    Action.REPLACE_CHAPTER: ("target", "text"),
    Action.MOVE_CHAPTER: ("target", "other"),
    Action.RENAME_CHAPTER: ("target", "text"),
    Action.PROMOTE: ("target",),
    Action.MERGE: ("target", "other"),
    Action.SPLIT: ("target", "text"),
    Action.RENAME_ENTITY: ("target", "text"),
    Action.RETRACT_FACT: ("target",),
    Action.REVOKE: ("target",),
    Action.UNDO: (),
    Action.REDO: (),
    Action.UNDO_INGESTION: (),
    Action.REDO_INGESTION: (),
    Action.DELETE_WORK: ("target",),
}


@dataclass(frozen=True, slots=True)
class ManageTool:
    """The implementation of the tool `manage`, which deletes or overwrites parts of a work.

    A call without the right confirmation code changes nothing, but returns what it would change and the code that
    confirms this change. A confirmation code is valid only as long as the work does not change. The confirmed call must
    have the same arguments as the call that returned the code, except for `max_tokens`.
    """

    box: Toolbox

    async def manage(self, asked: ManageInput) -> Object:
        """Carry the action out if the call has the right confirmation code, or else return a preview with the code."""
        missing = [name for name in _NEEDS[asked.action] if getattr(asked, name) is None]
        if missing:
            raise InvalidOverrideError(self.box.say("missing", action=asked.action.value, what=", ".join(missing)))
        if asked.action is Action.DELETE_WORK and str(asked.target) != self.box.work.group_id:
            raise InvalidOverrideError(
                self.box.say("not_this_work", target=str(asked.target)[:100]), hint=self.box.say("hint_delete_work")
            )
        revision = await self.box.revision()
        code = digest_of(f"{revision} {asked.model_dump_json(exclude={'confirm', 'max_tokens'})}")[:_CODE]
        if asked.confirm != code:
            head: Object = {
                "done": False,
                "confirm": code,
                "action": asked.action.value,
                "preview": await self._preview(asked),
            }
            return self._answer(head, await self._foreseen(asked), revision, asked)
        edited = await self._done(self.box.work, asked)
        done: Object = {"done": True, "action": asked.action.value, "already": edited.already}
        return self._answer(done, edited.diff, edited.revision, asked)

    def _answer(self, head: Object, diff: MemoryDiff, revision: int, asked: ManageInput) -> Object:
        items = [serialised(one, Detail.BRIEF) for one in diff.retired[:_LISTED]]
        notes = () if head["done"] else (self.box.say("confirm_note"),)
        answer = Answer(
            "retired",
            items,
            revision,
            total=len(diff.retired),
            head={**head, "changes": changes_of(diff)},
            notes=(*self.box.notes(), *notes),
        )
        return fitted(answer, asked.max_tokens, self.box.language)

    async def _foreseen(self, asked: ManageInput) -> MemoryDiff:
        if asked.action is Action.DELETE_WORK:
            graph = (await self.box.work.session.state()).graph
            return MemoryDiff(retired=tuple(graph.facts.values()), entities_gone=tuple(graph.entities.values()))
        return (await self._done(DryRun(self.box.work), asked)).diff

    async def _preview(self, asked: ManageInput) -> Object:
        work = self.box.work
        match asked.action:
            case Action.DELETE_WORK:
                counts = await work.store.counts(work.group_id)
                return {"work": work.group_id, "records": {kind.value: number for kind, number in counts.items()}}
            case Action.UNDO | Action.REDO | Action.UNDO_INGESTION | Action.REDO_INGESTION:
                edits = _edits_of(asked, await work.steps())
                return {"edits": [{"revision": one.revision, "context": one.action} for one in reversed(edits)]}
            case Action.MERGE | Action.SPLIT | Action.RENAME_ENTITY:
                names = [str(asked.target), *([str(asked.other)] if asked.action is Action.MERGE else [])]
                found = [await work.get_entity(one) for one in names]
                return {"entities": [serialised(one, Detail.BRIEF) for one in found]}
            case Action.RETRACT_FACT:
                return {"facts": [serialised(await work.find_fact(str(asked.target)), Detail.BRIEF)]}
            case Action.REVOKE:
                acts = [one for one in await work.acts() if one.uuid == asked.target]
                return {"overrides": [{"uuid": one.uuid, "kind": one.kind.value, "reason": one.reason} for one in acts]}
            case _:
                episode = await work.find_episode(_named(asked.target))
                return {"chapter": {"key": episode.key, "title": episode.title, "layer": episode.layer.value}}

    async def _done(self, work: EditableWork, asked: ManageInput) -> Edited:
        target, text = _named(asked.target), asked.text or ""
        actions: Mapping[Action, Callable[[], Awaitable[Edited]]] = {
            Action.REMOVE_CHAPTER: lambda: work.remove_episode(target),
            Action.REPLACE_CHAPTER: self._replacing(work, asked),
            Action.MOVE_CHAPTER: lambda: work.move_episode(target, after=asked.other),
            Action.RENAME_CHAPTER: lambda: work.rename_episode(target, text),
            Action.PROMOTE: self._promoting(work, asked),
            Action.MERGE: lambda: work.merge_entities(str(target), str(asked.other), by=AGENT),
            Action.SPLIT: lambda: work.split_entity(str(target), names=(text,), attribution=BY),
            Action.RENAME_ENTITY: lambda: work.correct_entity(str(target), Correction.NAME, text, attribution=BY),
            Action.RETRACT_FACT: lambda: work.retract(str(target), attribution=BY),
            Action.REVOKE: lambda: work.revoke(str(target)),
            Action.UNDO: lambda: work.undo(asked.count),
            Action.REDO: lambda: work.redo(asked.count),
            Action.UNDO_INGESTION: lambda: work.undo(ingestion=True),
            Action.REDO_INGESTION: lambda: work.redo(ingestion=True),
            Action.DELETE_WORK: self._deleting(work),
        }
        return await actions[asked.action]()

    def _replacing(self, work: EditableWork, asked: ManageInput) -> Callable[[], Awaitable[Edited]]:
        async def act() -> Edited:
            report = await work.replace_episode(_named(asked.target), asked.text or "")
            return Edited(await self.box.revision(), report.diff, already=report.outcome is Outcome.UNCHANGED)

        return act

    def _promoting(self, work: EditableWork, asked: ManageInput) -> Callable[[], Awaitable[Edited]]:
        async def act() -> Edited:
            target = _named(asked.target)
            episode = await work.find_episode(target)
            layer = Layer.DRAFT if episode.layer is Layer.CANON else episode.layer
            return await work.promote(target, layer=layer, attribution=BY)

        return act

    def _deleting(self, work: EditableWork) -> Callable[[], Awaitable[Edited]]:
        async def act() -> Edited:
            existed = await work.delete()
            return Edited(0, MemoryDiff(), already=not existed)

        return act


def _edits_of(asked: ManageInput, steps: EditHistory) -> Sequence[Commit]:
    """Return the edits that a call undoes or redoes, the first one to undo or redo at the end."""
    match asked.action:
        case Action.UNDO_INGESTION:
            return steps.last_ingestion
        case Action.REDO_INGESTION:
            return steps.undone_ingestion
        case Action.UNDO:
            return steps.done[-asked.count :]
        case _:
            return steps.undone[-asked.count :]


def _named(target: str | int | None) -> str | int:
    """Return the target of a call, or "" if the target is None. The target 0 is returned as it is, because it can be a
    chapter number.
    """
    return "" if target is None else target
