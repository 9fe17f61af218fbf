"""Reads a long story, chapter by chapter, into a temporal knowledge graph; all that its users need is importable here."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
"""That of `typing`, which would take longer to load than all of this."""

if TYPE_CHECKING:
    from episodic.app import StoryGraph
    from episodic.embeddings.caching import CachingEmbedder
    from episodic.embeddings.hashed import HashedEmbedder
    from episodic.embeddings.local import LocalEmbedder
    from episodic.embeddings.openai import EmbedderOptions, OpenAIEmbedder
    from episodic.errors import (
        AmbiguousNameError,
        ArchiveLimitError,
        BudgetExceededError,
        CalendarError,
        ConfigurationError,
        DuplicateEpisodeError,
        EmbedderMismatchError,
        EmbeddingDimensionError,
        EmbeddingError,
        EmbeddingUnavailableError,
        EmptyTextError,
        EpisodicError,
        FileThereError,
        HistoryCompactedError,
        ImportFormatError,
        InputError,
        InvalidActError,
        InvalidFilterError,
        InvalidNameError,
        ModelError,
        ModelRefusedError,
        ModelReplyError,
        ModelUnavailableError,
        NothingToUndoError,
        ReplyNotRecordedError,
        StaleRevisionError,
        StoreError,
        StoreFullError,
        StoreRefusedError,
        StoreUnavailableError,
        StoreVersionError,
        UnknownEntityError,
        UnknownEpisodeError,
        UnknownFactError,
        UnknownIssueError,
        UnknownMomentError,
        UnknownRevisionError,
        UnreadableFileError,
        UntiedCalendarsError,
    )
    from episodic.llm.chain import ChainSettings, build_chain, build_replay
    from episodic.llm.counting import CountingModel, Ledger, Prices, Tally, Usage
    from episodic.llm.gate import Gate, Limits
    from episodic.llm.openai import EndpointOptions, OpenAIModel
    from episodic.llm.retrying import RetryPolicy
    from episodic.llm.scripted import ScriptedModel
    from episodic.model.asserted import Act, ActKind, AuthoredStatement, Correction, MentionAnchor, StatementAnchor
    from episodic.model.episodes import Chapter, Episode, FrameKind, Language, Layer, Passage
    from episodic.model.graph import Alias, Entity, Fact, Issue, IssueKind, Role
    from episodic.model.moments import TimePoint
    from episodic.model.predicates import Alive, Cardinality, Predicate, PredicateKind, shipped_predicates
    from episodic.model.readings import Participant, Phase, Placing, Rejection, StatementScope
    from episodic.model.records import Commit, Work
    from episodic.model.settings import (
        DEFAULT_ENTITY_TYPES,
        Attribute,
        CalendarDefinition,
        EntityType,
        Era,
        Intercalary,
        LeapRule,
        Month,
        Reign,
        Tie,
        Week,
        WeekDay,
        WorkSettings,
    )
    from episodic.model.spans import Evidence, Span, Told
    from episodic.pipeline.edits.authoring import FactChange, NewFact, Signed
    from episodic.pipeline.edits.checking import DraftFinding, DraftKind, DraftReport
    from episodic.pipeline.edits.editing import Edited
    from episodic.pipeline.edits.history import Steps
    from episodic.pipeline.exchange.backups import BackedUp
    from episodic.pipeline.exchange.compacting import Compacted
    from episodic.pipeline.exchange.importing import Imported, parse_export
    from episodic.pipeline.exchange.restoring import Restored
    from episodic.pipeline.report import (
        Became,
        ChapterReport,
        ManuscriptReport,
        MemoryDiff,
        OnProgress,
        Outcome,
        Progress,
        Stage,
    )
    from episodic.ports import Embedder, GraphStore, LanguageModel, Reranker
    from episodic.prompts import Prompt
    from episodic.search.chapters import ChapterRef
    from episodic.search.contents import ChapterEntry
    from episodic.search.counting import Count, Stats
    from episodic.search.exploring import Direction, Reach
    from episodic.search.fields import HitKind
    from episodic.search.filters import SearchFilters
    from episodic.search.fusion import ArmWeights, Floor, KindWeights, Method, Recipe
    from episodic.search.listing import FactPage, FactQuery
    from episodic.search.open_issues import ShownIssue
    from episodic.search.portraits import ChapterMentions, Portrait
    from episodic.search.ranking import Ranking
    from episodic.search.reading_passages import PassageRef, ShownPassage
    from episodic.search.results import ArmReport, EntityHit, FactHit, Hit, PassageHit, Searched, SearchResults
    from episodic.search.scope import Scope
    from episodic.search.shown import Quotation, ShownFact, Validity
    from episodic.search.subgraph import Seed, Subgraph
    from episodic.search.timelines import Timeline, Version
    from episodic.search.tracks import Place, Row, RowKind, TellingChapter, Turn
    from episodic.stores.neo4j import Neo4jStore
    from episodic.stores.sqlite import SQLiteStore
    from episodic.temporal.asof import Holding
    from episodic.temporal.calendar_converting import Converted, convert_date
    from episodic.temporal.calendars import load_calendar

__all__ = [
    "DEFAULT_ENTITY_TYPES",
    "Act",
    "ActKind",
    "Alias",
    "Alive",
    "AmbiguousNameError",
    "ArchiveLimitError",
    "ArmReport",
    "ArmWeights",
    "Attribute",
    "AuthoredStatement",
    "BackedUp",
    "Became",
    "BudgetExceededError",
    "CachingEmbedder",
    "CalendarDefinition",
    "CalendarError",
    "Cardinality",
    "ChainSettings",
    "Chapter",
    "ChapterEntry",
    "ChapterMentions",
    "ChapterRef",
    "ChapterReport",
    "Commit",
    "Compacted",
    "ConfigurationError",
    "Converted",
    "Correction",
    "Count",
    "CountingModel",
    "Direction",
    "DraftFinding",
    "DraftKind",
    "DraftReport",
    "DuplicateEpisodeError",
    "Edited",
    "Embedder",
    "EmbedderMismatchError",
    "EmbedderOptions",
    "EmbeddingDimensionError",
    "EmbeddingError",
    "EmbeddingUnavailableError",
    "EmptyTextError",
    "EndpointOptions",
    "Entity",
    "EntityHit",
    "EntityType",
    "Episode",
    "EpisodicError",
    "Era",
    "Evidence",
    "Fact",
    "FactChange",
    "FactHit",
    "FactPage",
    "FactQuery",
    "FileThereError",
    "Floor",
    "FrameKind",
    "Gate",
    "GraphStore",
    "HashedEmbedder",
    "HistoryCompactedError",
    "Hit",
    "HitKind",
    "Holding",
    "ImportFormatError",
    "Imported",
    "InputError",
    "Intercalary",
    "InvalidActError",
    "InvalidFilterError",
    "InvalidNameError",
    "Issue",
    "IssueKind",
    "KindWeights",
    "Language",
    "LanguageModel",
    "Layer",
    "LeapRule",
    "Ledger",
    "Limits",
    "LocalEmbedder",
    "ManuscriptReport",
    "MemoryDiff",
    "MentionAnchor",
    "Method",
    "ModelError",
    "ModelRefusedError",
    "ModelReplyError",
    "ModelUnavailableError",
    "Month",
    "Neo4jStore",
    "NewFact",
    "NothingToUndoError",
    "OnProgress",
    "OpenAIEmbedder",
    "OpenAIModel",
    "Outcome",
    "Participant",
    "Passage",
    "PassageHit",
    "PassageRef",
    "Phase",
    "Place",
    "Placing",
    "Portrait",
    "Predicate",
    "PredicateKind",
    "Prices",
    "Progress",
    "Prompt",
    "Quotation",
    "Ranking",
    "Reach",
    "Recipe",
    "Reign",
    "Rejection",
    "ReplyNotRecordedError",
    "Reranker",
    "Restored",
    "RetryPolicy",
    "Role",
    "Row",
    "RowKind",
    "SQLiteStore",
    "Scope",
    "ScriptedModel",
    "SearchFilters",
    "SearchResults",
    "Searched",
    "Seed",
    "ShownFact",
    "ShownIssue",
    "ShownPassage",
    "Signed",
    "Span",
    "Stage",
    "StaleRevisionError",
    "StatementAnchor",
    "StatementScope",
    "Stats",
    "Steps",
    "StoreError",
    "StoreFullError",
    "StoreRefusedError",
    "StoreUnavailableError",
    "StoreVersionError",
    "StoryGraph",
    "Subgraph",
    "Tally",
    "TellingChapter",
    "Tie",
    "TimePoint",
    "Timeline",
    "Told",
    "Turn",
    "UnknownEntityError",
    "UnknownEpisodeError",
    "UnknownFactError",
    "UnknownIssueError",
    "UnknownMomentError",
    "UnknownRevisionError",
    "UnreadableFileError",
    "UntiedCalendarsError",
    "Usage",
    "Validity",
    "Version",
    "Week",
    "WeekDay",
    "Work",
    "WorkSettings",
    "build_chain",
    "build_replay",
    "convert_date",
    "load_calendar",
    "parse_export",
    "shipped_predicates",
]

# Where each name is at home: a module is loaded when one of its names is asked for, so that nobody waits for the rest.
_HOMES = {
    "episodic.app": "StoryGraph",
    "episodic.embeddings.caching": "CachingEmbedder",
    "episodic.embeddings.hashed": "HashedEmbedder",
    "episodic.embeddings.local": "LocalEmbedder",
    "episodic.embeddings.openai": "EmbedderOptions OpenAIEmbedder",
    "episodic.errors": (
        "AmbiguousNameError ArchiveLimitError BudgetExceededError CalendarError ConfigurationError "
        "DuplicateEpisodeError EmbedderMismatchError EmbeddingDimensionError EmbeddingError "
        "EmbeddingUnavailableError EmptyTextError EpisodicError FileThereError HistoryCompactedError "
        "ImportFormatError InputError InvalidActError InvalidFilterError InvalidNameError ModelError "
        "ModelRefusedError ModelReplyError ModelUnavailableError NothingToUndoError ReplyNotRecordedError "
        "StaleRevisionError StoreError StoreFullError StoreRefusedError StoreUnavailableError StoreVersionError "
        "UnknownEntityError UnknownEpisodeError UnknownFactError UnknownIssueError UnknownMomentError "
        "UnknownRevisionError UnreadableFileError UntiedCalendarsError"
    ),
    "episodic.llm.chain": "ChainSettings build_chain build_replay",
    "episodic.llm.counting": "CountingModel Ledger Prices Tally Usage",
    "episodic.llm.gate": "Gate Limits",
    "episodic.llm.openai": "EndpointOptions OpenAIModel",
    "episodic.llm.retrying": "RetryPolicy",
    "episodic.llm.scripted": "ScriptedModel",
    "episodic.model.asserted": "Act ActKind AuthoredStatement Correction MentionAnchor StatementAnchor",
    "episodic.model.episodes": "Chapter Episode FrameKind Language Layer Passage",
    "episodic.model.graph": "Alias Entity Fact Issue IssueKind Role",
    "episodic.model.moments": "TimePoint",
    "episodic.model.predicates": "Alive Cardinality Predicate PredicateKind shipped_predicates",
    "episodic.model.readings": "Participant Phase Placing Rejection StatementScope",
    "episodic.model.records": "Commit Work",
    "episodic.model.settings": (
        "DEFAULT_ENTITY_TYPES Attribute CalendarDefinition EntityType Era Intercalary LeapRule Month Reign Tie "
        "Week WeekDay WorkSettings"
    ),
    "episodic.model.spans": "Evidence Span Told",
    "episodic.pipeline.edits.authoring": "FactChange NewFact Signed",
    "episodic.pipeline.edits.checking": "DraftFinding DraftKind DraftReport",
    "episodic.pipeline.edits.editing": "Edited",
    "episodic.pipeline.edits.history": "Steps",
    "episodic.pipeline.exchange.backups": "BackedUp",
    "episodic.pipeline.exchange.compacting": "Compacted",
    "episodic.pipeline.exchange.importing": "Imported parse_export",
    "episodic.pipeline.exchange.restoring": "Restored",
    "episodic.pipeline.report": "Became ChapterReport ManuscriptReport MemoryDiff OnProgress Outcome Progress Stage",
    "episodic.ports": "Embedder GraphStore LanguageModel Reranker",
    "episodic.prompts": "Prompt",
    "episodic.search.chapters": "ChapterRef",
    "episodic.search.contents": "ChapterEntry",
    "episodic.search.counting": "Count Stats",
    "episodic.search.exploring": "Direction Reach",
    "episodic.search.fields": "HitKind",
    "episodic.search.filters": "SearchFilters",
    "episodic.search.fusion": "ArmWeights Floor KindWeights Method Recipe",
    "episodic.search.listing": "FactPage FactQuery",
    "episodic.search.open_issues": "ShownIssue",
    "episodic.search.portraits": "ChapterMentions Portrait",
    "episodic.search.ranking": "Ranking",
    "episodic.search.reading_passages": "PassageRef ShownPassage",
    "episodic.search.results": "ArmReport EntityHit FactHit Hit PassageHit SearchResults Searched",
    "episodic.search.scope": "Scope",
    "episodic.search.shown": "Quotation ShownFact Validity",
    "episodic.search.subgraph": "Seed Subgraph",
    "episodic.search.timelines": "Timeline Version",
    "episodic.search.tracks": "Place Row RowKind TellingChapter Turn",
    "episodic.stores.neo4j": "Neo4jStore",
    "episodic.stores.sqlite": "SQLiteStore",
    "episodic.temporal.asof": "Holding",
    "episodic.temporal.calendar_converting": "Converted convert_date",
    "episodic.temporal.calendars": "load_calendar",
}

if not TYPE_CHECKING:  # a type checker reads the imports above, and reports a name that is not among them

    def __getattr__(name: str) -> object:
        """The public thing of this name, loaded now. Raises AttributeError for any other."""
        for module, names in _HOMES.items():
            if name in names.split():
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__]
