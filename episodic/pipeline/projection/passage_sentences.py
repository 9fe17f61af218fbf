"""Finds where the sentences of passages begin, for time words such as "the next day", which count from what was told
just before them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.model.episodes import Language, Passage
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.chronology.counted_from import counts_on
from episodic.temporal.placed import PlacedPassage
from episodic.text.sentences import sentences

_WORD: Final = re.compile(r"\w")


def with_sentences(placed: Sequence[PlacedPassage], chapter: ReplayedChapter) -> list[PlacedPassage]:
    """Return the passages *placed* of a chapter, with the beginnings of their sentences where the chronology needs
    them. A passage with time words such as "the next day" gets the beginnings of its sentences and of the last sentence
    before the passage. Such time words count from what was told before. The last passage of each run, such as the main
    line, gets the beginning of its last sentence.
    """
    language = Language(chapter.episode.language)
    texts = {one.value.uuid: one.value for one in chapter.passages}
    counting = {one.passage for one in chapter.statements if counts_on(one.time)}
    closing = {one.run: one.uuid for one in placed}
    before: dict[str, PlacedPassage] = {}
    found: list[PlacedPassage] = []
    for one in placed:
        changed = one
        if one.uuid in counting or counts_on(one.time) or any(counts_on(shift.time) for shift in one.shifts):
            last = _starts(texts[before[one.run].uuid], language)[-1:] if one.run in before else ()
            changed = replace(changed, sentences=(*last, *_starts(texts[one.uuid], language)))
        if closing[one.run] == one.uuid:
            changed = replace(changed, closing=next(reversed(_starts(texts[one.uuid], language)), None))
        before[one.run] = one
        found.append(changed)
    return found


def _starts(passage: Passage, language: Language) -> tuple[int, ...]:
    found = sentences(passage.text, language)
    return tuple(passage.span.start + one.start for one in found if _WORD.search(passage.text, one.start, one.end))
