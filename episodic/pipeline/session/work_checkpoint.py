"""The checkpoint of one work: restores the work's state from a store, and makes the records that a commit saves."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, takewhile
from operator import attrgetter, is_
from pathlib import Path

from episodic.errors import StoreDamagedError
from episodic.model.episodes import Episode
from episodic.model.ids import digest_of
from episodic.model.records import Changes, Kind, RecordKey, Work, to_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.checkpoint.changes import StoredChange, WrittenChange, packed
from episodic.pipeline.checkpoint.codec import ExternalValues
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.pages import ValuePages
from episodic.pipeline.checkpoint.segments import (
    INDEX,
    Block,
    Segment,
    SegmentHeader,
    block_number,
    index_of,
    listed_blocks,
    with_segment,
)
from episodic.pipeline.checkpoint.tables import Keeper, KeptTables
from episodic.pipeline.inputs import ChapterInput, WorkInputs
from episodic.pipeline.projection.projector import Projector
from episodic.pipeline.replay.override_matching import match_chapters
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.checkpoint_classes import CLASSES, OMITTED
from episodic.pipeline.session.checkpoint_records import CheckpointRecords, fetched_blocks
from episodic.pipeline.session.kept_answers import KeptAnswers
from episodic.pipeline.session.kept_replays import ReplayContext, StoredReplay
from episodic.pipeline.session.known_continuation import ContinuedReplay
from episodic.pipeline.session.replay_cache import ReplayCache
from episodic.pipeline.session.replay_history import REPLAY, ReplayHistory
from episodic.ports import GraphStore
from episodic.telemetry import log

_LEAST_REWRITTEN = 1 << 20
"""A checkpoint of at most this many compressed bytes is never rewritten to remove outdated values."""
_WRITER_LENGTH = 12
ANSWERS = "answers"
"""The name under which a checkpoint contains the stored answers."""
_GROWTH = 3
"""A checkpoint is written as a whole again when it is more than this many times as long as after the last such write.
"""


@dataclass(frozen=True, slots=True)
class CheckpointedState:
    """The parts of a work's state that a checkpoint keeps."""

    replay: Replay
    projector: Projector
    answers: KeptAnswers


@dataclass(frozen=True, slots=True)
class ReplayedWork:
    """The inputs of a work, and the cached replays of the work up to certain chapters. `empty` is a function that
    returns a replay without chapters.
    """

    inputs: WorkInputs
    cached: ReplayCache
    empty: Callable[[WorkInputs], Replay]

    @property
    def told(self) -> tuple[ChapterInput, ...]:
        return self.inputs.in_narrative_order()

    def shared_with(self, before: ReplayedWork) -> int:
        """Return how many chapters at the beginning of this work have the same results as in *before*, an earlier
        version of the work: the chapters are the same objects, and no override that differs takes effect in them.
        """
        if self.cached is not before.cached:
            return 0  # A stored answer has been replaced by another one.
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(self.told, before.told, strict=False)))
        affected = ReplayContext.of(self.inputs).affected(ReplayContext.of(before.inputs), self.told[:same])
        return affected.start if affected else same

    def continued(self, before: ReplayedWork) -> ContinuedReplay | None:
        """Return the replays up to the chapter after which all later chapters have the same results as in *before*.
        Return None if no such chapter is known.
        """
        found, told, known = self.cached.continued(self.inputs), self.told, before.told
        count = 0 if found is None else len(found.first.chapters)
        return found if len(told) == len(known) and all(map(is_, told[count:], known[count:])) else None


@cache
def program_digest() -> str:
    """Return a digest of all files of this package. Another version of the package may derive another state."""
    found = hashlib.sha256()
    folder = Path(__file__).parents[2]
    for path in sorted(one for one in folder.rglob("*") if one.is_file() and "__pycache__" not in one.parts):
        found.update(path.relative_to(folder).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:32]


def settings_digest(settings: WorkSettings, embedder: str) -> str:
    """Return a digest of a work's settings and the embedder's name, on which a stored state depends."""
    return digest_of(f"{embedder}\n{to_json(settings)}")


