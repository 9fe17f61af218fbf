"""Finds the words by which a sentence says that somebody is only near a place, such as "under the walls of the town"."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.languages import lexicon


def place_nearby(name: str, texts: Iterable[str]) -> str | None:
    """Return the place *name* with words which say that somebody is near it and not in it. Examples are "outside York"
    and 桂阳城下. The words are found in the first of the *texts* that names the place. Return None if this text has no
    such words.
    """
    text = next((one for one in texts if name in one), None)
    if text is None:
        return None
    start = text.index(name)
    end = start + len(name)
    before = lexicon.pattern("words_before_nearby_places", before=r"\b", after=r"\s+(?:the\s+)?$").search(text[:start])
    after = lexicon.pattern("words_after_nearby_places").match(text, end)
    if before is None and after is None:
        return None
    return text[start if before is None else before.start() : end if after is None else after.end()]
