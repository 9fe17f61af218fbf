"""Finds the letters that are written in the scene in which the text quotes them, and not before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementScope
from episodic.pipeline.projection.strands import happens
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.temporal.placed import PlacedPassage


def with_written_letters(placed: Sequence[PlacedPassage], chapter: ReplayedChapter) -> list[PlacedPassage]:
    """Return the passages *placed* of a chapter, those of letters that are written in the scene before them with this
    scene. The time words of a claim in such a letter ("on 4 May I came") do not set the moment of its writing.
    """
    letters = _written_letters(chapter)
    claimed: dict[str, set[str | None]] = {uuid: set() for uuid in letters}
    for one in chapter.statements:
        if one.passage in claimed and one.reading.core.scope is not StatementScope.WORLD:
            claimed[one.passage].add(one.reading.core.time)
    return [_written(one, letters[one.uuid], claimed[one.uuid]) if one.uuid in letters else one for one in placed]


def _written(passage: PlacedPassage, scene: str, claimed: set[str | None]) -> PlacedPassage:
    shifts = tuple(one for one in passage.shifts if one.text not in claimed)
    if passage.time_text in claimed:
        passage = replace(passage, time=None, time_text=None, time_start=None, sentence_end=None)
    return replace(passage, shifts=shifts, written_in=scene)


def _written_letters(chapter: ReplayedChapter) -> Mapping[str, str]:
    """Return the passages of letters that are written in the scene before them, each with the id of the last main-line
    passage of this scene.

    A letter is written in the scene before it if the last act that the main line tells before the words of the letter is
    that its writer writes ("He sat down and wrote to Ann: ..."). The writer is the entity that is most often the holder
    of the letter's claims.
    """
    found: dict[str, str] = {}
    for before, passage in pairwise(chapter.passages):
        if passage.value.frame is not FrameKind.LETTER:
            continue
        if before.value.frame is FrameKind.MAIN and _is_written(passage, before, chapter):
            found[passage.value.uuid] = before.value.uuid
        elif before.run == passage.run and before.value.uuid in found:
            found[passage.value.uuid] = found[before.value.uuid]
    return found


def _is_written(letter: ReplayedPassage, before: ReplayedPassage, chapter: ReplayedChapter) -> bool:
    root = dict(chapter.moved)
    passages = {one.value.uuid for one in chapter.passages if one.run == letter.run}
    claims = [
        one
        for one in chapter.statements
        if one.passage in passages and one.reading.core.scope is StatementScope.CLAIM and not one.tellers
    ]
    holders = Counter(root.get(one.holder, one.holder) for one in claims if one.holder is not None)
    if not holders:
        return False
    words = min(one.evidence.start for one in claims)
    acts = [
        one
        for one in chapter.statements
        if one.passage == before.value.uuid and happens(one) and one.evidence.start < words
    ]
    if not acts:
        return False
    writer, last = holders.most_common(1)[0][0], max(acts, key=lambda one: one.evidence.end)
    return any(
        root.get(one.subject, one.subject) == writer and one.evidence.end > last.evidence.start and _writes(one)
        for one in acts
    )


def _writes(act: ReplayedStatement) -> bool:
    return lexicon.pattern("letter_writing").search(act.evidence.quote) is not None