class WorkCheckpoint:
    """The checkpoint of a work as the store has it. Each commit either adds its changes to the checkpoint or writes the
    checkpoint as a whole.

    A checkpoint belongs to one version of the program, one value of the settings, one embedder, and the last commit. A
    checkpoint with another program version, other settings, another embedder or another last commit is not used, and
    the work is replayed.
    """

    def __init__(self, settings: str, episodes: Iterable[Episode], *, first: int = 1) -> None:
        self._first = first
        self._settings = settings
        self._episodes = {one.uuid: one for one in episodes}
        self._objects = KeptObjects(
            CLASSES,
            omitted=OMITTED,
            external={Episode: ExternalValues(attrgetter("uuid"), self._episodes.__getitem__)},
        )
        self._tables = KeptTables(self._objects.codec, self._objects.opened)
        self._history = ReplayHistory(self._objects)
        self.answers = KeptAnswers()
        """The stored answers. Each of them is loaded when it is used."""
        self._replayed: ReplayedWork | None = None
        self._stored: dict[str, list[StoredChange]] = {}
        self._blocks: list[Block] = []
        self._last: SegmentHeader | None = None
        self._written = 0

    @classmethod
    async def load(
        cls, store: GraphStore, work: Work, settings: str, episodes: Iterable[Episode]
    ) -> WorkCheckpoint | None:
        """Return the checkpoint of the work's last commit. Return None if the store has no complete checkpoint of this
        commit, this program version and these settings, or if the checkpoint is damaged. Raises StoreError.
        """
        try:
            index = await store.fetch(work.group_id, Kind.CHECKPOINT, ids=[INDEX])
            blocks = await fetched_blocks(store, work.group_id, listed_blocks(index[0]) if index else [])
        except StoreDamagedError:
            log(logging.WARNING, "checkpoint.damaged", {"work": work.group_id})
            return None
        if not blocks:
            return None
        commits = await store.commits(work.group_id)
        segments = [one for block in blocks for one in block.segments()]
        if not commits or not _continuous(segments, settings, (work.revision, commits[-1].commit_id)):
            return None
        found = cls(settings, episodes)
        for one in segments:
            if one.pages is not None:
                found._objects.add_stored(one.pages)
            found._history.read(one.history)
        found._stored = _changes_by_name(segments)
        found._blocks, found._last = blocks, segments[-1].header
        found._written = len(blocks[0].content)
        found._tables.restore(found.answers, ANSWERS, found._stored)
        return found

    def restore(self, state: CheckpointedState, replayed: ReplayedWork) -> None:
        """Restore a replay and a projector, which must be empty, to the stored state. The stored answers
        (`state.answers`) have already been restored.
        """
        self._replayed = replayed
        state.projector.before_restoring(state.replay)
        for name, keeper in _parts(state).items():
            if keeper is not state.answers:
                self._tables.restore(keeper, name, self._stored)
        self._stored = {}
        state.projector.restored(state.replay)

    def contains(self, revision: int) -> bool:
        """Return whether the checkpoint still contains the state of the work at *revision*: the work had a checkpoint
        at this revision, and the checkpoint was not written as a whole since.
        """
        return any(one.header.revision == revision for one in self._segments())

    def restore_earlier(self, revision: int, state: CheckpointedState, replayed: ReplayedWork) -> None:
        """Restore a replay, a projector and stored answers, which must be empty, to the state that the work had at
        *revision*, which the checkpoint contains. Entries that no later commit changed are the same objects as in the
        state of the last commit.

        The next call of `changed` must be given this state. If the commit fails, this checkpoint must not be used
        again.
        """
        segments = list(self._segments())
        count = 1 + next(number for number, one in enumerate(segments) if one.header.revision == revision)
        before, after = segments[:count], segments[count:]
        self._episodes.update((one.uuid, one) for one in replayed.inputs.episodes)
        earlier, later = _changes_by_name(before), _changes_by_name(after)
        state.projector.before_restoring(state.replay)
        for name, keeper in _parts(state).items():
            self._tables.restore_earlier(keeper, name, earlier=earlier, later=later)
        self._history.restore_earlier(*([change for one in part for change in one.history] for part in (before, after)))
        self._replayed = replayed

    def _segments(self) -> Iterator[Segment]:
        return chain.from_iterable(block.segments() for block in self._blocks)

    def replays(self) -> dict[int, StoredReplay]:
        """Return the stored replays of a work up to certain chapters, by number of chapters."""
        replayed = self._replayed
        if replayed is None:
            return {}
        counts = self._history.counts()
        return {
            count: StoredReplay(
                before,
                partial(self._replay_at, count, replayed),
                partial(self._continued_to, count, replayed),
            )
            for before, count in zip((0, *counts), counts, strict=False)
        }

    def _replay_at(self, count: int, replayed: ReplayedWork) -> Replay:
        replay = replayed.empty(replayed.inputs)
        self._history.restore(count, replay)
        replay.completed = list(replayed.told[:count])
        match_chapters(replay.decisions, replay.completed, replay.chapters)
        return replay

    def _continued_to(self, count: int, replayed: ReplayedWork, before: Replay) -> Replay:
        replay = before.copy()
        self._history.continue_to(count, replay)
        replay.completed, known = list(replayed.told[:count]), len(before.chapters)
        match_chapters(replay.decisions, replay.completed[known:], replay.chapters[known:])
        return replay

    def changed(
        self, state: CheckpointedState, replayed: ReplayedWork, *, last: Changes, stored: Iterable[RecordKey]
    ) -> CheckpointRecords:
        """Return the records that the commit *last* must save for the checkpoint to have *state*, the state after this
        commit. *stored* are the keys of all checkpoint records in the store.

        If the commit fails, this checkpoint must not be used again.
        """
        self._episodes.update((one.uuid, one) for one in replayed.inputs.episodes)
        revision, commit = last.base_revision + 1, last.commit_id
        header = SegmentHeader(
            program_digest(), self._settings, revision, commit, None if self._last is None else self._last.commit
        )
        tables = packed([*self._replay_changes(state.replay, replayed), *self._changes(state)])
        self._replayed = replayed
        segment = Segment(header, self._objects.take_fresh(), tables, self._history.take_changes())
        known = {block.number for block in self._blocks}
        writer = digest_of(commit)[:_WRITER_LENGTH]
        blocks = with_segment(self._blocks, segment, first=self._first, writer=writer)
        total = sum(len(block.content) for block in blocks)
        if self._written and total > max(_LEAST_REWRITTEN, _GROWTH * self._written):
            blocks, header = self._rewritten(state, header, blocks[-1].number + 1, writer)
        if not self._written or header.follows is None:
            self._written = sum(len(block.content) for block in blocks)
        self._blocks, self._last = blocks, header
        kept = {(Kind.CHECKPOINT, INDEX), *(key for block in blocks for key in block.record_keys())}
        fresh = [block for block in blocks if block.number not in known]
        return CheckpointRecords(index_of(blocks), fresh, sorted(set(stored) - kept))

    def _rewritten(
        self, state: CheckpointedState, header: SegmentHeader, number: int, writer: str
    ) -> tuple[list[Block], SegmentHeader]:
        self._tables.forget()
        changes = list(self._changes(state))
        header = replace(header, follows=None)
        self._objects.take_fresh()
        lines = chain.from_iterable(one.lines for one in changes)
        values = list(self._objects.reached_from(chain(lines, self._history.lines())))
        pages = ValuePages.of(values) if values else None
        segment = Segment(header, pages, packed(changes), self._history.states())
        return [Block.of(number, segment.written(), writer)], header

    def _replay_changes(self, replay: Replay, replayed: ReplayedWork) -> list[WrittenChange]:
        before, told = self._replayed, replayed.told
        same = 0 if before is None else replayed.shared_with(before)
        base = max((count for count in self._history.counts() if count <= same), default=0)
        if before is not None and not base == same == len(before.told):
            continued = replayed.continued(before) if same else None
            if continued is not None and self._history.edit(continued.first, continued.known, since=same):
                return []
            at = None if continued is None else len(continued.first.chapters)
            made = replayed.cached.between(replayed.inputs, base, at or len(told))
            if at not in made or at not in self._history.counts() or not self._history.only_adds_chapters(at):
                at, made = None, replayed.cached.between(replayed.inputs, base, len(told))
            if at is None and len(told) > base:
                made[len(told)] = replay
            self._history.extend(base, replayed.empty(replayed.inputs), made, continued=at is not None)
            return []
        made = {**replayed.cached.between(replayed.inputs, base, len(told) - 1), len(told): replay}
        changes: list[WrittenChange] = []
        for count in sorted(one for one in made if one > base):
            found = list(self._tables.changes(made[count], REPLAY))
            self._history.put(count, found)
            changes += found
        return changes

    def _changes(self, state: CheckpointedState) -> list[WrittenChange]:
        return [one for name, keeper in _parts(state).items() for one in self._tables.changes(keeper, name)]


