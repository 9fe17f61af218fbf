"""Finds whether an edit replaced a single chapter by one with the same entities and statements, so that the projector can
put its new values in place of the old ones, and derive nothing from the other chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import TypeVar

from episodic.dedup.clusters import Clusters
from episodic.model.episodes import Language, Layer, Passage
from episodic.model.graph import Mentions
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.projection.earlier_values import EarlierValues
from episodic.pipeline.projection.entity_naming import Profile, chapter_profiles, mentions_of
from episodic.pipeline.projection.fold_inputs import EntityIndex, placed_passages, placed_statement
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class ReplacedChapter:
    """The replayed chapter before and after an edit."""

    before: ReplayedChapter
    now: ReplayedChapter


def replaced_chapter(before: Sequence[ReplayedChapter], now: Sequence[ReplayedChapter]) -> ReplacedChapter | None:
    """Return the only chapter in which two replays of a work differ. Return None if they differ in no chapter or in
    several, or if the entities or the ids of the statements of the chapter differ, so that the ids or the order of
    other values may differ as well.
    """
    if len(before) != len(now):
        return None
    differing = [number for number, same in enumerate(map(is_, before, now)) if not same]
    if len(differing) != 1:
        return None
    found = ReplacedChapter(before[differing[0]], now[differing[0]])
    return found if _alike(found.before, found.now) else None


def _alike(before: ReplayedChapter, now: ReplayedChapter) -> bool:
    if before.united or now.united or before.moved != now.moved or _place(before) != _place(now):
        return False
    if before.rejected != now.rejected or before.verdicts != now.verdicts or not (before.passages and now.passages):
        return False
    return _ids(before) == _ids(now) and _named(before) == _named(now)


def _place(chapter: ReplayedChapter) -> tuple[str, int, Layer, Language]:
    """Return what places a chapter in the work, and its language, which can decide the language of the whole work."""
    episode = chapter.episode
    return episode.uuid, episode.order, episode.layer, episode.language


def _ids(chapter: ReplayedChapter) -> list[tuple[str, int, int | None]]:
    return [(one.uuid, one.subject, one.object) for one in chapter.statements]


def _named(chapter: ReplayedChapter) -> list[tuple[int, Profile, list[str], list[str]]]:
    """Return the names and types of the entities of a chapter in their order, which decides between equally frequent
    ones.
    """
    return [(number, one, [*one.names], [*one.types]) for number, one in chapter_profiles(chapter).items()]


@dataclass(slots=True)
class ChapterValues:
    """The values of the last graph that are derived from single chapters, by id, in narrative order."""

    statements: SharedDict[str, PlacedStatement]
    passages: SharedDict[str, PlacedPassage]
    words: SharedDict[str, Passage]
    mentions: SharedDict[str, Mentions]

    def replace(self, chapter: ReplacedChapter, group_id: str, clusters: Clusters, people: EntityIndex) -> bool:
        """Put the values of an edited chapter in place of those of its earlier text. An equal value stays the same
        object. Return whether all statements still say the same with the same quotes, so that the verdicts on them stay
        the same.
        """
        now, same = chapter.now, True
        known = EarlierValues(self.statements, self.passages, mentions=self.mentions)
        made = (placed_statement(now, one, people, position=place) for place, one in enumerate(now.statements))
        for one in [known.statement(one) for one in made if one is not None]:
            same = same and _same_content(self.statements[one.uuid], one)
            self.statements[one.uuid] = one
        for found in [known.mention(one) for one in mentions_of(group_id, now, clusters, people.ids)]:
            self.mentions[found.uuid] = found
        gone = [one.value.uuid for one in chapter.before.passages]
        self.passages = _put(self.passages, gone, {one.uuid: known.passage(one) for one in placed_passages(now)})
        self.words = _put(self.words, gone, {one.value.uuid: one.value for one in now.passages})
        return same


def _same_content(before: PlacedStatement, now: PlacedStatement) -> bool:
    """Return whether two versions of a statement differ at most in their passage and its neighbours, so that verdicts
    on the statement stay the same.
    """
    return replace(before, passage=now.passage, scene_end=now.scene_end) == now


def _put(table: SharedDict[str, _Value], gone: Iterable[str], entries: Mapping[str, _Value]) -> SharedDict[str, _Value]:
    """Return *table* with *entries* in place of the consecutive entries with the keys *gone*, of which there must be at
    least one. If the keys are the same, *table* itself is changed.
    """
    keys = list(gone)
    if keys == list(entries):
        for key, value in entries.items():
            if table[key] is not value:
                table[key] = value
        return table
    found, left = dict[str, _Value](), set(keys)
    for key, value in table.items():
        if key == keys[0]:
            found.update(entries)
        if key not in left:
            found[key] = value
    return SharedDict(found)
