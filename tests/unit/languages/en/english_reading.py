"""Test support: reads an invented English text by rules."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.extraction.rule_based import RuleBasedReader
from episodic.languages.en import ENGLISH
from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementReading, StatementScope, Window
from episodic.model.settings import Density, WorkSettings
from episodic.model.spans import Span


@dataclass(frozen=True, slots=True)
class ReadWindow:
    """One window and its reading by the rule-based reader."""

    window: Window
    entities: EntitiesReading
    facts: FactsReading

    @property
    def types(self) -> dict[str, str]:
        """Return the type of each node by its name."""
        return {node.name: node.type for node in self.entities.nodes}

    @property
    def narrator(self) -> set[str] | None:
        """Return the surface forms of the narrator, or None if there is no narrator."""
        return next(({one.text for one in node.surfaces} for node in self.entities.nodes if node.narrator), None)

    def surfaces(self, name: str) -> dict[str, list[int]]:
        """Return the start offsets of each surface form of the node with this name."""
        node = next(node for node in self.entities.nodes if node.name == name)
        return {one.text: [span.start for span in one.spans] for one in node.surfaces}

    @property
    def frames(self) -> list[FrameKind]:
        """Return the kinds of the frames in order."""
        return [frame.kind for frame in self.entities.frames]

    def triples(self, scope: StatementScope = StatementScope.WORLD) -> set[tuple[str, str, str]]:
        """Return subject, predicate, and object or value of every statement with this scope."""
        return {self.triple(one) for one in self.facts.statements if one.core.scope is scope}

    def triple(self, one: StatementReading) -> tuple[str, str, str]:
        """Return subject, predicate, and object or value of a statement by name."""
        target = self.entities.nodes[one.object].name if one.object is not None else one.core.value or ""
        return self.entities.nodes[one.subject].name, one.core.predicate, target

    def statement(self, predicate: str) -> StatementReading:
        """Return the first statement with this predicate."""
        return next(one for one in self.facts.statements if one.core.predicate == predicate)


def read_english(
    *passages: str, reader: RuleBasedReader | None = None, density: Density = Density.STANDARD
) -> ReadWindow:
    """Read these passages with the rule-based reader."""
    spans: list[Span] = []
    end = 0
    for passage in passages:
        spans.append(Span(end, end + len(passage)))
        end += len(passage)
    window = Window(0, "".join(passages), "", tuple(spans), ENGLISH)

    async def both() -> ReadWindow:
        used, work = reader or RuleBasedReader(), WorkSettings(density=density)
        entities = await used.entities(window, work)
        return ReadWindow(window, entities, await used.facts(window, entities, work))

    return asyncio.run(both())
