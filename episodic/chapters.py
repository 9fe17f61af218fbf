"""Which chapter somebody means."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.errors import UnknownEpisodeError
from episodic.model.episodes import Episode, Layer
from episodic.model.names import name_key
from episodic.text.headings import Mark, Rank, marks_of

_DIGITS = 18
"""Of more digits no chapter has a number, and none too many to be read as one are."""


def found_episode(episodes: Sequence[Episode], reference: str | int, *, layer: Layer | None = None) -> Episode:
    """The chapter that *reference* names: by id or key first, then by heading number, ordinal (from 1) and title,
    and last by a part of the heading: "第三章" and "磨坊" are both "第三章 磨坊", where that is the only one.

    Of the layer that is given; where none is, canon chapters go before others. Raises UnknownEpisodeError.
    """
    text = str(reference).strip()
    for one in episodes:
        if text == one.uuid:
            return one
    for asked in (Layer.CANON, Layer.DRAFT, Layer.PLAN, Layer.NOTE) if layer is None else (layer,):
        found = _among([one for one in episodes if one.layer is asked], text)
        if found is not None:
            return found
    raise UnknownEpisodeError(text, layer="" if layer is None else layer.value)


def _among(episodes: Sequence[Episode], text: str) -> Episode | None:
    for one in episodes:
        if text == one.key:
            return one
    if text.isdecimal() and len(text) <= _DIGITS:
        number = int(text)
        stated = [one for one in episodes if one.number == number]
        if len(stated) == 1:
            return stated[0]
        if 1 <= number <= len(episodes):
            return episodes[number - 1]
    titled = [one for one in episodes if one.title == text] or _by_heading(episodes, text)
    return titled[0] if len(titled) == 1 else None


def _by_heading(episodes: Sequence[Episode], text: str) -> list[Episode]:
    """The chapters of which *text* is a part of the heading: its number ("第三章", "chapter 3"), or its words without it."""
    asked = _mark(text) or _mark(text.title())
    if asked is not None and asked.number is not None and not asked.title:
        return [one for one in episodes if one.number == asked.number]
    key = name_key(text)
    return [one for one in episodes if key and (mark := _mark(one.title)) is not None and name_key(mark.title) == key]


def _mark(words: str) -> Mark | None:
    """A chapter's heading; None for prose, and for volumes and parts."""
    found = marks_of(words)
    return found[-1] if found and found[-1].rank in {Rank.CHAPTER, Rank.EPISODE} else None
