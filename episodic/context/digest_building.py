"""Makes and stores the digests (lists of the most salient facts) of a work's chapters, volumes and communities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from episodic.context.communities import storylines_of
from episodic.context.digest_table import DigestHeader, DigestTable, StoredDigest, StoredDigests
from episodic.context.digests import DigestPart, chosen_facts, digest_parts, facts_by_chapter
from episodic.errors import StaleRevisionError
from episodic.model.graph import Entity, Fact
from episodic.model.ids import digest_of
from episodic.model.records import Kind, Record, Work, from_json
from episodic.search.digest_hits import DigestKind
from episodic.search.view import View

_VERSION = 2
"""The version of the rules that choose the facts of a digest. `_VERSION` must be increased if the rules that choose the
facts change.
"""
_TRIES = 20


@dataclass(frozen=True, slots=True)
class DigestReport:
    """What a call of `build_digests` did: the numbers of digests that were made, kept and removed."""

    made: int
    kept: int
    removed: int


async def build_digests(
    make_view: Callable[[], Awaitable[View]], table: StoredDigests, *, changed_only: bool, clock: Callable[[], str]
) -> DigestReport:
    """Store the digests of the work's chapters, volumes and communities (groups of entities with many common facts).

    If *changed_only* is true, a stored digest is kept if the facts from which it was made are unchanged. Communities
    are computed again if any fact of the work has changed, because one fact can move entities to other communities. The
    digest of a community with the same members and facts as before is not stored again. If another process changes the
    work at the same time, the digests are made again. Raises StaleRevisionError if other processes change the work too
    often, and StoreError.
    """
    for left in reversed(range(_TRIES)):
        try:
            return await _built(make_view, table, changed_only=changed_only, clock=clock)
        except StaleRevisionError:
            if not left:
                raise
    raise AssertionError("the last try returns or raises")


async def _built(
    make_view: Callable[[], Awaitable[View]], table: StoredDigests, *, changed_only: bool, clock: Callable[[], str]
) -> DigestReport:
    work, before = await table.work(), await table.load()
    if work is None:
        return DigestReport(0, 0, 0)
    header, digests, kept = await _digests(await make_view(), work, before if changed_only else DigestTable(None, {}))
    now = await table.work()
    if now is None or now.revision != work.revision:
        raise StaleRevisionError(work.group_id, base=work.revision, current=0 if now is None else now.revision)
    await table.save(header, digests, before=before, clock=clock)
    fresh = {one.uuid for one in digests}
    return DigestReport(len(digests) - kept, kept, sum(one not in fresh for one in before.digests))


async def _digests(view: View, work: Work, known: DigestTable) -> tuple[DigestHeader, list[StoredDigest], int]:
    records = await view.store.fetch(view.group_id, Kind.FACT)
    header = DigestHeader(work.revision, work.created_at, _hash((), records))
    if known.header is not None and known.header.facts == header.facts:
        digests = await _of_parts(view, records, known, facts={}) + known.of_kind(DigestKind.COMMUNITY)
    else:
        facts = {one.uuid: one for one in await view.facts()}
        digests = await _of_parts(view, records, known, facts=facts) + await _of_communities(view, facts.values())
    return header, digests, sum(known.digests.get(one.uuid) == one for one in digests)


async def _of_parts(
    view: View, records: Sequence[Record], known: DigestTable, *, facts: Mapping[str, Fact]
) -> list[StoredDigest]:
    wide = view.wider()
    told: defaultdict[int, list[Record]] = defaultdict(list)
    for record in records:
        told[record.told].append(record)
    digests: list[StoredDigest] = []
    for part in await digest_parts(view):
        own = [record for one in part.chapters for record in told[view.chapters[one].order]]
        key = _hash(part.chapters, own)
        stored = known.digests.get(part.uuid)
        if stored is not None and stored.key == key:
            digests.append(stored)
        else:
            decoded = (facts.get(one.uuid) or from_json(Fact, one.value) for one in own)
            by_chapter = facts_by_chapter(wide, decoded)
            digests.append(_stored(part, key, (fact for one in part.chapters for fact in by_chapter[one])))
    return digests


def _stored(part: DigestPart, key: str, facts: Iterable[Fact]) -> StoredDigest:
    chosen = tuple(one.uuid for one in chosen_facts(part, facts))
    return StoredDigest(part.uuid, part.kind, key, chosen, chapters=part.chapters, depth=part.depth)


async def _of_communities(view: View, facts: Iterable[Fact]) -> list[StoredDigest]:
    return [
        _stored_community(rank, found.members, found.facts)
        for rank, found in enumerate(await storylines_of(view, facts))
    ]


def _stored_community(rank: int, members: Sequence[Entity], facts: Sequence[Fact]) -> StoredDigest:
    """The key of a community is a hash of its members and facts, so that changes of other facts do not change the
    key.
    """
    ids, shown = tuple(one.uuid for one in members), tuple(one.uuid for one in facts)
    key = digest_of(repr((_VERSION, ids, shown)))
    return StoredDigest(f"{DigestKind.COMMUNITY}:{ids[0]}", DigestKind.COMMUNITY, key, shown, members=ids, rank=rank)


def _hash(chapters: Sequence[str], records: Iterable[Record]) -> str:
    return digest_of(repr((_VERSION, tuple(chapters), sorted((one.uuid, one.digest) for one in records))))
