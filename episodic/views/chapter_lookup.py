"""The lookup of a chapter by id, key, heading number, ordinal, title or part of its heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from episodic.errors import UnknownEpisodeError
from episodic.model.episodes import Episode, Layer
from episodic.model.name_keys import name_key
from episodic.search.chapter_refs import ChapterRef
from episodic.text.heading_marks import HeadingMark, Rank
from episodic.text.headings import marks_of

AnyChapter = TypeVar("AnyChapter", Episode, ChapterRef)

_DIGITS = 18
"""The maximum length of a digit string that is parsed as a chapter number, because `int` raises an error for very long
digit strings.
"""


def find_episode(episodes: Sequence[AnyChapter], reference: str | int, *, layer: Layer | None = None) -> AnyChapter:
    """Return the chapter that *reference* names: an id, key, number, title or part of a heading.

    A chapter reference is compared with ids and keys first, then with heading numbers and ordinals (from 1), and at
    last with titles and parts of headings. For example, 第三章 and 磨坊 both find the chapter 第三章 磨坊 if no other chapter
    matches.

    If *layer* is given, only chapters of this layer are looked up by key, number and title; an id finds a chapter of
    any layer. If *layer* is None, canon is searched before the other layers. Raise UnknownEpisodeError if no chapter
    matches the reference, or if several match it by title or heading.
    """
    text = str(reference).strip()
    for episode in episodes:
        if text == episode.uuid:
            return episode
    for searched in (Layer.CANON, Layer.DRAFT, Layer.PLAN, Layer.NOTE) if layer is None else (layer,):
        found = _among([one for one in episodes if one.layer is searched], text)
        if found is not None:
            return found
    raise UnknownEpisodeError(text, layer="" if layer is None else layer.value)


def _among(episodes: Sequence[AnyChapter], text: str) -> AnyChapter | None:
    for episode in episodes:
        if text == episode.key:
            return episode
    if text.isdecimal() and len(text) <= _DIGITS:
        number = int(text)
        stated = [one for one in episodes if one.number == number]
        if len(stated) == 1:
            return stated[0]
        if 1 <= number <= len(episodes):
            return episodes[number - 1]
    titled = [one for one in episodes if one.title == text] or _by_heading(episodes, text)
    return titled[0] if len(titled) == 1 else None


def _by_heading(episodes: Sequence[AnyChapter], text: str) -> list[AnyChapter]:
    """Return the chapters whose heading *text* names: those with its number if *text* is only a chapter number, such as
    "第三章" or "chapter 3", and otherwise those whose heading without its number equals *text*.
    """
    reference = _mark(text) or _mark(text.title())
    if reference is not None and reference.number is not None and not reference.title:
        return [one for one in episodes if one.number == reference.number]
    key = name_key(text)
    return [one for one in episodes if key and (mark := _mark(one.title)) is not None and name_key(mark.title) == key]


def _mark(words: str) -> HeadingMark | None:
    found = marks_of(words)
    return found[-1] if found and found[-1].rank in {Rank.CHAPTER, Rank.EPISODE} else None
