"""Re-exports the read functions other than search, with the classes of their arguments and results."""

from __future__ import annotations

from episodic.search.chapter_contents import ChapterContents, chapter_contents
from episodic.search.chapter_list import ChapterEntry, ChapterRejections, chapters, rejections
from episodic.search.entity_profiles import ChapterMentions, EntityProfile, get_entity
from episodic.search.exploration import Exploration, explored
from episodic.search.fact_listing import FactPage, FactQuery, get_facts
from episodic.search.issue_listing import IssueView, issues
from episodic.search.passage_reads import PassageRef, PassageView, read_passages
from episodic.search.statistics import Count, Stats, stats
from episodic.search.subgraph import Seed, Subgraph
from episodic.search.timeline_sections import Version
from episodic.search.timelines import Timeline, timeline
from episodic.search.traversal import Direction, Traversal, Via, explore

__all__ = [
    "ChapterContents",
    "ChapterEntry",
    "ChapterMentions",
    "ChapterRejections",
    "Count",
    "Direction",
    "EntityProfile",
    "Exploration",
    "FactPage",
    "FactQuery",
    "IssueView",
    "PassageRef",
    "PassageView",
    "Seed",
    "Stats",
    "Subgraph",
    "Timeline",
    "Traversal",
    "Version",
    "Via",
    "chapter_contents",
    "chapters",
    "explore",
    "explored",
    "get_entity",
    "get_facts",
    "issues",
    "read_passages",
    "rejections",
    "stats",
    "timeline",
]
