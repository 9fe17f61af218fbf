"""The scenes of the passages of a work up to a given chapter, found for many passages at once.

Many passages are examined together, in arrays. Each offset in a chapter is therefore joined with its passage to one
number, the place. The places of later passages are greater than all places of earlier ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from episodic.pipeline.projection.told_statements import is_timed, phase_of
from episodic.temporal.knowledge.presence import shows_scene
from episodic.temporal.knowledge.scenes import (
    LEAST_STATEMENTS,
    FoundScenes,
    ScenePart,
    Scenes,
    scene_part,
    shift_starts,
)
from episodic.views.told.statement_rows import Flags, Numbers
from episodic.views.told.told_narrative import ToldNarrative

_LENGTH = 1 << 40
"""A number that is greater than all offsets in a chapter."""
_NOBODY = -1
_NONE: Numbers = np.zeros(0, dtype=np.int64)


class ToldScenes(Scenes):
    """The scenes of the passages of a work up to a given chapter."""

    def __init__(self, narrative: ToldNarrative, found: FoundScenes | None = None) -> None:
        super().__init__(narrative, found)
        self._told = narrative

    def are_elsewhere(self, statements: Numbers, person: str) -> Flags:
        """Return what `is_elsewhere` returns for each of the statements with the given numbers, whose passages are
        examined together.
        """
        narrative, found, ids = self._told, self._found, self._told.told.passage_ids
        columns = narrative.told.statements.columns
        every: list[int] = np.flatnonzero(np.bincount(columns.passage[statements])).tolist()
        passages = [ids[one] for one in every]
        fresh = [one for one in passages if one not in found.starts]
        found.starts.update(PassageScenes(narrative, fresh).changes())
        changing = [one for one in passages if found.starts[one]]
        fresh = [one for one in changing if (one, person) not in found.of_persons]
        scenes = PassageScenes(narrative, fresh).scenes_of(person, found.starts)
        found.of_persons.update(((one, person), own) for one, own in scenes.items())
        own = {one: found.of_persons.get((one, person), ()) for one in passages}
        return PassageScenes(narrative, passages).outside(statements, found.starts, own)

    def statement_parts(self, passage: str) -> Iterable[ScenePart]:
        return self._told.told_parts(passage)

    def names_in(self, passage: str) -> Iterable[tuple[int, str]]:
        return self._told.names_in(passage)


class _Parts(NamedTuple):
    """What statements show of their scenes. `numbers` contains the numbers of these statements, passage by passage and
    in the order of the text. `acting` says who acts or speaks in each of them: an entity, by the number of its first
    cluster of mentions, or _NOBODY. `present` and `shown_by` contain each pair of a present entity and the number of
    the statement that shows it.
    """

    numbers: Numbers
    acting: Numbers
    present: Numbers
    shown_by: Numbers


class _Occurrences(NamedTuple):
    """The places at which entities occur, and a key for each of them: the passage and the entity as one number."""

    places: Numbers
    keys: Numbers

    def of(self, keys: Numbers) -> _Occurrences:
        """Return the occurrences with one of the ascending *keys*."""
        places = np.minimum(np.searchsorted(keys, self.keys), max(len(keys) - 1, 0))
        return self.only(keys[places] == self.keys) if len(keys) else _Occurrences(_NONE, _NONE)

    def only(self, flags: Flags) -> _Occurrences:
        return _Occurrences(self.places[flags], self.keys[flags])

    def between(self, starts: Numbers) -> Numbers:
        """Return those of the ascending places *starts* for which no entity occurs both before and after the place in
        the same passage.
        """
        order = np.lexsort((self.places, self.keys))
        places, keys = self.places[order], self.keys[order]
        first = np.ones(len(keys), dtype=np.bool_)
        first[1:] = keys[1:] != keys[:-1]
        begins, ends = places[first], places[np.roll(first, -1)] if len(keys) else places
        order = np.argsort(begins)
        reached = np.concatenate(([-1], np.maximum.accumulate(ends[order])))
        return starts[reached[np.searchsorted(begins[order], starts)] < starts]


class PassageScenes:
    """Finds the scenes of the passages of *narrative* with the ids *passages*. The results equal those of `Scenes`,
    which examines one passage at a time.
    """

    def __init__(self, narrative: ToldNarrative, passages: Sequence[str]) -> None:
        told = self._told = narrative.told
        self._words, self._speech, self._ids = narrative.words, narrative.speech_in, passages
        placed, first = [told.passages[one] for one in passages], told.statements.first_passages
        self._episodes = dict.fromkeys(one.episode for one in placed)
        self._number_of: Numbers = np.full(len(told.passages), -1, dtype=np.int64)
        """For each passage of the work, its index in *passages*, or -1."""
        self._number_of[[first[one.episode] + one.index for one in placed]] = np.arange(len(passages))
        self._in: Numbers = self._number_of[told.statements.columns.passage]
        """For each statement, the index of its passage in *passages*, or -1."""
        self._entities = 1 + max(told.entities.table.clusters, default=0)

    def changes(self) -> dict[str, tuple[int, ...]]:
        """Return, for each passage, the offsets in the chapter at which its second and all further scenes begin."""
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self._ids, ())
        for number, offset in _divided(self._changes()) if self._ids else ():
            found[self._ids[number]] += (offset,)
        shifted = {one: shift_starts(self._told.passages[one]) for one in self._ids}
        return {one: tuple(sorted({*own, *shifted[one]})) for one, own in found.items()}

    def scenes_of(self, person: str, changes: Mapping[str, Sequence[int]]) -> dict[str, set[int]]:
        """Return, for each passage, the numbers of the scenes in which *person* is. The first scene of a passage has
        the number 0. *changes* contains what the method `changes` returns.
        """
        found: dict[str, set[int]] = {one: set() for one in self._ids}
        root = self._told.entities.root(person)
        if root is None or not self._ids:
            return found
        parts, start = self._parts(), self._told.statements.columns.start
        own = parts.shown_by[parts.present == root]
        named = self._named(np.ones(len(self._ids), dtype=np.bool_), root)
        places = np.concatenate((self._in[own] * _LENGTH + start[own], named.places))
        starts, first = self._starts(changes)
        scenes = np.searchsorted(starts, places, side="right") - first[places // _LENGTH]
        for (number, _), scene in zip(_divided(places), scenes.tolist(), strict=True):
            found[self._ids[number]].add(scene)
        return found

    def outside(
        self, statements: Numbers, changes: Mapping[str, Sequence[int]], scenes: Mapping[str, Collection[int]]
    ) -> Flags:
        """Return a flag for each of the given statements of the passages: whether its passage has *scenes*, and the
        statement is in none of them. *changes* contains what `changes` returns, and *scenes* what `scenes_of` returns.
        """
        starts, first = self._starts(changes)
        passage = self._in[statements]
        places = passage * _LENGTH + self._told.statements.columns.start[statements]
        # A passage has one more scene than changes of scene.
        scene = np.searchsorted(starts, places, side="right") + passage
        own = np.zeros(len(starts) + len(self._ids), dtype=np.bool_)
        own[[number + int(first[number]) + at for number, one in enumerate(self._ids) for at in scenes[one]]] = True
        known = np.array([bool(scenes[one]) for one in self._ids], dtype=np.bool_)
        found: Flags = known[passage] & ~own[scene]
        return found

    def _starts(self, changes: Mapping[str, Sequence[int]]) -> tuple[Numbers, Numbers]:
        """Return the places at which the passages change their scenes, and for each passage the index of the first of
        them.
        """
        starts = [number * _LENGTH + at for number, one in enumerate(self._ids) for at in changes[one]]
        found: Numbers = np.array(starts, dtype=np.int64)
        return found, np.searchsorted(found, np.arange(len(self._ids)) * _LENGTH)

    def _changes(self) -> Numbers:
        """Return the places at which the passages change their scenes, in ascending order."""
        parts, start = self._parts(), self._told.statements.columns.start
        acting = np.sort(self._keys(self._in[parts.numbers], parts.acting)[parts.acting != _NOBODY])
        starts = _possible_changes(self._in[parts.numbers], start[parts.numbers], self._is_shown_together(parts))
        passage = self._in[parts.shown_by]
        occurring = _Occurrences(passage * _LENGTH + start[parts.shown_by], self._keys(passage, parts.present))
        occurring = occurring.of(acting)
        starts = occurring.between(starts)
        asked = np.zeros(len(self._ids), dtype=np.bool_)
        asked[starts // _LENGTH] = True
        named = self._named(asked).of(acting)
        return _Occurrences(*map(np.concatenate, zip(occurring, named, strict=True))).between(starts)

    def _keys(self, passage: Numbers, entity: Numbers) -> Numbers:
        return passage * self._entities + entity

    def _parts(self) -> _Parts:
        statements, root = self._told.statements, self._told.entities.root
        columns, inside = statements.columns, self._in >= 0
        shown, timed = self._show_scenes()
        shown, timed, acting = inside & shown, inside & timed, columns.subject.copy()
        roots, numbers = statements.by_root
        present, shown_by = [roots[shown[numbers]]], [numbers[shown[numbers]]]
        for number in np.flatnonzero(timed).tolist():
            part = scene_part(statements.at(number))
            own = [one for who in part.present if (one := root(who)) is not None]
            by = None if part.acting is None else root(part.acting)
            shown[number], acting[number] = bool(own), _NOBODY if by is None else by
            present.append(np.array(own, dtype=np.int64))
            shown_by.append(np.full(len(own), number, dtype=np.int64))
        found = np.flatnonzero(shown)
        found = found[np.argsort(self._in[found], kind="stable")]
        return _Parts(found, acting[found], np.concatenate(present), np.concatenate(shown_by))

    def _show_scenes(self) -> tuple[Flags, Flags]:
        """Return two flags for each statement: whether it has no time, placement or scope of its own and shows who is
        in the scene, and whether it has a time, placement or scope of its own.
        """
        columns, known = self._told.statements.columns, self._told.statements.predicates.known
        used = np.flatnonzero(np.bincount(columns.told)).tolist()
        shown = np.zeros((len(known), max(used, default=0) + 1), dtype=np.bool_)
        for told in used:
            shown[:, told] = [not is_timed(told) and shows_scene(one, phase_of(told)) for one in known]
        timed = np.isin(np.arange(shown.shape[1]), [told for told in used if is_timed(told)])
        return shown[columns.predicate, columns.told], timed[columns.told]

    def _is_shown_together(self, parts: _Parts) -> Flags:
        """Return a flag for each of `parts.numbers`: whether the statement shows at least two entities together."""
        return np.bincount(parts.shown_by, minlength=len(self._in))[parts.numbers] > 1

    def _named(self, asked: Flags, entity: int | None = None) -> _Occurrences:
        """Return the entities that passages name outside of speech: all entities, or only *entity*. *asked* has a flag
        for each passage: whether its names are returned.
        """
        asked = asked & np.array([one in self._words for one in self._ids], dtype=np.bool_)
        found = _Occurrences(*map(np.concatenate, zip((_NONE, _NONE), *self._names_in(asked), strict=True)))
        if entity is not None:
            found = found.only(found.keys % self._entities == entity)
        begins, ends = self._spoken(np.flatnonzero(np.bincount(found.places // _LENGTH)))
        reached = np.concatenate(([-1], np.maximum.accumulate(ends)))
        return found.only(reached[np.searchsorted(begins, found.places, side="right")] <= found.places)

    def _names_in(self, asked: Flags) -> Iterator[_Occurrences]:
        for chapter in self._told.chapters:
            if chapter.episode not in self._episodes:
                continue
            offsets, entities = self._told.entities.named_places(chapter.episode)
            index = np.searchsorted([one.start for one in chapter.told.passages], offsets, side="right") - 1
            passage = self._number_of[index + self._told.statements.first_passages[chapter.episode]]
            found = (index >= 0) & (passage >= 0) & asked[passage]
            passage = passage[found]
            yield _Occurrences(passage * _LENGTH + offsets[found], self._keys(passage, entities[found]))

    def _spoken(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """Return the places at which speech begins and ends in the passages with the indexes *numbers*, which are in
        ascending order.
        """
        spans: list[tuple[int, int]] = []
        asked: list[int] = numbers.tolist()
        for number in asked:
            uuid = self._ids[number]
            start = number * _LENGTH + self._told.passages[uuid].start
            spans += ((start + one.start, start + one.end) for one in self._speech[uuid])
        begins, ends = np.array(spans, dtype=np.int64).reshape(-1, 2).T
        return begins, ends


def _divided(places: Numbers) -> list[tuple[int, int]]:
    """Return the index of the passage and the offset in the chapter for each of *places*."""
    numbers: list[int] = (places // _LENGTH).tolist()
    offsets: list[int] = (places % _LENGTH).tolist()
    return list(zip(numbers, offsets, strict=True))


def _possible_changes(passage: Numbers, start: Numbers, together: Flags) -> Numbers:
    """Return the places of the statements before which a passage can change its scene, judged only by the number of
    statements and by those that show somebody together with another. The arguments contain, for each statement, the
    index of its passage, the offset of its quote, and whether it shows at least two entities together. The statements
    of a passage follow one another in the order of the text.
    """
    numbers = np.arange(len(passage))
    first = np.ones(len(passage), dtype=np.bool_)
    first[1:] = passage[1:] != passage[:-1]
    run = np.cumsum(first) - 1
    begin = numbers[first]
    end = np.append(begin[1:], len(passage))
    earliest, latest = np.full(len(begin), len(passage)), np.full(len(begin), -1)
    shown = numbers[together]
    earliest[run[shown[::-1]]], latest[run[shown]] = shown[::-1], shown
    low, high = np.maximum(begin + LEAST_STATEMENTS, earliest + 1), np.minimum(end - LEAST_STATEMENTS, latest)
    possible = (numbers >= low[run]) & (numbers <= high[run])
    possible[1:] &= start[1:] != start[:-1]
    found: Numbers = (passage * _LENGTH + start)[possible]
    return found
