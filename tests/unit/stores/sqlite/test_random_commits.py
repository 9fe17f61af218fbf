"""Property test: after any commits the store answers like a plain list of the records."""

import asyncio
from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.records import ASSERTED, Kind, Record, RecordKey
from episodic.ports import Bounds
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import (
    changes,
    direction,
    entity,
    episode,
    fact,
    raw,
    search_text,
    search_vector,
)

IDS = ("a", "b", "c")
WORDS = ("港口", "首都", "钟楼")

ids = st.sampled_from(IDS)
places = st.integers(0, 3)
vectors = st.sampled_from([None, raw(direction(1)), raw(direction(2))])


def somebody(uuid: str, names: list[str], told: int, vector: bytes | None) -> Record:
    return replace(entity(uuid, *names, told=told), vector=vector)


def something(uuid: str, ends: list[str], told: int, text: str, vector: bytes | None) -> Record:
    about = fact(uuid, ends[0], ends[1], others=ends[2:], text=text, told=told, lo=told)
    return replace(about, vector=vector)


def chapter(uuid: str, text: str, told: int) -> Record:
    return episode(uuid, text, told=told)


words = st.sampled_from(WORDS)
entities = st.builds(somebody, ids, st.lists(words, max_size=2, unique=True), places, vectors)
facts = st.builds(something, ids, st.lists(ids, min_size=2, max_size=3), places, words, vectors)
episodes = st.builds(chapter, ids, words, places)
puts = st.lists(st.one_of(entities, facts, episodes), max_size=5, unique_by=lambda record: (record.kind, record.uuid))
retires = st.lists(st.tuples(st.sampled_from([Kind.ENTITY, Kind.FACT, Kind.EPISODE]), ids), max_size=3)
commits = st.lists(st.tuples(puts, retires), min_size=1, max_size=8)


@dataclass
class Plain:
    """A reference implementation of the store: a plain list of records."""

    live: dict[RecordKey, tuple[Record, int]] = field(default_factory=dict[RecordKey, tuple[Record, int]])
    retired: list[tuple[Record, int, int]] = field(default_factory=list[tuple[Record, int, int]])

    def commit(self, revision: int, put: list[Record], retire: list[RecordKey]) -> None:
        keys = {(record.kind, record.uuid) for record in put}
        for key in retire:
            if key not in keys and key in self.live:
                self._retire(key, revision)
        for record in put:
            self._put(record, revision)

    def _put(self, record: Record, revision: int) -> None:
        key = (record.kind, record.uuid)
        since = revision
        if key in self.live:
            old, put = self.live[key]
            if record.vector is None and record.text == old.text:
                record = replace(record, vector=old.vector)
            if record.digest == old.digest:
                since = put
            else:
                self._retire(key, revision)
        self.live[key] = (record, since)

    def _retire(self, key: RecordKey, revision: int) -> None:
        record, put = self.live.pop(key)
        if record.kind in ASSERTED:
            self.retired.append((record, put, revision))

    def of(self, kind: Kind) -> list[Record]:
        found = [record for (of, _), (record, _) in self.live.items() if of is kind]
        return sorted(found, key=lambda record: (record.told, record.uuid))

    def history(self, kind: Kind) -> list[tuple[Record, int, int | None]]:
        live = [(record, put, None) for record, put in self.live.values() if record.kind is kind]
        return sorted([*live, *(one for one in self.retired if one[0].kind is kind)], key=_version_place)


def _version_place(version: tuple[Record, int, int | None]) -> tuple[int, str, int]:
    return version[0].told, version[0].uuid, version[1]


@settings(max_examples=30, deadline=None)
@given(commits=commits)
def test_a_store_answers_like_a_list(commits: list[tuple[list[Record], list[RecordKey]]]) -> None:
    """Records, vectors, history, names, neighbours and both searches are compared after each commit."""
    asyncio.run(_compare(commits))


async def _compare(commits: list[tuple[list[Record], list[RecordKey]]]) -> None:
    store, plain = SQLiteStore(":memory:"), Plain()
    for base, (put, retire) in enumerate(commits):
        await store.commit(changes("work", *put, base=base, retire=retire))
        plain.commit(base + 1, put, retire)

        for kind in (Kind.ENTITY, Kind.FACT, Kind.EPISODE):
            assert list(await store.fetch("work", kind, vectors=True)) == plain.of(kind)
        assert await store.digests("work") == {key: record.digest for key, (record, _) in plain.live.items()}
        assert list(await store.history("work", Kind.EPISODE)) == plain.history(Kind.EPISODE)
        await _compare_searches(store, plain)
    await store.close()


async def _compare_searches(store: SQLiteStore, plain: Plain) -> None:
    people, facts = plain.of(Kind.ENTITY), plain.of(Kind.FACT)
    bearers = {word: tuple(one.uuid for one in people if word in one.keys) for word in WORDS}
    assert await store.named("work", WORDS) == {word: found for word, found in bearers.items() if found}
    for uuid in IDS:
        around = [one.uuid for one in facts if uuid in {target for _, target in one.links}]
        assert [one.uuid for one in await store.neighbours("work", [uuid], limit=2)] == around[-2:]
    for word in WORDS:
        told = await search_text(store, "work", Kind.FACT, word, limit=9, bounds=Bounds(told_by=2))
        assert sorted(one.uuid for one in told) == sorted(r.uuid for r in facts if r.text == word and r.told <= 2)
    for number in (1, 2):
        near = await search_vector(store, "work", Kind.FACT, direction(number), limit=9, bounds=Bounds(at=2))
        vector = raw(direction(number))
        same = [one.uuid for one in near if one.score == 1.0]
        assert same == sorted(r.uuid for r in facts if r.vector == vector and r.told <= 2)
