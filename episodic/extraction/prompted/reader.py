"""The reader that asks a language model what a window says."""

from __future__ import annotations

from functools import lru_cache

from episodic.extraction.prompted.entities import read_entities
from episodic.extraction.prompted.prompts import (
    EntitiesPrompt,
    FactsPrompt,
    entities_prompt,
    facts_prompt,
    passage_mark,
)
from episodic.extraction.prompted.statements import read_statements
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.predicates import Predicate, PredicateTable, shipped_table
from episodic.model.readings import Window
from episodic.model.settings import WorkSettings
from episodic.ports import LanguageModel


class PromptedReader:
    """Asks two focused questions a window, and believes of the replies only what the window bears out."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Names the prompts, their versions and the model, such as "prompted/entities-1+facts-1/some-model"."""
        prompts = "+".join(f"{one.name}-{one.version}" for one in (EntitiesPrompt, FactsPrompt))
        return f"prompted/{prompts}/{self._model.name}"

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Who and what the window names. Raises ModelError."""
        reply = await self._model.ask(entities_prompt(window, settings))
        return read_entities(reply, window, settings)

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """What the window says of them; a window that names nobody is not asked about. Raises ModelError."""
        if not entities.nodes:
            return FactsReading(())
        table, known = _tables(settings)
        prompt = facts_prompt(window, entities.nodes, settings=settings, table=table)
        reply = await self._model.ask(prompt)
        return read_statements(reply, window, entities=entities, table=known, mark=passage_mark(window))


@lru_cache(maxsize=8)
def _tables(settings: WorkSettings) -> tuple[PredicateTable, PredicateTable]:
    """The predicates that a prompt lists, and those with the caller's attributes added."""
    table = shipped_table().extended(settings.predicates)
    return table, table.extended(_attributes(settings, table))


def _attributes(settings: WorkSettings, table: PredicateTable) -> list[Predicate]:
    """The attributes of the caller's types as predicates, as far as the table has none of that name."""
    names = (attribute.name for one in settings.entity_types for attribute in one.attributes)
    return [Predicate(name) for name in names if table.find(name) is None]
