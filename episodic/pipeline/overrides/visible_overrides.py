"""Selects the overrides for a read of the chapters up to a given one: the overrides that reveal nothing of later
chapters.

Corrections that set or add a name, waivers and settled threads are selected by the names and quotes that they contain.
Overrides of all other kinds, such as merges of entities, are always selected. Some of these overrides contain no text
of the story. The rest take effect only when the replay reaches the mentions to which they are attached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.model.decisions import Correction, Override, OverrideKind
from episodic.pipeline.inputs import ChapterInput

NAMING = (Correction.NAME, Correction.ALIAS)
_QUOTING = (OverrideKind.WAIVE, OverrideKind.SETTLE)


def visible_overrides(
    acts: Sequence[Override], told: Iterable[ChapterInput], untold: Iterable[ChapterInput]
) -> tuple[Override, ...]:
    """Return the overrides that reveal nothing about the later chapters *untold*.

    A correction that sets or adds a name is left out if the name would reveal a later chapter. A name reveals a later
    chapter if it occurs in the later chapters *untold* and not in the earlier chapters *told*. A waiver or a settled
    thread is left out if one of its quotes does not occur in the earlier chapters *told*. A name that occurs in no
    chapter was made up by the author, so its correction is returned. All overrides except waivers, settled threads and
    corrections of a name are always returned.
    """
    here = [one.episode.text for one in told]
    later = [one.episode.text for one in untold]

    def gives_away(act: Override) -> bool:
        if names(act):
            return names_somebody_later(act, here, later)
        return quotes_later(act, here)

    return tuple(act for act in acts if not gives_away(act))


def names(act: Override) -> bool:
    return act.kind is OverrideKind.CORRECT and act.correction in NAMING


def names_somebody_later(act: Override, here: Iterable[str], later: Iterable[str]) -> bool:
    return _stands(act.text, later) and not _stands(act.text, here)


def quotes_text(act: Override) -> bool:
    return act.kind in _QUOTING


def quotes_later(act: Override, here: Sequence[str]) -> bool:
    return quotes_text(act) and not all(_stands(quote, here) for quote in act.quotes)


def _stands(words: str, texts: Iterable[str]) -> bool:
    return any(words in text for text in texts)
