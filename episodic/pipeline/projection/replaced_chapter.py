"""Finds whether an edit replaced a single chapter by one with the same entities and statements.

After such an edit, the projector can replace the values of this chapter alone. It derives nothing from the other
chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from episodic.dedup.clusters import Clusters
from episodic.model.deferred import is_same
from episodic.model.episodes import Language, Layer, Passage
from episodic.model.graph import Mentions
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.earlier_values import EarlierValues
from episodic.pipeline.projection.entity_naming import Profile, chapter_profiles, mentions_of
from episodic.pipeline.projection.fold_inputs import EntityIndex, placed_passages, placed_statement
from episodic.pipeline.projection.values import verdicts_of
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.exclusion import JudgedPair
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_Place = tuple[int, bool]
_Ordered = TypeVar("_Ordered", NarrativePosition, _Place)
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class ReplacedChapter:
    """The replayed chapter before and after an edit."""

    before: ReplayedChapter
    now: ReplayedChapter


def replaced_chapter(before: Sequence[ReplayedChapter], now: Sequence[ReplayedChapter]) -> ReplacedChapter | None:
    """Return the only chapter in which two replays of a work differ. Return None if the replays differ in no chapter or
    in several chapters. Return None, too, if the edit changed the entities of the chapter or the order of their first
    mentions. Return None, too, if the edit changed the ids or the order of the statements. Such edits may change the
    ids or the order of other values.
    """
    if len(before) != len(now):
        return None
    differing = [number for number, same in enumerate(map(is_same, before, now)) if not same]
    if len(differing) != 1:
        return None
    found = ReplacedChapter(before[differing[0]], now[differing[0]])
    return found if _alike(found.before, found.now) else None


def _alike(before: ReplayedChapter, now: ReplayedChapter) -> bool:
    if before.united or now.united or before.moved != now.moved or _place(before) != _place(now):
        return False
    if before.rejected != now.rejected or before.verdicts != now.verdicts or not (before.passages and now.passages):
        return False
    if _ids(before) != _ids(now) or _named(before) != _named(now):
        return False
    named = ((one.told, other.told) for one, other in _first_quotes(before, now).items())
    return _in_same_order(named) and _in_same_order(_quotes(before, now))


def _place(chapter: ReplayedChapter) -> tuple[str, int, Layer, Language]:
    """Return the id, order key, layer and language of a chapter; the language can decide the language of the whole
    work.
    """
    episode = chapter.episode
    return episode.uuid, episode.order, episode.layer, episode.language


def _ids(chapter: ReplayedChapter) -> list[tuple[str, int, int | None]]:
    return [(one.uuid, one.subject, one.object) for one in chapter.statements]


def _quotes(before: ReplayedChapter, now: ReplayedChapter) -> Iterator[tuple[_Place, _Place]]:
    """Yield the start and the end of each statement's quote, each as a pair: the offset before the edit and the offset
    after it. Each offset has a flag, by which the end of a quote is sorted before the start of another quote at the
    same offset.
    """
    for one, other in zip(before.statements, now.statements, strict=True):
        yield (one.evidence.start, True), (other.evidence.start, True)
        yield (one.evidence.end, False), (other.evidence.end, False)


def _named(chapter: ReplayedChapter) -> list[tuple[int, str, list[tuple[str, bool, int]], list[tuple[str, int]], int]]:
    """Return the names and types of the entities of a chapter, in the order of first use, which decides between equally
    frequent names or types.
    """
    return [
        (
            number,
            one.first_name,
            [(name.text, name.shared, name.count) for name in one.names.values()],
            [*one.types.items()],
            one.mentions,
        )
        for number, one in chapter_profiles(chapter).items()
    ]


def _first_quotes(before: ReplayedChapter, now: ReplayedChapter) -> dict[Evidence, Evidence]:
    """Return the first use of each name in the old text of the chapter, with the same use in the edited text."""
    found: dict[Evidence, Evidence] = {}
    after = chapter_profiles(now)
    for number, profile in chapter_profiles(before).items():
        found[profile.first] = after[number].first
        found.update((one.first, after[number].names[text].first) for text, one in profile.names.items())
    return found


def _in_same_order(moved: Iterable[tuple[_Ordered, _Ordered]]) -> bool:
    """Return whether the places before an edit have the same order as the places after it with which they are paired."""
    pairs = set(moved)
    earlier, later = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    return len(earlier) == len(later) and set(zip(earlier, later, strict=True)) == pairs


def moved_profiles(chapter: ReplacedChapter, profiles: Mapping[int, Profile], clusters: Clusters) -> dict[int, Profile]:
    """Return the profiles of the entities for which the edit moved the first use of a name, with the new offset of this
    use. *profiles* are the profiles (names and types) that the entities of the whole work had until the edit.
    """
    quotes = {one: now for one, now in _first_quotes(chapter.before, chapter.now).items() if one != now}
    found: dict[int, Profile] = {}
    for root in dict.fromkeys(map(clusters.root, chapter_profiles(chapter.now))) if quotes else ():
        known = profiles[root]
        names = {
            text: replace(one, first=quotes[one.first]) if one.first in quotes else one
            for text, one in known.names.items()
        }
        made = Profile(quotes.get(known.first, known.first), known.first_name, names, known.types, known.mentions)
        if made != known:
            found[root] = made
    return found


@dataclass(slots=True)
class ChapterValues:
    """The values of the last graph that are derived from single chapters (such as statements), by id, in narrative
    order. Only the passages may be in another order.
    """

    statements: SharedDict[str, PlacedStatement]
    passages: SharedDict[str, PlacedPassage]
    words: SharedDict[str, Passage]
    mentions: SharedDict[str, Mentions]
    judged: list[JudgedPair]

    def replace(self, chapter: ReplacedChapter, group_id: str, replay: Replay, people: EntityIndex) -> None:
        """Replace the values that were derived from the earlier text of a chapter by those of the edited text. An
        unchanged value stays the same object. If the edit changed what a statement says, the verdicts on the statements
        of all chapters are derived again.
        """
        now, same, moved = chapter.now, True, dict[Evidence, Evidence]()
        known = EarlierValues(self.statements, self.passages, mentions=self.mentions)
        made = (placed_statement(now, one, people, position=place) for place, one in enumerate(now.statements))
        for one in [known.statement(one) for one in made if one is not None]:
            before = self.statements[one.uuid]
            same = same and _same_content(before, one)
            if before is not one:
                self.statements[one.uuid] = one
                if before.evidence != one.evidence:
                    moved[before.evidence] = one.evidence
        for found in [known.mention(one) for one in mentions_of(group_id, now, replay.clusters, people.ids)]:
            self.mentions[found.uuid] = found
        gone = [one.value.uuid for one in chapter.before.passages]
        _put(self.passages, gone, {one.uuid: known.passage(one) for one in placed_passages(now)})
        _put(self.words, gone, {one.value.uuid: one.value for one in now.passages})
        if not same:
            self.judged = verdicts_of(replay.chapters, self.statements)
        elif moved:
            self.judged = [_moved_verdict(one, moved) for one in self.judged]


def _moved_verdict(verdict: JudgedPair, moved: Mapping[Evidence, Evidence]) -> JudgedPair:
    """Return a verdict with the present places of its quotes. *moved* are the quotes that have moved."""
    if not any(one in moved for one in verdict.evidence):
        return verdict
    evidence = tuple(moved.get(one, one) for one in verdict.evidence)
    return replace(verdict, evidence=evidence, told=replace(verdict.told, offset=evidence[-1].start))


def _same_content(before: PlacedStatement, now: PlacedStatement) -> bool:
    """Return whether two versions of a statement differ at most in their passage and in offsets, such as that of the
    quote. The verdicts on the statement then stay the same.
    """
    if before.evidence.quote != now.evidence.quote:
        return False
    moved = replace(before, passage=now.passage, scene_end=now.scene_end, evidence=now.evidence)
    return replace(moved, time_start=now.time_start) == now


def _put(table: SharedDict[str, _Value], gone: Iterable[str], entries: Mapping[str, _Value]) -> None:
    """Put *entries* in place of the entries with the keys *gone*. New keys come last in *table*."""
    for key in gone:
        if key not in entries:
            del table[key]
    for key, value in entries.items():
        if table.get(key) is not value:
            table[key] = value
