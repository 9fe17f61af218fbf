"""Reads of a work within a scope: hybrid search, listings, entity profiles, passages, timelines and traversal.

A scope restricts a read to a part of the work, such as the chapters up to a given one.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`, because the import of `typing` would take longer than the import of this
package.
"""

if TYPE_CHECKING:
    from episodic.model.graph import TimelineTurn as TimelineTurn
    from episodic.search.chapter_contents import ChapterContents as ChapterContents
    from episodic.search.chapter_list import ChapterEntry as ChapterEntry
    from episodic.search.chapter_list import ChapterRejections as ChapterRejections
    from episodic.search.chapter_refs import ChapterRef as ChapterRef
    from episodic.search.co_mention import CoMention as CoMention
    from episodic.search.digest_hits import (
        DigestHit as DigestHit,
        DigestKind as DigestKind,
    )
    from episodic.search.entity_profiles import (
        ChapterMentions as ChapterMentions,
        EntityProfile as EntityProfile,
    )
    from episodic.search.fact_listing import (
        FactPage as FactPage,
        FactQuery as FactQuery,
    )
    from episodic.search.fact_views import (
        FactView as FactView,
        Quotation as Quotation,
    )
    from episodic.search.filter_fields import HitKind as HitKind
    from episodic.search.filters import SearchFilters as SearchFilters
    from episodic.search.foreign_retrieval import ForeignResult as ForeignResult
    from episodic.search.fusion import (
        Floor as Floor,
        KindWeights as KindWeights,
        Method as Method,
        Recipe as Recipe,
        RetrieverWeights as RetrieverWeights,
    )
    from episodic.search.issue_listing import IssueView as IssueView
    from episodic.search.passage_reads import (
        PassageRef as PassageRef,
        PassageView as PassageView,
    )
    from episodic.search.ranking import Ranking as Ranking
    from episodic.search.related_by import RelatedBy as RelatedBy
    from episodic.search.results import (
        EntityHit as EntityHit,
        FactHit as FactHit,
        Hit as Hit,
        MatchedQuery as MatchedQuery,
        PassageHit as PassageHit,
        RetrieverReport as RetrieverReport,
        SearchResults as SearchResults,
        SearchReport as SearchReport,
    )
    from episodic.search.scope import Scope as Scope
    from episodic.search.series_search import (
        SeriesHit as SeriesHit,
        SeriesResults as SeriesResults,
    )
    from episodic.search.statistics import (
        Count as Count,
        Stats as Stats,
    )
    from episodic.search.story_order import (
        StoryOrder as StoryOrder,
        order_of as order_of,
    )
    from episodic.search.subgraph import (
        Seed as Seed,
        Subgraph as Subgraph,
    )
    from episodic.search.timeline_layout import (
        NarrativeChapter as NarrativeChapter,
        TimelinePosition as TimelinePosition,
        TimelineRow as TimelineRow,
        TimelineRowKind as TimelineRowKind,
    )
    from episodic.search.timeline_sections import (
        NarratedRun as NarratedRun,
        TimelineSection as TimelineSection,
        TimelineSectionKind as TimelineSectionKind,
        Version as Version,
    )
    from episodic.search.timelines import Timeline as Timeline
    from episodic.search.traversal import (
        Direction as Direction,
        Traversal as Traversal,
        Via as Via,
    )
    from episodic.search.validity import Validity as Validity
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.model.graph": "TimelineTurn",
            "episodic.search.chapter_contents": "ChapterContents",
            "episodic.search.chapter_list": "ChapterEntry ChapterRejections",
            "episodic.search.chapter_refs": "ChapterRef",
            "episodic.search.co_mention": "CoMention",
            "episodic.search.digest_hits": "DigestHit DigestKind",
            "episodic.search.entity_profiles": "ChapterMentions EntityProfile",
            "episodic.search.fact_listing": "FactPage FactQuery",
            "episodic.search.fact_views": "FactView Quotation",
            "episodic.search.filter_fields": "HitKind",
            "episodic.search.filters": "SearchFilters",
            "episodic.search.foreign_retrieval": "ForeignResult",
            "episodic.search.fusion": "Floor KindWeights Method Recipe RetrieverWeights",
            "episodic.search.issue_listing": "IssueView",
            "episodic.search.passage_reads": "PassageRef PassageView",
            "episodic.search.ranking": "Ranking",
            "episodic.search.related_by": "RelatedBy",
            "episodic.search.results": "EntityHit FactHit Hit MatchedQuery PassageHit RetrieverReport SearchResults SearchReport",
            "episodic.search.scope": "Scope",
            "episodic.search.series_search": "SeriesHit SeriesResults",
            "episodic.search.statistics": "Count Stats",
            "episodic.search.story_order": "StoryOrder order_of",
            "episodic.search.subgraph": "Seed Subgraph",
            "episodic.search.timeline_layout": ("NarrativeChapter TimelinePosition TimelineRow TimelineRowKind"),
            "episodic.search.timeline_sections": "NarratedRun TimelineSection TimelineSectionKind Version",
            "episodic.search.timelines": "Timeline",
            "episodic.search.traversal": "Direction Traversal Via",
            "episodic.search.validity": "Validity",
        },
    )
