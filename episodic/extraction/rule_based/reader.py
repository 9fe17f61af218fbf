"""Rule-based reader of chapters, which applies the rules of the text's language and needs no language model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.extraction.rule_based.language_rules import READING, KnownName, KnownNode, TimeRules, kind_of, type_for
from episodic.extraction.rule_based.non_narration import speech_and_letters
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import FrameReading, NodeReading, Placement, Window, WindowReading
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span

TimeWordsOf = Callable[[str, Language, WorkSettings], str | None]
"""The type of functions that return the time words of a text verbatim, or None if the text contains no time words."""
PlacementOf = Callable[[str, Language], Placement]
"""The type of functions that return the placement of a sentence. The placement says whether the sentence is about the
current time of its passage, or about an earlier or later time.
"""
READER_NAME = "rules/13"
"""The name and version of the rule-based reader, which are stored with everything that the reader extracts. Earlier
versions of the reader differed as follows. The version "rules/1" did not use the names that earlier windows contain.
The version "rules/2" found fewer deaths, gifts, offices and kinships in Chinese text than later versions. The version
"rules/3" found fewer deaths than later versions, and did not recognise a known person by an honorary name such as 关公.
The version "rules/4" found fewer deaths and killers than later versions. The version "rules/5" found fewer executions,
offices, kinships and gifts than later versions. The version "rules/6" returned statements about passing moods even if
the settings asked only for statements that the plot needs. The version "rules/7" took "John" and "John Silver" for two
people, and took states that have ended for present states. The version "rules/8" found no promises and no repayments of
debts, and took Chinese clauses with 将 for statements about the future. The version "rules/9" found few of the names,
things and journeys that a short modern story mentions only once. The version "rules/10" found fewer statements in
English text about what people do for a living, how they look and where they go. The version "rules/11" found few
English statements about going to a place that has no name. The version "rules/11" also found few statements about what
people see, take, tell and know. The version "rules/12" took most names that a first-person narrator states, or by which
others speak to the narrator, for names of other people.
"""


class RuleBasedReader:
    """A reader that uses rules and no language model, so that equal texts, settings and known names always give equal
    results.

    *passage_time* finds the time words of passages, and *statement_time* finds the time words of statements. *placing*
    decides whether a sentence is about the current time of its passage or about an earlier or later time. If
    *passage_time* is None, the reader finds no time words of passages, and if *statement_time* is None, no time words
    of statements. If *placing* is None, the reader places every statement at the current time of its passage. The
    reader finds no entities and no statements in a language for which no reading rules exist.
    """

    def __init__(
        self,
        *,
        passage_time: TimeWordsOf | None = None,
        statement_time: TimeWordsOf | None = None,
        placing: PlacementOf | None = None,
    ) -> None:
        self._passage_time = passage_time
        self._statement_time = statement_time
        self._placing = placing

    @property
    def name(self) -> str:
        return READER_NAME

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Return the entities of the window and the frame of each passage.

        Entities of a kind for which *settings* has no entity type are left out.
        """
        return self._entities(window, settings, (), quotations=speech_and_letters(window))

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Return the window's statements about *entities*, without those whose salience is too low. The density in
        *settings* says how important a statement must be to be kept.
        """
        return self._facts(window, entities, settings, quotations=speech_and_letters(window))

    def read(
        self, window: Window, settings: WorkSettings, *, known: Sequence[KnownName], digest: str | None = None
    ) -> WindowReading:
        """Return everything that the reader extracts from a window (a part of a chapter): entities, frames and
        statements. The reader also searches the window for the names *known*.

        The result contains *digest*, which identifies the names *known* and the settings, in its field `known`.
        """
        quotations = speech_and_letters(window)
        entities = self._entities(window, settings, known, quotations=quotations)
        facts = self._facts(window, entities, settings, quotations=quotations)
        return WindowReading(entities.nodes, entities.frames, facts.statements, reader=self.name, known=digest)

    def _entities(
        self, window: Window, settings: WorkSettings, known: Sequence[KnownName], *, quotations: Sequence[Span]
    ) -> EntitiesReading:
        rules = READING.find(window.language)
        if rules is None:
            return EntitiesReading((), tuple(FrameReading(FrameKind.MAIN) for _ in window.passages))
        nodes: list[NodeReading] = []
        for named in rules.names(window, quotations, known=known):
            kind = type_for(named.kind, settings)
            if kind is not None:
                name = named.name or named.surfaces[0].text
                nodes.append(NodeReading(name, kind, named.surfaces, narrator=named.narrator))
        times = self._times(self._passage_time, window.language, settings)
        return EntitiesReading(tuple(nodes), tuple(rules.frames(window, quotations, times=times)))

    def _facts(
        self, window: Window, entities: EntitiesReading, settings: WorkSettings, *, quotations: Sequence[Span]
    ) -> FactsReading:
        rules = READING.find(window.language)
        if rules is None:
            return FactsReading(())
        nodes = [
            KnownNode(index, kind_of(node.type, settings), node.name, node.surfaces, node.type)
            for index, node in enumerate(entities.nodes)
        ]
        times = self._times(self._statement_time, window.language, settings)
        found = rules.statements(window, quotations, nodes=nodes, times=times)
        least = settings.density.least_salience
        return FactsReading(tuple(statement for statement in found if statement.core.salience >= least))

    def _times(self, words: TimeWordsOf | None, language: Language, settings: WorkSettings) -> TimeRules:
        placing = self._placing
        return TimeRules(
            words=(lambda text: words(text, language, settings)) if words else (lambda _: None),
            placing=(lambda text: placing(text, language)) if placing else (lambda _: Placement.NOW),
        )
