"""The records in which a store keeps the checkpoint of a work: saves them with a commit, and loads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from operator import attrgetter

from episodic.errors import StoreError
from episodic.model.records import Changes, Kind, Record, RecordKey
from episodic.pipeline.checkpoint.encoded import EncodedBytes, TextFile
from episodic.pipeline.checkpoint.segments import INDEX, Block, ListedBlock, encoded_text
from episodic.ports import GraphStore
from episodic.telemetry import operation

PARTS_PER_TRANSACTION = 16
"""The maximum number of long records of a checkpoint that one transaction saves or removes. A long record of a
checkpoint contains a text of at most 256,000 characters.
"""


@dataclass(frozen=True, slots=True)
class CheckpointRecords:
    """The checkpoint records that a commit saves, and the keys of the records that the commit makes outdated. A
    checkpoint consists of an index and of blocks (parts with many values each). If `index` is None, the work has no
    checkpoint after the commit.

    If the blocks that the store lacks have more than PARTS_PER_TRANSACTION records in all, they are saved before the
    commit, in several transactions. If more than PARTS_PER_TRANSACTION records are outdated, they are removed after the
    commit, also in several transactions. The index is saved by the commit itself, so that a crash leaves either the old
    or the new checkpoint. A crash can leave blocks of a checkpoint without an index. Such blocks become outdated at the
    next commit of a process that loads the work again.
    """

    index: Record | None = None
    fresh: Sequence[Block] = ()
    outdated: Sequence[RecordKey] = ()

    @property
    def long(self) -> bool:
        return sum(block.parts for block in self.fresh) > PARTS_PER_TRANSACTION

    @property
    def put(self) -> tuple[Record, ...]:
        return () if self.index is None else (self.index, *(() if self.long else _records(self.fresh)))

    @property
    def retire(self) -> tuple[RecordKey, ...]:
        return tuple(self.outdated) if len(self.outdated) <= PARTS_PER_TRANSACTION else ()

    async def before_commit(self, store: GraphStore, group_id: str) -> None:
        """Save the new blocks of the checkpoint, if they have too many records for the transaction of the commit.
        Raises StoreError.
        """
        records = _records(self.fresh if self.long else ())
        while some := list(islice(records, PARTS_PER_TRANSACTION)):
            await store.keep(group_id, put=some)

    async def after_commit(self, store: GraphStore, group_id: str) -> None:
        rest = [uuid for _, uuid in self.outdated[len(self.retire) :]]
        for begin in range(0, len(rest), PARTS_PER_TRANSACTION):
            # The commit is already saved, so an error is ignored. The next process that loads the work finds outdated
            # records that remain, and its next commit removes them.
            with suppress(StoreError):
                await store.keep(group_id, remove=rest[begin : begin + PARTS_PER_TRANSACTION])

    def record_keys(self) -> Iterator[RecordKey]:
        """Yield the keys of the checkpoint records that the commit saves."""
        if self.index is not None:
            yield (self.index.kind, self.index.uuid)
        for block in self.fresh:
            yield from block.record_keys()


async def save(store: GraphStore, changes: Sequence[Changes], checkpoint: CheckpointRecords | None = None) -> int:
    """Save the changes of a work in one transaction, and a long checkpoint in several, and return the new revision.

    Raises StoreError, and all errors of `GraphStore.commit`.
    """
    group_id = changes[0].group_id
    put, retired = sum(len(one.put) for one in changes), sum(len(one.retire) for one in changes)
    with operation("commit", work=group_id, commits=len(changes), put=put, retired=retired) as running:
        if checkpoint is not None:
            await checkpoint.before_commit(store, group_id)
        revision = await store.commit(*changes)
        if checkpoint is not None:
            await checkpoint.after_commit(store, group_id)
        running.note(revision=revision)
    return revision


async def fetched_blocks(store: GraphStore, group_id: str, listed: Sequence[ListedBlock]) -> list[Block]:
    """Return the blocks (parts of a checkpoint) that the index lists, or an empty list if a record is missing. The text
    of the checkpoint's blocks is moved to a temporary file. The text can have hundreds of megabytes, of which a process
    reads only a small part.

    Raises StoreError, StoreDamagedError if a record was changed after it had been written, and StoreFullError if there
    is no room for temporary files.
    """
    blocks: list[Block] = []
    file = TextFile()
    for one in listed:
        begin, names = len(file), one.names()
        for at in range(0, len(names), PARTS_PER_TRANSACTION):
            some = names[at : at + PARTS_PER_TRANSACTION]
            records = await store.fetch(group_id, Kind.CHECKPOINT, ids=some)
            if len(records) != len(some):
                return []
            for record in sorted(records, key=attrgetter("uuid")):
                file.add(encoded_text(record))
        blocks.append(one.block(EncodedBytes(file, begin, len(file))))
    return blocks


async def remove_checkpoint(store: GraphStore, group_id: str) -> None:
    """Remove the checkpoint of a work, if it has one. The next process that edits the work replays it. Raises
    StoreError.
    """
    stored = {uuid for _, uuid in await store.digests(group_id, Kind.CHECKPOINT)}
    # The index is removed first, so that a crash leaves no index of removed blocks.
    names = sorted(stored, key=lambda uuid: (uuid != INDEX, uuid))
    for begin in range(0, len(names), PARTS_PER_TRANSACTION):
        await store.keep(group_id, remove=names[begin : begin + PARTS_PER_TRANSACTION])


def _records(blocks: Sequence[Block]) -> Iterator[Record]:
    return chain.from_iterable(block.records() for block in blocks)
