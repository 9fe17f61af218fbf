"""The reader that needs no model: it hands a window to the rules of its language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.extraction.ruled.others_words import heard
from episodic.extraction.ruled.rules import KnownNode, LanguageRules, TimeRules, kind_of, type_for
from episodic.model.episodes import Language
from episodic.model.readings import NodeReading, Placing, Window
from episodic.model.settings import WorkSettings

TimeWordsOf = Callable[[str, Language, WorkSettings], str | None]
"""The time words of some words of the text, verbatim, or None."""
PlacingOf = Callable[[str, Language], Placing]
"""Where the words of a sentence put what it says."""


@lru_cache
def _rules_of(language: Language) -> LanguageRules:
    """The rules of a language, loaded when the first window in it is read: their patterns take longer than most commands."""
    match language:
        case Language.CHINESE:
            from episodic.extraction.ruled.chinese import ChineseRules  # noqa: PLC0415

            return ChineseRules()
        case Language.ENGLISH:
            from episodic.extraction.ruled.english import EnglishRules  # noqa: PLC0415

            return EnglishRules()


class RuledReader:
    """Reads by rules alone: the same window and settings give the same reading, with nothing asked of anybody.

    *passage_time*, *statement_time* and *placing* are the time rules to use; without them nothing has time words and everything
    stands now.
    """

    def __init__(
        self,
        *,
        passage_time: TimeWordsOf | None = None,
        statement_time: TimeWordsOf | None = None,
        placing: PlacingOf | None = None,
    ) -> None:
        self._passage_time = passage_time
        self._statement_time = statement_time
        self._placing = placing

    @property
    def name(self) -> str:
        """`rules/1`."""
        return "rules/1"

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Who and what the window names, with the frame of each passage. Kinds the caller has no type for are left out."""
        rules = _rules_of(window.language)
        spoken = heard(window)
        nodes: list[NodeReading] = []
        for named in rules.names(window, spoken):
            kind = type_for(named.kind, settings)
            if kind is not None:
                name = named.name or named.surfaces[0].text
                nodes.append(NodeReading(name, kind, named.surfaces, narrator=named.narrator))
        times = self._times(self._passage_time, window.language, settings)
        return EntitiesReading(tuple(nodes), tuple(rules.frames(window, spoken, times=times)))

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """What the window says of these entities."""
        rules = _rules_of(window.language)
        nodes = [
            KnownNode(index, kind_of(node.type, settings), node.name, node.surfaces, node.type)
            for index, node in enumerate(entities.nodes)
        ]
        times = self._times(self._statement_time, window.language, settings)
        return FactsReading(tuple(rules.statements(window, heard(window), nodes=nodes, times=times)))

    def _times(self, words: TimeWordsOf | None, language: Language, settings: WorkSettings) -> TimeRules:
        placing = self._placing
        return TimeRules(
            words=(lambda text: words(text, language, settings)) if words else (lambda _: None),
            placing=(lambda text: placing(text, language)) if placing else (lambda _: Placing.NOW),
        )
