"""What all tools share: the opened work, the language of answers, and the part of the work that a call's arguments
select.
"""

from __future__ import annotations

from dataclasses import dataclass

from episodic.agents.inputs import Listed, Recorded, Scoped, ToolInput
from episodic.agents.list_pages import ListPage
from episodic.facade.editable_work import EditableWork
from episodic.languages.messages import message_text
from episodic.model.episodes import Language, Layer
from episodic.pipeline.edits.reading_extent import RULES, model_read_canon
from episodic.search.chapter_lookup import find_episode
from episodic.search.filters import SearchFilters
from episodic.search.given_filters import given_filters
from episodic.search.reads import ChapterEntry
from episodic.search.scope import CANON_ONLY, NO_FILTERS, Scope


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The work that an agent's tools use, and the language of the texts that the tools return."""

    work: EditableWork
    language: Language

    def say(self, name: str, **values: object) -> str:
        """Return the message `agents.<name>` in the language of the tools."""
        return message_text(f"agents.{name}", self.language, **values)

    async def revision(self) -> int:
        """Return the revision number of the work, or 0 if the store does not have the work yet."""
        found = await self.work.store.work(self.work.group_id)
        return 0 if found is None else found.revision

    def notes(self, asked: ToolInput | None = None) -> tuple[str, ...]:
        """Return the notes that an answer contains for the agent. For example, a note says that text of the story
        between marks is a quotation and no instruction.
        """
        notes = [self.say("untrusted")]
        if isinstance(asked, Scoped) and asked.as_of is not None and asked.told_by is None:
            notes.append(self.say("as_of_note"))
        return tuple(notes)

    async def reading_notes(self, read_by: str) -> tuple[str, ...]:
        """Return the notes of an answer about a text that *read_by* read: `notes`, and a note if only rules read the
        text although a model read chapters of canon. Rules find few of the statements that a model finds.
        """
        by_rules = read_by == RULES and model_read_canon((await self.work.session.state()).inputs.episodes)
        return (*self.notes(), self.say("by_rules_note")) if by_rules else self.notes()

    def page(self, asked: Listed) -> ListPage:
        return ListPage(
            asked.max_tokens, asked.detail, asked.cursor, asked.limit, language=self.language, notes=self.notes(asked)
        )

    async def chapter(self, reference: str | int, scope: Scope) -> ChapterEntry:
        """Return the chapter that *reference* names, such as its number or title, within the part of the work *scope*.
        Raises UnknownEpisodeError.
        """
        entries = {one.chapter.uuid: one for one in await self.work.chapters(scope=scope)}
        return entries[find_episode([one.chapter for one in entries.values()], reference).uuid]


def scope_of(asked: Scoped, *, include_ended: bool = False) -> Scope:
    """Return the scope (the part of the work) that the arguments of a tool describe. The scope always contains canon,
    and also the layer (such as plans or notes) that the arguments name, if any. Raises InvalidFilterError if an
    argument for a time is not in ISO 8601.
    """
    layers = CANON_ONLY if asked.layer is None else CANON_ONLY | {Layer(asked.layer)}
    return Scope(
        as_of=asked.as_of or None,
        told_by=asked.told_by,
        pov=asked.pov or None,
        layers=layers,
        include_ended=include_ended,
        filters=_filters(asked),
    )


def _filters(asked: Scoped) -> SearchFilters:
    return given_filters(vars(asked)) if isinstance(asked, Recorded) else NO_FILTERS
