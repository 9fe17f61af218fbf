"""LLM-based reader, which asks a model for the entities of a window (part of a chapter) first, and then for the
statements of the window.
"""

from __future__ import annotations

from functools import lru_cache

from episodic.extraction.llm_based.entities import read_entities
from episodic.extraction.llm_based.prompts import (
    EntitiesPrompt,
    FactsPrompt,
    entities_prompt,
    facts_prompt,
    passage_mark,
)
from episodic.extraction.llm_based.setups import read_setups
from episodic.extraction.llm_based.statements import read_statements
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.predicates import Predicate, PredicateTable, shipped_table
from episodic.model.readings import Window
from episodic.model.settings import WorkSettings
from episodic.ports import LanguageModel

PROMPTED_PREFIX = "prompted/"
"""The prefix of the names of readers that ask a model. The names of the prompts and the model's name follow."""


class LLMReader:
    """A reader that asks a language model two questions about each window and keeps only the answers that the window's
    text supports.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The reader's name, made of the names and versions of its prompts and the model's name, such as
        "prompted/entities-5+facts-12/some-model".
        """
        prompts = "+".join(f"{one.name}-{one.version}" for one in (EntitiesPrompt, FactsPrompt))
        return f"{PROMPTED_PREFIX}{prompts}/{self._model.name}"

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        reply = await self._model.ask(entities_prompt(window, settings))
        return read_entities(reply, window, settings)

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Return the statements and setups of the window that the model's reply states validly. For a window without
        nodes, return an empty result without asking the model.
        """
        if not entities.nodes:
            return FactsReading(())
        table, known = _tables(settings)
        prompt = facts_prompt(
            window,
            entities.nodes,
            settings=settings,
            table=table,
            named_events=entities.events,
            frames=entities.frames,
        )
        reply = await self._model.ask(prompt)
        mark = passage_mark(window)
        said = read_statements(reply, window, entities=entities, table=known, mark=mark)
        planted = read_setups(reply.setups, window, entities=entities, mark=mark)
        return FactsReading((*said.statements, *planted.statements), (*said.rejected, *planted.rejected))


@lru_cache(maxsize=8)
def _tables(settings: WorkSettings) -> tuple[PredicateTable, PredicateTable]:
    table = shipped_table().extended(settings.predicates)
    return table, table.extended(_attributes(settings, table))


def _attributes(settings: WorkSettings, table: PredicateTable) -> list[Predicate]:
    names = (attribute.name for one in settings.entity_types for attribute in one.attributes)
    return [Predicate(name) for name in names if table.find(name) is None]
