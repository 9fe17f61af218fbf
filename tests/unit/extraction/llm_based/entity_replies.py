"""The entities of a window as read from LLM replies."""

from __future__ import annotations

from episodic.extraction.llm_based.entities import read_entities
from episodic.extraction.readers import EntitiesReading
from episodic.model.predicates import PredicateTable, shipped_predicates
from episodic.model.readings import Window
from episodic.model.settings import WorkSettings
from tests.replies import Named, entities_reply
from tests.unit.extraction.llm_based.window_of import all_main

TABLE = PredicateTable(shipped_predicates())


def read(window: Window, *entities: Named, settings: WorkSettings | None = None) -> EntitiesReading:
    return read_entities(entities_reply(list(entities), all_main(window)), window, settings or WorkSettings())


def places(reading: EntitiesReading, window: Window) -> dict[str, list[tuple[str, list[int]]]]:
    """Return the forms and their spans for each node."""
    return {
        node.name: [(surface.text, [span.start for span in surface.spans]) for surface in node.surfaces]
        for node in reading.nodes
    }
