"""LLM-based reader: asks the model for the entities of a window first, then for the statements of the window."""

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
from episodic.extraction.llm_based.statements import read_statements
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.predicates import Predicate, PredicateTable, shipped_table
from episodic.model.readings import Window
from episodic.model.settings import WorkSettings
from episodic.ports import LanguageModel


class LLMReader:
    """A reader that asks a model two questions about each window and keeps only the answers that the window's text
    supports.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Returns the names and versions of the prompts and the model's name, e.g.
        "prompted/entities-2+facts-2/some-model".
        """
        prompts = "+".join(f"{one.name}-{one.version}" for one in (EntitiesPrompt, FactsPrompt))
        return f"prompted/{prompts}/{self._model.name}"

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Returns the nodes and frames of the window. Raises ModelError."""
        reply = await self._model.ask(entities_prompt(window, settings))
        return read_entities(reply, window, settings)

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Returns the statements of the window.

        The reader does not send a window without nodes to the model. Raises ModelError.
        """
        if not entities.nodes:
            return FactsReading(())
        table, known = _tables(settings)
        prompt = facts_prompt(window, entities.nodes, settings=settings, table=table, named_events=entities.events)
        reply = await self._model.ask(prompt)
        return read_statements(reply, window, entities=entities, table=known, mark=passage_mark(window))


@lru_cache(maxsize=8)
def _tables(settings: WorkSettings) -> tuple[PredicateTable, PredicateTable]:
    """Returns two predicate tables: the predicates that a prompt lists, and the same predicates plus all entity
    attributes.
    """
    table = shipped_table().extended(settings.predicates)
    return table, table.extended(_attributes(settings, table))


def _attributes(settings: WorkSettings, table: PredicateTable) -> list[Predicate]:
    """Returns the attributes of the work's entity types as predicates, without attributes whose name *table* already
    has.
    """
    names = (attribute.name for one in settings.entity_types for attribute in one.attributes)
    return [Predicate(name) for name in names if table.find(name) is None]
