"""Every exact read of a work, in one place for those who call them."""

from __future__ import annotations

from episodic.search.contents import ChapterEntry, chapters
from episodic.search.counting import Count, Stats, stats
from episodic.search.exploring import Direction, Reach, explore
from episodic.search.listing import FactPage, FactQuery, get_facts
from episodic.search.open_issues import ShownIssue, issues
from episodic.search.portraits import ChapterMentions, Portrait, find_entity, get_entity
from episodic.search.reading_passages import PassageRef, ShownPassage, read_passages
from episodic.search.subgraph import Seed, Subgraph
from episodic.search.timelines import Timeline, Version, timeline

__all__ = [
    "ChapterEntry",
    "ChapterMentions",
    "Count",
    "Direction",
    "FactPage",
    "FactQuery",
    "PassageRef",
    "Portrait",
    "Reach",
    "Seed",
    "ShownIssue",
    "ShownPassage",
    "Stats",
    "Subgraph",
    "Timeline",
    "Version",
    "chapters",
    "explore",
    "find_entity",
    "get_entity",
    "get_facts",
    "issues",
    "read_passages",
    "stats",
    "timeline",
]
