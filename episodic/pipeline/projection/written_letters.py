"""Finds the letters that are written in the scene in which the text quotes or reads them, and not before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementScope
from episodic.pipeline.projection.strands import happens
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.temporal.placed import PlacedPassage


def with_written_letters(placed: Sequence[PlacedPassage], chapter: ReplayedChapter) -> list[PlacedPassage]:
    """Return the passages *placed* of a chapter. If the scene just before a letter tells that the letter is written,
    the attribute `written_in` of each passage of the letter is this scene. Time words of a claim in this letter ("on 4
    May I came") do not set the moment at which the letter is written.
    """
    letters, sent = _letters(chapter, _is_written), _letters(chapter, _is_sent)
    placed = [one if one.uuid in letters else replace(one, sent_in=sent.get(one.uuid)) for one in placed]
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


def _letters(
    chapter: ReplayedChapter, fits: Callable[[ReplayedPassage, ReplayedPassage, ReplayedChapter], bool]
) -> Mapping[str, str]:
    """Return the passages of those letters for which *fits* returns true. *fits* gets the first passage of a letter and
    the last main-line passage before the letter. Each passage comes with the id of this main-line passage. Narration
    between the words of two letters belongs to the main-line passage before them.
    """
    found: dict[str, str] = {}
    main: ReplayedPassage | None = None
    before: ReplayedPassage | None = None
    for passage in chapter.passages:
        if passage.value.frame is FrameKind.MAIN:
            main = passage
        elif passage.value.frame is FrameKind.LETTER:
            if before is not None and before.run == passage.run:
                scene = found.get(before.value.uuid)
            else:
                scene = main.value.uuid if main is not None and fits(passage, main, chapter) else None
            if scene is not None:
                found[passage.value.uuid] = scene
        before = passage
    return found


def _is_written(letter: ReplayedPassage, before: ReplayedPassage, chapter: ReplayedChapter) -> bool:
    """Return whether the writer of a letter writes in the last act before the words of the letter. The last act is the
    last one that the main line tells there ("He sat down and wrote to Ann: ...").
    """
    acts, writing = _acts_before(letter, before, chapter)
    return (
        bool(writing)
        and max(one.evidence.end for one in writing) > max(acts, key=lambda one: one.evidence.end).evidence.start
    )


def _is_sent(letter: ReplayedPassage, before: ReplayedPassage, chapter: ReplayedChapter) -> bool:
    """Return whether the main-line passage before a letter tells that the writer of the letter writes ("He wrote to
    Ann; she opened the letter"). No time words may stand between the writing and the end of the passage.
    """
    _, writing = _acts_before(letter, before, chapter)
    return any(all(shift.start < one.evidence.end for shift in before.shifts) for one in writing)


def _acts_before(
    letter: ReplayedPassage, before: ReplayedPassage, chapter: ReplayedChapter
) -> tuple[list[ReplayedStatement], list[ReplayedStatement]]:
    """Return two lists of acts. The first list contains the acts that the main-line passage *before* tells before the
    words of a letter. The second list contains those of these acts in which the writer of the letter writes. The writer
    is the entity that is most often the holder of the letter's claims. If the letter has no claims, the holders of its
    plans, wishes and beliefs are counted instead.
    """
    root = dict(chapter.moved)
    passages = {one.value.uuid for one in chapter.passages if one.run == letter.run}
    said = [one for one in chapter.statements if one.passage in passages and one.holder is not None and not one.tellers]
    claims = [one for one in said if one.reading.core.scope is StatementScope.CLAIM] or said
    holders = Counter(root.get(one.holder, one.holder) for one in claims if one.holder is not None)
    if not holders:
        return [], []
    words, writer = min(one.evidence.start for one in claims), holders.most_common(1)[0][0]
    acts = [
        one
        for one in chapter.statements
        if one.passage == before.value.uuid and happens(one) and one.evidence.start < words
    ]
    return acts, [one for one in acts if root.get(one.subject, one.subject) == writer and _writes(one)]


def _writes(act: ReplayedStatement) -> bool:
    return lexicon.pattern("letter_writing").search(act.evidence.quote) is not None
