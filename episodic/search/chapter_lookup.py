"""The lookup of a chapter by id, key, heading number, ordinal, title or part of its heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

    A chapter reference is compared first with ids and keys. If no id or key matches, the reference is compared with
    heading numbers and ordinals (counted from 1). Titles and parts of headings are compared last. For example, 第三章
    and 磨坊 both find the chapter 第三章 磨坊 if no other chapter matches.

    If *layer* is given, only chapters of this layer are looked up by key, number and title; an id finds a chapter of
    any layer. If *layer* is None, the layers are searched one after the other, canon first, until exactly one chapter
    of a layer matches. Raise UnknownEpisodeError if no searched layer has exactly one match.
    """
    text = str(reference).strip()
    for episode in episodes:
        if text == episode.uuid:
            return episode
    for searched in Layer if layer is None else (layer,):
        found = _named([one for one in episodes if one.layer is searched], text)
        if len(found) == 1:
            return found[0]
    raise UnknownEpisodeError(text, layer="" if layer is None else layer.value)


def matching_chapters(reference: str | int, chapters: Mapping[str, ChapterRef]) -> list[str]:
    """Return the ids of all chapters in all layers that *reference* names, by the rules of `find_episode`. Several
    chapters can match. A chapter of canon and a draft can have the same key, number or title. Several chapters of one
    layer can have the same title. Raises UnknownEpisodeError if no chapter matches the reference.
    """
    text = str(reference).strip()
    if text in chapters:
        return [text]
    found = [
        one.uuid for layer in Layer for one in _named([one for one in chapters.values() if one.layer is layer], text)
    ]
    if not found:
        raise UnknownEpisodeError(text)
    return found


def _named(episodes: Sequence[AnyChapter], text: str) -> list[AnyChapter]:
    """Return the chapters that *text* names (by key, number or title) among *episodes*, the chapters of one layer in
    narrative order.
    """
    for episode in episodes:
        if text == episode.key:
            return [episode]
    if text.isdecimal() and len(text) <= _DIGITS:
        number = int(text)
        stated = [one for one in episodes if one.number == number]
        if len(stated) == 1:
            return stated
        counted = [one for place, one in enumerate(episodes, start=1) if number == _ordinal(one, place)]
        if counted:
            return counted
    key = name_key(text)
    titled = [one for one in episodes if one.title == text] or [
        one for one in episodes if key and name_key(one.title) == key
    ]
    return titled or _by_heading(episodes, text)


def _ordinal(chapter: Episode | ChapterRef, place: int) -> int:
    """Return the ordinal of a chapter: the `ordinal` of a `ChapterRef`, which counts chapters outside a read's scope
    too, or *place* for an Episode.
    """
    return chapter.ordinal if isinstance(chapter, ChapterRef) else place


def _by_heading(episodes: Sequence[AnyChapter], text: str) -> list[AnyChapter]:
    """Return the chapters whose heading *text* names. If *text* is only a chapter number ("第三章", "chapter 3"), it
    names the chapters with this number. Any other *text* names the chapters whose heading without its number equals
    *text*.
    """
    reference = _mark(text) or _mark(text.title())
    if reference is not None and reference.number is not None and not reference.title:
        return [one for one in episodes if one.number == reference.number]
    key = name_key(text)
    return [one for one in episodes if key and (mark := _mark(one.title)) is not None and name_key(mark.title) == key]


def _mark(words: str) -> HeadingMark | None:
    found = marks_of(words)
    return found[-1] if found and found[-1].rank in {Rank.CHAPTER, Rank.EPISODE} else None
