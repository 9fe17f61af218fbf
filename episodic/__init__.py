"""Reads a long story, chapter by chapter, into a temporal knowledge graph.

The names that most programs need can be imported from `episodic`. The other public names are in `episodic.model`,
`.search`, `.answering`, `.context`, `.pipeline`, `.temporal`, `.stores`, `.llm`, `.embeddings`, `.errors`, `.ports` and
`.prompts`. The module that defines a public name is imported when the name is used for the first time.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Replaces `typing.TYPE_CHECKING`, because importing `typing` would take longer than the rest of `import episodic`."""

if TYPE_CHECKING:
    from episodic.app import StoryGraph as StoryGraph
    from episodic.embeddings import (
        CachingEmbedder as CachingEmbedder,
        HashedEmbedder as HashedEmbedder,
        LocalEmbedder as LocalEmbedder,
        OpenAIEmbedder as OpenAIEmbedder,
    )
    from episodic.errors import (
        AmbiguousNameError as AmbiguousNameError,
        BudgetExceededError as BudgetExceededError,
        ConfigurationError as ConfigurationError,
        EmbeddingError as EmbeddingError,
        EpisodicError as EpisodicError,
        InputError as InputError,
        ModelError as ModelError,
        RerankerError as RerankerError,
        StaleRevisionError as StaleRevisionError,
        StoreError as StoreError,
        UnknownEntityError as UnknownEntityError,
        UnknownEpisodeError as UnknownEpisodeError,
    )
    from episodic.facade.series import Series as Series
    from episodic.llm import (
        ChainSettings as ChainSettings,
        Gate as Gate,
        Limits as Limits,
        OpenAIModel as OpenAIModel,
        ScriptedModel as ScriptedModel,
        build_chain as build_chain,
    )
    from episodic.model import (
        DEFAULT_ENTITY_TYPES as DEFAULT_ENTITY_TYPES,
        Attribute as Attribute,
        CalendarDefinition as CalendarDefinition,
        Cardinality as Cardinality,
        Chapter as Chapter,
        Commit as Commit,
        Correction as Correction,
        Entity as Entity,
        EntityType as EntityType,
        Episode as Episode,
        Fact as Fact,
        Issue as Issue,
        Language as Language,
        Layer as Layer,
        Passage as Passage,
        Predicate as Predicate,
        StatementScope as StatementScope,
        Work as Work,
        WorkSettings as WorkSettings,
    )
    from episodic.pipeline import (
        ChapterReport as ChapterReport,
        DraftReport as DraftReport,
        Edited as Edited,
        FactChange as FactChange,
        ManuscriptReport as ManuscriptReport,
        MemoryDiff as MemoryDiff,
        NewFact as NewFact,
        Outcome as Outcome,
        Progress as Progress,
        Attribution as Attribution,
    )
    from episodic.ports import (
        Embedder as Embedder,
        GraphStore as GraphStore,
        LanguageModel as LanguageModel,
        Reranker as Reranker,
    )
    from episodic.prompts import Prompt as Prompt
    from episodic.search import (
        ChapterRef as ChapterRef,
        EntityProfile as EntityProfile,
        FactPage as FactPage,
        FactQuery as FactQuery,
        FactView as FactView,
        Hit as Hit,
        HitKind as HitKind,
        PassageRef as PassageRef,
        Ranking as Ranking,
        Scope as Scope,
        SearchFilters as SearchFilters,
        SearchResults as SearchResults,
        Stats as Stats,
        Subgraph as Subgraph,
        Timeline as Timeline,
        Traversal as Traversal,
    )
    from episodic.stores import (
        Neo4jStore as Neo4jStore,
        SQLiteStore as SQLiteStore,
    )
    from episodic.temporal import (
        convert_date as convert_date,
        load_calendar as load_calendar,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.app": "StoryGraph",
            "episodic.embeddings": "CachingEmbedder HashedEmbedder LocalEmbedder OpenAIEmbedder",
            "episodic.errors": (
                "AmbiguousNameError BudgetExceededError ConfigurationError EmbeddingError EpisodicError InputError "
                "ModelError RerankerError StaleRevisionError StoreError UnknownEntityError UnknownEpisodeError"
            ),
            "episodic.facade.series": "Series",
            "episodic.llm": "ChainSettings Gate Limits OpenAIModel ScriptedModel build_chain",
            "episodic.model": (
                "DEFAULT_ENTITY_TYPES Attribute CalendarDefinition Cardinality Chapter Commit Correction Entity "
                "EntityType Episode Fact Issue Language Layer Passage Predicate StatementScope Work WorkSettings"
            ),
            "episodic.pipeline": (
                "ChapterReport DraftReport Edited FactChange ManuscriptReport MemoryDiff NewFact Outcome Progress "
                "Attribution"
            ),
            "episodic.ports": "Embedder GraphStore LanguageModel Reranker",
            "episodic.prompts": "Prompt",
            "episodic.search": (
                "ChapterRef EntityProfile FactPage FactQuery FactView Hit HitKind PassageRef Ranking Scope "
                "SearchFilters SearchResults Stats Subgraph Timeline Traversal"
            ),
            "episodic.stores": "Neo4jStore SQLiteStore",
            "episodic.temporal": "convert_date load_calendar",
        },
    )
