"""Measure how long Neo4j takes to save one chapter, and to ingest a manuscript.

python -m benchmarks.neo4j_commit # both servers of `make neo4j-start`, the generated novel python -m
benchmarks.neo4j_commit --manuscript sanguoyanyi.txt # a text of your own, read by rules python -m
benchmarks.neo4j_commit --address bolt://127.0.0.1:7687 # another server

Only public interfaces of the package are used, so that an older checkout can be measured with the same program: put a
folder with the old `episodic` and the current `benchmarks` first on PYTHONPATH. Each version needs a separate server,
because migrations are not undone.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.model.episodes import Chapter
from episodic.model.ids import identify
from episodic.model.records import Changes, Kind, Link, Record
from episodic.stores.neo4j import Neo4jStore
from episodic.text.manuscript_files import load_manuscript
from tests.neo4j_servers import addresses

EMBEDDER = HashedEmbedder()
PASSAGES, ENTITIES, FACTS, MENTIONS, STATEMENTS = 60, 40, 150, 40, 108
"""Numbers of records of one chapter: 400 with the episode and its reading. Passages, entities and facts have
embeddings.
"""
CHANGED = 20
"""Number of facts of the previous chapter that get an end."""
TEXT = "那天的风很大，林远离开青石镇的时候，谁也没有再说话，只听见远处的水声。"


@dataclass(frozen=True)
class Plan:
    """The chapters and the number of commits to measure, and which of the two measurements to make."""

    chapters: Sequence[Chapter]
    commits: int
    parts: frozenset[str]


async def chapter(number: int) -> list[Record]:
    """Generate the records of one chapter."""
    chance = random.Random(number)

    def name(kind: Kind, place: int, of: int = number) -> str:
        return identify("bench", of, kind, place)

    def one(kind: Kind, place: int, text: str | None, *links: tuple[Link, str], hi: int | None = None) -> Record:
        keys = (text[:8],) if kind is Kind.ENTITY and text else ()
        words = TEXT * 150 if kind is Kind.EPISODE else text or ""
        value = f'{{"uuid":"{kind}","text":"{words}","name":"{words[:6]}","predicate":"knows"}}'
        return Record(kind, name(kind, place), value, text, keys, links, number, number, hi)

    records = [one(Kind.EPISODE, 0, None), one(Kind.READING, 0, None)]
    episode = (Link.EPISODE, name(Kind.EPISODE, 0))
    records += [
        one(Kind.PASSAGE, place, f"第{number}章{place}：{TEXT}{chance.randrange(9**9)}", episode)
        for place in range(PASSAGES)
    ]
    records += [one(Kind.ENTITY, place, f"人物{chance.randrange(9**9)}") for place in range(ENTITIES)]
    for place in range(FACTS):
        subject, other = (name(Kind.ENTITY, chance.randrange(ENTITIES)) for _ in range(2))
        text = f"林远{chance.randrange(9**9)}在第{number}章认识了青石镇的人{place}"
        records.append(one(Kind.FACT, place, text, (Link.SUBJECT, subject), (Link.OBJECT, other)))
    records += [
        one(Kind.MENTION, place, None, episode, (Link.ENTITY, name(Kind.ENTITY, place))) for place in range(MENTIONS)
    ]
    records += [
        one(
            *(Kind.STATEMENT, place, None),
            *((Link.PASSAGE, name(Kind.PASSAGE, place % PASSAGES)), (Link.FACT, name(Kind.FACT, place))),
        )
        for place in range(STATEMENTS)
    ]
    searched = [place for place, record in enumerate(records) if record.text is not None]
    vectors = await EMBEDDER.embed([records[place].text or "" for place in searched])
    for place, vector in zip(searched, vectors, strict=True):
        records[place] = records[place].with_vector(vector.astype("<f4").tobytes())
    return records


def ended(record: Record, at: int) -> Record:
    """Return a new version of a fact record that ends at order key *at*."""
    return Record(
        *(record.kind, record.uuid, record.value, record.text, record.keys, record.links, record.told, record.lo, at)
    )


async def commits(address: str, count: int) -> list[float]:
    """Return the milliseconds of each of *count* commits of one chapter."""
    store = Neo4jStore(address)
    group = f"commits {uuid.uuid4()}"
    milliseconds: list[float] = []
    before: list[Record] = []
    await store.setup()
    for number in range(count + 5):
        records = await chapter(number)
        facts = [one for one in before if one.kind is Kind.FACT][:CHANGED]
        put = (*records, *(ended(one, number) for one in facts))
        changes = Changes(group, number, uuid.uuid4().hex, "", "bench", put, (), EMBEDDER.name, EMBEDDER.dimension)
        start = time.perf_counter()
        await store.commit(changes)
        milliseconds.append(1000 * (time.perf_counter() - start))
        before = records
    await store.delete(group)
    await store.close()
    # Neo4j plans and compiles queries during the first commits.
    return milliseconds[5:]


async def manuscript(address: str, chapters: Sequence[Chapter]) -> float:
    """Return the seconds in which the chapters are read by rules and saved."""
    store = Neo4jStore(address)
    group = f"manuscript {uuid.uuid4()}"
    graph = StoryGraph(store, group_id=group)
    await graph.setup()
    start = time.perf_counter()
    await graph.add_manuscript(chapters)
    seconds = time.perf_counter() - start
    await store.delete(group)
    await graph.close()
    return seconds


async def figures(servers: dict[str, str], plan: Plan) -> list[Figure]:
    """Return the figures of all measurements on all servers."""
    found: list[Figure] = []
    for name, address in servers.items():
        if "commit" in plan.parts:
            milliseconds = await commits(address, plan.commits)
            what = f"{name}: commit of one chapter, 400 records, 250 embeddings"
            found.append(Figure(f"{what}, median of {plan.commits}", statistics.median(milliseconds), "ms"))
            found.append(Figure(f"{what}, minimum", min(milliseconds), "ms"))
        if "manuscript" in plan.parts:
            seconds = await manuscript(address, plan.chapters)
            found.append(Figure(f"{name}: {len(plan.chapters)} chapters ingested by rules", seconds, "s"))
    return found


def main() -> int:
    """Run the measurements that the command-line arguments select."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="a server (default: those of `make neo4j-start`)")
    parser.add_argument("--manuscript", type=Path, help="a text (default: the generated novel)")
    parser.add_argument("--chapters", type=int, default=120)
    parser.add_argument("--commits", type=int, default=25)
    parser.add_argument("--only", choices=("commit", "manuscript"))
    given = parser.parse_args()
    if given.manuscript is None:
        novel = Novel("zh", 3_000)
        chapters = [novel.chapter(number) for number in range(1, given.chapters + 1)]
    else:
        chapters = [*load_manuscript(given.manuscript).chapters][: given.chapters]
    servers = addresses() if given.address is None else {"Neo4j": given.address}
    parts = frozenset({given.only} if given.only else {"commit", "manuscript"})
    plan = Plan(chapters, given.commits, parts)
    return publish("Neo4j commit: how long do a commit and a manuscript take?", asyncio.run(figures(servers, plan)))


if __name__ == "__main__":
    sys.exit(main())
