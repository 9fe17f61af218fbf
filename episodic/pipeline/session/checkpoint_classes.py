"""The list of the classes whose values a checkpoint may contain."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.cluster import Cluster
from episodic.dedup.links import ClusterLink, CutLink
from episodic.dedup.merge_suggestions import MergeSuggestion, NamePart
from episodic.dedup.nodes import NodeOverrides, PlacedNode
from episodic.dedup.packed_vectors import PackedVector
from episodic.model import decisions, episodes, graph, holding, moments, predicates, readings, spans
from episodic.pipeline.projection.entity_naming import Profile, ProfileName
from episodic.pipeline.projection.maintained_moments import TimedText
from episodic.pipeline.projection.narrated_entities import ClusterName
from episodic.pipeline.projection.summaries import BestFacts, RankedFact
from episodic.pipeline.replay.questions.payoffs import PlantedSetup
from episodic.pipeline.replay.questions.rivals import ComparedContent, ContentKey
from episodic.pipeline.replay.questions.state_ends import LastingState
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.chronology.day_bounds import DayBounds
from episodic.temporal.chronology.layout import TimelineConflict, TimeWords
from episodic.temporal.chronology.narrative_line import RunLine, TimePosition
from episodic.temporal.constraints import Basis, Constraint, PeriodBoundary
from episodic.temporal.exclusion import ExclusiveKey, JudgedPair, StatementContent
from episodic.temporal.fold.acts_after_death import ClaimAfterDeath, ReportedDeath
from episodic.temporal.fold.deaths import Death
from episodic.temporal.fold.fold_results import ListedFact
from episodic.temporal.fold.folded_facts import FactEnd, FactValidity, FoldedFact
from episodic.temporal.fold.folded_groups import DeadActs, FoldedGroup, GroupIssues
from episodic.temporal.fold.partitions import GroupFold, PartitionKey, StatementGroup
from episodic.temporal.fold.settled_part import SettledPart
from episodic.temporal.fold.turns import DatedFact
from episodic.temporal.knowledge.issues import KnowledgeRoles
from episodic.temporal.place_nesting import PairedStatement
from episodic.temporal.placed import PlacedPassage, PlacedStatement, StrandLink, TimeShift
from episodic.temporal.questions import Verdict

_MODULES = (decisions, episodes, graph, holding, moments, predicates, readings, spans)


def _enums() -> list[type[Enum]]:
    found = {
        one
        for module in _MODULES
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Enum) and one.__module__ == module.__name__
    }
    return sorted(found, key=lambda one: (one.__module__, one.__name__))


CLASSES: Final[tuple[type[Any], ...]] = (
    *_enums(),
    Basis,
    Verdict,
    *(CandidateCluster, Cluster, CutLink, ClusterLink, NodeOverrides, PlacedNode),
    *(decisions.Question, decisions.Judgement, decisions.StatementAnchor, decisions.MentionAnchor),
    episodes.Passage,
    *(graph.Alias, graph.Entity, graph.Mentions, graph.Role, graph.Statement, graph.Fact, graph.LinePlace),
    *(graph.Issue, holding.HoldingRun),
    *(moments.ClockTime, moments.TimeExpression, moments.TimePoint, moments.Moment),
    *(predicates.Predicate, predicates.Effect),
    *(readings.Surface, readings.NodeReading, readings.FrameReading, readings.Participant),
    *(readings.StatementCore, readings.StatementReading),
    *(spans.Span, spans.NarrativePosition, spans.Evidence),
    *(Profile, ProfileName, TimedText, ReplayedChapter, ReplayedPassage, ReplayedStatement),
    *(ComparedContent, ContentKey, FramedPassage, PlantedSetup, LastingState),
    *(DayBounds, TimelineConflict, TimeWords, RunLine, TimePosition, Constraint, PeriodBoundary),
    *(ExclusiveKey, JudgedPair, StatementContent, ClaimAfterDeath, ReportedDeath, Death),
    *(FactEnd, FactValidity, FoldedFact, DeadActs, FoldedGroup, GroupFold, PartitionKey, StatementGroup),
    *(ListedFact, DatedFact, PairedStatement, RankedFact),
    *(ClusterName, KnowledgeRoles, PlacedPassage, PlacedStatement, StrandLink, TimeShift),
    *(MergeSuggestion, NamePart, BestFacts, GroupIssues, SettledPart, PackedVector),
)
"""The classes whose values a checkpoint may contain, in the order of the numbers that stand for them in a checkpoint.
"""

OMITTED: Final[Mapping[type[Any], frozenset[str]]] = {
    PlacedNode: frozenset({"vector"}),
    decisions.Question: frozenset({"content"}),
}
"""The fields that a checkpoint omits. The vectors of nodes (entities as one part of a chapter mentions them) are used
only by the replay of their own chapter. The contents of questions can be read from `payload`.
"""
