"""A window, and its statements as read from LLM replies."""

from __future__ import annotations

from episodic.extraction.llm_based.replies import FactsReply
from episodic.extraction.llm_based.statements import read_statements
from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.model.predicates import PredicateTable, shipped_predicates
from episodic.model.readings import Window
from tests.replies import Stated, facts_reply
from tests.unit.extraction.llm_based.window_of import entities_of, window_of

TOLD = window_of("Anna lives in Wick. She gave Bo the horn. ", "Three days later Cal died in Wick.")


PEOPLE = entities_of(TOLD, "Anna", "Wick", "Bo", "the horn", "Cal")


def read(*forms: Stated, window: Window = TOLD, entities: EntitiesReading = PEOPLE) -> FactsReading:
    return read_reply(facts_reply(forms), window=window, entities=entities)


def read_reply(reply: FactsReply, *, window: Window = TOLD, entities: EntitiesReading = PEOPLE) -> FactsReading:
    table = PredicateTable(shipped_predicates())
    return read_statements(reply, window, entities=entities, table=table, mark="¶")
