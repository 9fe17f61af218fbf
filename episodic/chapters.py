"""Which chapter somebody means."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.errors import UnknownEpisodeError
from episodic.model.episodes import Episode


def found_episode(episodes: Sequence[Episode], reference: str | int) -> Episode:
    """The chapter that *reference* names: by key or id first, then by heading number, ordinal (from 1) and title.

    Raises UnknownEpisodeError.
    """
    text = str(reference).strip()
    for one in episodes:
        if text in {one.uuid, one.key}:
            return one
    if text.isdecimal():
        number = int(text)
        stated = [one for one in episodes if one.number == number]
        if len(stated) == 1:
            return stated[0]
        if 1 <= number <= len(episodes):
            return episodes[number - 1]
    titled = [one for one in episodes if one.title == text]
    if len(titled) == 1:
        return titled[0]
    raise UnknownEpisodeError(text)
