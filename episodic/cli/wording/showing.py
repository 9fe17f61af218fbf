"""What the demo says between what it shows."""

from __future__ import annotations

from episodic.cli.wording.phrase import Phrase, plural
from episodic.search.reads import Stats


def story_read(chapters: int, characters: int, *, model: str | None) -> Phrase:
    """How much was read, and by what."""
    how = Phrase("by rules", "按规则读") if model is None else Phrase(f"by {model}", _read_by(model))
    return Phrase(
        f"{plural(chapters, 'chapter')}, {plural(characters, 'character')}, read {how.english}",
        f"{chapters:,} 章，{characters:,} 字，{how.chinese}",
    )


def _read_by(model: str) -> str:
    return "按录好的回复读" if model == "recorded replies" else f"由 {model} 读"


def story_holds(counts: Stats) -> Phrase:
    """What came out."""
    return Phrase(
        f"{plural(counts.entities, 'entity', 'entities')}, {plural(counts.facts, 'fact')} that hold, "
        f"{plural(counts.mentions, 'mention')}, {plural(counts.passages, 'passage')}",
        f"{counts.entities:,} 个实体，{counts.facts:,} 条成立的事实，"
        f"{counts.mentions:,} 次提及，{counts.passages:,} 段原文",
    )


def search_heading(query: str) -> Phrase:
    """Over the hits of a search."""
    return Phrase(f"search: {query}", f"检索：{query}")


def timeline_heading(predicate: Phrase) -> Phrase:
    """Over a timeline."""
    return Phrase(f"timeline: {predicate.english}", f"时间线：{predicate.chinese}")


def issues_heading(number: int) -> Phrase:
    """Over the issues."""
    return Phrase(f"open issues: {number}", f"待解决的疑点：{number} 处")


def edit_heading(chapter: int) -> Phrase:
    """Over what an edit changed."""
    return Phrase(f"chapter {chapter} rewritten", f"改写第 {chapter} 章以后")


def windows_read(kept: int, read: int) -> Phrase:
    """How much of an edited chapter was read again."""
    return Phrase(
        f"{kept} of its windows were kept, {read} read again", f"这一章有 {kept} 段沿用原来的读法，重读了 {read} 段"
    )
