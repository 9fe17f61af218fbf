"""Measure whether the names of known entities are found in every chapter whose text contains them.

python -m benchmarks.known_names NOVEL.txt [...] # novels read by rules

For the 200 entities with the most mentions, the benchmark searches each chapter for the entity's names: names of at
least two Han characters, and names whose words are capitalised. A name counts if it is not a part of a longer name of
the work and only one entity is mentioned by it anywhere. A name is missing if a chapter contains the name but has no mention of the
entity. Chapters before the first mention of the entity are counted separately, because a reader of a chapter does not
know the names of later chapters.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.model.episodes import Episode
from episodic.model.graph import Entity, Mentions
from episodic.model.records import Kind, from_json
from episodic.stores.sqlite import SQLiteStore
from episodic.text.scripts import HAN_CLASS

ENTITIES = 200
LIMIT = 0.01
_HAN = re.compile(f"[{HAN_CLASS}]")
_CAPITALISED = re.compile(r"[A-Z]\w+(?:[ .'’\-]+\w+)*")
_LETTER = re.compile(r"[A-Za-z]")


@dataclass(frozen=True)
class ReadNovel:
    """The chapters, entities and mentions of a novel that was read."""

    chapters: tuple[Episode, ...]
    entities: tuple[Entity, ...]
    mentions: tuple[Mentions, ...]

    @staticmethod
    async def of(graph: StoryGraph) -> ReadNovel:
        """Read the chapters (in narrative order), entities and mentions from the graph."""
        store, group = graph.store, graph.group_id
        chapters = [from_json(Episode, one.value) for one in await store.fetch(group, Kind.EPISODE)]
        return ReadNovel(
            tuple(sorted(chapters, key=lambda one: one.order)),
            tuple(from_json(Entity, one.value) for one in await store.fetch(group, Kind.ENTITY)),
            tuple(from_json(Mentions, one.value) for one in await store.fetch(group, Kind.MENTION)),
        )


@dataclass(frozen=True)
class MissingName:
    """A name that occurs in a chapter without a mention of its entity."""

    name: str
    chapter: Episode
    place: int
    early: bool
    """Whether the chapter comes before the first mention of the entity."""


@dataclass(frozen=True)
class Found:
    """The number of pairs of a name and a chapter with the name, and the pairs without a mention."""

    pairs: int
    missing: tuple[MissingName, ...]
    wrong_last: int
    """The number of entities whose last mention is in an earlier chapter than the last occurrence of their names."""

    def share(self, *, early: bool) -> float:
        """Return the missing pairs as a share of all pairs. *early* says whether chapters before the first mention
        count.
        """
        return sum(early or not one.early for one in self.missing) / max(1, self.pairs)


def searched_names(entities: Sequence[Entity], mentions: Sequence[Mentions]) -> dict[str, str]:
    """Return the names to search for with their entities. Exactly one entity of the work is mentioned by each of these
    names, also in the chapters in which the name is only a form that several entities can share.
    """
    pairs = {(alias.text, one.uuid) for one in entities for alias in one.aliases}
    pairs |= {(" ".join(form.split()), one.entity) for one in mentions for form, _ in one.places}
    bearers = Counter(name for name, _ in pairs)
    top = sorted(entities, key=lambda one: (-one.mentions, one.uuid))[:ENTITIES]
    return {
        alias.text: one.uuid
        for one in top
        for alias in one.aliases
        if bearers[alias.text] == 1 and (_is_han(alias.text) or _CAPITALISED.fullmatch(alias.text))
    }


def _is_han(name: str) -> bool:
    return len(name) > 1 and all(_HAN.match(character) for character in name)


def occurrences(text: str, wanted: Mapping[str, str], every: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Return the first occurrence of each wanted name that is not a part of a longer name in *every*."""
    names = [name for name in every if name in text]
    found: set[str] = set()
    spans = [(place, place + len(name), name) for name in names for place in _places(text, name)]
    longest: dict[int, int] = defaultdict(int)
    for start, end, _ in spans:
        for place in range(start, end):
            longest[place] = max(longest[place], end - start)
    for start, end, name in sorted(spans):
        if name in wanted and name not in found and all(longest[place] == end - start for place in range(start, end)):
            found.add(name)
            yield name, start


def _places(text: str, name: str) -> Iterator[int]:
    place = text.find(name)
    while place >= 0:
        around = text[max(0, place - 1) : place], text[place + len(name) : place + len(name) + 1]
        if not (_LETTER.match(name) and any(side and (side.isalnum() or side == "-") for side in around)):
            yield place
        place = text.find(name, place + 1)


def measured(novel: ReadNovel) -> Found:
    """Return the names in the chapters, with and without a mention."""
    wanted = searched_names(novel.entities, novel.mentions)
    every = {alias.text for one in novel.entities for alias in one.aliases if len(alias.text) > 1}
    places = {(one.entity, one.episode) for one in novel.mentions}
    orders = {one.uuid: one.order for one in novel.chapters}
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for entity, episode in places:
        first[entity] = min(orders[episode], first.get(entity, orders[episode]))
        last[entity] = max(orders[episode], last.get(entity, orders[episode]))
    pairs = 0
    missing: list[MissingName] = []
    for chapter in novel.chapters:
        for name, place in occurrences(chapter.text, wanted, every):
            pairs += 1
            entity = wanted[name]
            if (entity, chapter.uuid) not in places:
                missing.append(MissingName(name, chapter, place, chapter.order < first[entity]))
    late = {wanted[one.name] for one in missing if one.chapter.order > last[wanted[one.name]]}
    return Found(pairs, tuple(missing), len(late))


def figures(title: str, found: Found, seconds: float) -> list[Figure]:
    """The figures of one novel."""
    return [
        Figure(f"{title}: pairs of a name and a chapter with it", found.pairs, "pairs"),
        Figure(f"{title}: missing after the first mention", found.share(early=False), "of 1", LIMIT),
        Figure(f"{title}: missing in all chapters", found.share(early=True), "of 1"),
        Figure(f"{title}: entities whose last mention is too early", found.wrong_last, "of 200"),
        Figure(f"{title}: reading and saving", seconds, "s"),
    ]


async def main(novels: Sequence[Path]) -> int:
    """Read the novels by rules and publish the figures. Return 1 if too many names are missing."""
    made: list[Figure] = []
    for path in novels:
        async with StoryGraph(SQLiteStore(":memory:"), group_id="novel") as graph:
            begun = time.perf_counter()
            await graph.add_manuscript(path)
            seconds = time.perf_counter() - begun
            found = measured(await ReadNovel.of(graph))
        made += figures(path.stem, found, seconds)
        for one in found.missing[:: max(1, len(found.missing) // 40)]:
            around = one.chapter.text[max(0, one.place - 12) : one.place + len(one.name) + 12].replace("\n", " ")
            print(f"{'early' if one.early else 'late '} {one.name}  {one.chapter.title[:12]}: …{around}…")
    if not made:
        raise SystemExit("name the files of the novels")
    return publish("Known names: is a known name found in every chapter that contains it?", made)


if __name__ == "__main__":
    sys.exit(asyncio.run(main([Path(one) for one in sys.argv[1:]])))