def _parts(state: CheckpointedState) -> Mapping[str, Keeper]:
    known = state.replay.clusters.known_candidates
    return {REPLAY: state.replay, "candidates": known, "projector": state.projector, ANSWERS: state.answers}


def _changes_by_name(segments: Iterable[Segment]) -> dict[str, list[StoredChange]]:
    """Return the changes that *segments* (parts of a checkpoint) contain, by the path of the changed attribute."""
    found: dict[str, list[StoredChange]] = {}
    for change in chain.from_iterable(one.changes() for one in segments):
        found.setdefault(change.name, []).append(change)
    return found


def _continuous(segments: Sequence[Segment], settings: str, last: tuple[int, str]) -> bool:
    before: str | None = None
    program = program_digest()
    for one in segments:
        if (one.header.program, one.header.settings, one.header.follows) != (program, settings, before):
            return False
        before = one.header.commit
    return (segments[-1].header.revision, segments[-1].header.commit) == last


def new_checkpoint(settings: str, outdated: Sequence[RecordKey]) -> WorkCheckpoint:
    """Return an empty checkpoint. *outdated* contains the keys of old checkpoint records. The number of the first block
    (part of the checkpoint) will be greater than the numbers in these keys, so that no key is used twice.
    """
    return WorkCheckpoint(settings, (), first=1 + max(map(block_number, outdated), default=0))
