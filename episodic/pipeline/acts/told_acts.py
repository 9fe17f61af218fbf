"""The author's decisions as far as a shorter telling may show them: none that would give away what is told later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.model.asserted import Act, ActKind, Correction
from episodic.pipeline.asserted import AssertedChapter

NAMING = (Correction.NAME, Correction.ALIAS)


def acts_before(
    acts: Sequence[Act], told: Iterable[AssertedChapter], untold: Iterable[AssertedChapter]
) -> tuple[Act, ...]:
    """The decisions without names that only chapters not told yet write, and without waivers of words from there.

    A name that no chapter writes at all is the author's own, and stays.
    """
    here = [one.episode.text for one in told]
    later = [one.episode.text for one in untold]

    def gives_away(act: Act) -> bool:
        if act.kind is ActKind.CORRECT and act.correction in NAMING:
            return _stands(act.text, later) and not _stands(act.text, here)
        return act.kind is ActKind.WAIVE and not all(_stands(quote, here) for quote in act.quotes)

    return tuple(act for act in acts if not gives_away(act))


def _stands(words: str, texts: Iterable[str]) -> bool:
    return any(words in text for text in texts)
