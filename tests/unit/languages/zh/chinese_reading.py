"""Test support: reads an invented Chinese text by rules."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.extraction.rule_based import RuleBasedReader
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import StatementReading, StatementScope, Window
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span

MODERN_CAST = (
    "顾云舟说：“走吧。”沈秋池说：“好。”林见鹿说：“嗯。”顾云舟点点头。沈秋池笑了。林见鹿没有说话。林见鹿笑了。顾云舟看着沈秋池。沈秋池没有动。"
    "那天下着雨，船去了苇港，又回到苇港，再来到白石镇，离开白石镇。那一年有人加入值夜者，有人退出值夜者。有人把铜尺放在桌上。铜尺断了。窗外的光照着铜尺。\n"
)
"""A text with three persons, two places, a group and a thing, without any statement."""


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

    def surfaces(self, name: str) -> dict[str, list[int]]:
        """Return the start offsets of each surface form of the node with this name. Shared surface forms are in
        brackets.
        """
        node = next(node for node in self.entities.nodes if node.name == name)
        return {
            f"({one.text})" if one.shared else one.text: [span.start for span in one.spans] for one in node.surfaces
        }

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


def window_of(*passages: str, start: int = 0, language: Language = CHINESE) -> Window:
    """Return a window with these passages."""
    spans: list[Span] = []
    end = 0
    for passage in passages:
        spans.append(Span(end, end + len(passage)))
        end += len(passage)
    return Window(start, "".join(passages), "", tuple(spans), language)


def read(
    *passages: str, start: int = 0, settings: WorkSettings | None = None, reader: RuleBasedReader | None = None
) -> ReadWindow:
    """Read these passages with the rule-based reader."""

    async def both() -> ReadWindow:
        used, work = reader or RuleBasedReader(), settings or WorkSettings()
        window = window_of(*passages, start=start)
        entities = await used.entities(window, work)
        return ReadWindow(window, entities, await used.facts(window, entities, work))

    return asyncio.run(both())
