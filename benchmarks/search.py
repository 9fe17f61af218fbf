"""How often does search find the thing that was asked for, and does coverage (how much of a query is said) find it better?

python -m benchmarks.search                      # the searches of both example stories, read by recorded replies and by rules
python -m benchmarks.search NOVEL.txt [...]      # known items of novels read by rules: drawn by a fixed seed, then searched for

Every query is asked twice of the same graph: by the recipe as it is shipped, and by the same with its coverage off (`uncovered_factor=1`,
`full_coverage_lift=0`: how much of the query a candidate says changes nothing). MRR is the mean reciprocal rank: 1 where every item came
first, 0 where none was found. What is promised is that coverage costs nothing of it over all sets, and in no set more than one
item is worth: a single set is too small to promise nothing.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from benchmarks.report import Figure, publish
from episodic.app import StoryGraph
from episodic.cli.demo import load_story
from episodic.llm.chain import build_replay
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact
from episodic.model.records import Kind, from_json
from episodic.ports import LanguageModel
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.hit_building import states
from episodic.search.results import EntityHit, FactHit, Hit
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.text.scripts import HAN_CLASS

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LANGUAGES = ("zh", "en")
ITEMS = 60
"""So many known items are drawn a set."""
SEED = 7
TOP = 10
WITH, WITHOUT = "with coverage", "without"
RECIPES: Mapping[str, Recipe] = {
    WITH: DEFAULT_RECIPE,
    WITHOUT: replace(DEFAULT_RECIPE, uncovered_factor=1.0, full_coverage_lift=0.0),
}
EVERYTHING = Scope(include_ended=True)

T = TypeVar("T")

HAN_RUN = re.compile(f"[{HAN_CLASS}]{{4,}}")
WORD = re.compile(r"[A-Za-z]{4,}")


@dataclass(frozen=True)
class Item:
    """A query, and whether a hit is what it asks for."""

    query: str
    fits: Callable[[Hit], bool]


@dataclass(frozen=True)
class Places:
    """At which place of the answer each item of a set stood, from 1; 0 where it was not found."""

    places: tuple[int, ...]

    def within(self, top: int) -> int:
        """How many were among the first *top*."""
        return sum(0 < one <= top for one in self.places)

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank of a set that has items, from 0 to 1."""
        return sum(1 / one for one in self.places if one) / len(self.places)


Compared = Mapping[str, Places]
"""The places of the same items with coverage and without."""


async def compared(graph: StoryGraph, items: Sequence[Item]) -> Compared:
    """Every item searched for by both recipes."""
    return {name: await _places(graph, items, recipe) for name, recipe in RECIPES.items()}


async def _places(graph: StoryGraph, items: Sequence[Item], recipe: Recipe) -> Places:
    places: list[int] = []
    for item in items:
        found = await graph.search(item.query, scope=EVERYTHING, limit=TOP, recipe=recipe)
        places.append(next((place for place, hit in enumerate(found.hits, start=1) if item.fits(hit)), 0))
    return Places(tuple(places))


def merged(every: Iterable[Compared]) -> Compared:
    """Several sets as one."""
    sets = list(every)
    return {name: Places(tuple(place for one in sets for place in one[name].places)) for name in RECIPES}


def lost(places: Compared) -> float:
    """How much of the MRR coverage costs; below 0 is what it gains."""
    return round(places[WITHOUT].mrr - places[WITH].mrr, 6)


def set_figures(what: str, places: Compared, *, top: int, limit: float) -> list[Figure]:
    """How many items are among the first *top* and among all that is shown, and how well they stand there."""
    figures: list[Figure] = []
    for name, one in places.items():
        of = f"of {len(one.places)}"
        figures += [
            Figure(f"{what}, {name}: {'first' if top == 1 else f'in the top {top}'}", one.within(top), of),
            Figure(f"{what}, {name}: in the top {TOP}", one.within(TOP), of),
            Figure(f"{what}, {name}: MRR", one.mrr, "of 1"),
        ]
    return [*figures, Figure(f"{what}: MRR lost by coverage", lost(places), "of 1", limit)]


def all_figures(sets: Mapping[str, Compared], *, top: int) -> list[Figure]:
    """Each set beside what one of its items is worth, then all of them as one."""
    figures: list[Figure] = []
    for what, places in sets.items():
        figures += set_figures(what, places, top=top, limit=round(1 / len(places[WITH].places), 3))
    figures += set_figures("all sets", merged(sets.values()), top=top, limit=0.0)
    return [*figures, Figure("sets that coverage makes worse", sum(lost(one) > 0 for one in sets.values()), "sets")]


# The searches of the example stories.


@dataclass(frozen=True)
class Wanted:
    """A search of `expected.json`, and the name or the sentence that it should find."""

    query: str
    should_find: str


@dataclass(frozen=True)
class Named:
    """Somebody of `expected.json`."""

    name: str


@dataclass(frozen=True)
class Expected:
    """What is read of `expected.json`."""

    searches: tuple[Wanted, ...]
    entities: tuple[Named, ...]

    def items(self) -> list[Item]:
        """Its searches. Somebody's name is found where that person is; it does not do that a passage has the name in it."""
        names = {one.name for one in self.entities}
        return [
            Item(one.query, (bears if one.should_find in names else shows)(one.should_find)) for one in self.searches
        ]


def bears(name: str) -> Callable[[Hit], bool]:
    """Whether a hit is who is called so."""
    return lambda hit: isinstance(hit, EntityHit) and name in (hit.name, *hit.aliases)


def shows(sentence: str) -> Callable[[Hit], bool]:
    """Whether a reader who is shown a hit reads the sentence, however its lines are broken."""
    wanted = " ".join(sentence.split())
    return lambda hit: wanted in " ".join(" ".join(_read_in(hit)).split())


def _read_in(hit: Hit) -> list[str]:
    words = [hit.text] if hit.sentence is None else [hit.text, hit.sentence.text]
    if isinstance(hit, FactHit):
        words.extend(one.text for one in hit.shown.quotes)
        if hit.said_in is not None:
            words.append(hit.said_in.text)
    return words


async def searched(folder: Path, model: LanguageModel | None) -> Compared:
    """An example story read by the model, or by rules, and its searches."""
    expected = TypeAdapter(Expected).validate_json((folder / "expected.json").read_bytes())
    chapters, settings = load_story(folder)
    async with StoryGraph(SQLiteStore(":memory:"), group_id="example", model=model, settings=settings) as graph:
        report = await graph.add_manuscript(chapters)
        if report.failed:
            raise SystemExit(f"{folder}: {[(one.title, str(one.error)) for one in report.failed]}")
        return await compared(graph, expected.items())


async def example_sets() -> dict[str, Compared]:
    """Both example stories, by both ways of reading."""
    sets: dict[str, Compared] = {}
    for language in LANGUAGES:
        folder = EXAMPLES / language
        sets[f"{language} by replies"] = await searched(folder, build_replay(folder / "replies"))
        sets[f"{language} by rules"] = await searched(folder, None)
    return sets


# Known items of novels.


@dataclass(frozen=True)
class Novel:
    """What a novel holds as it was read: passages, facts, and who is called what; `named` are passages with the names in each."""

    passages: tuple[Passage, ...]
    facts: tuple[Fact, ...]
    named: tuple[tuple[Passage, tuple[str, ...]], ...]
    called: Mapping[str, tuple[str, ...]]

    @staticmethod
    async def of(graph: StoryGraph) -> Novel:
        """Everything in the graph, in telling order. Names are those of whom facts are told, and need two characters."""
        store, group = graph.store, graph.group_id
        passages = tuple(from_json(Passage, one.value) for one in await store.fetch(group, Kind.PASSAGE))
        facts = tuple(from_json(Fact, one.value) for one in await store.fetch(group, Kind.FACT))
        people = [from_json(Entity, one.value) for one in await store.fetch(group, Kind.ENTITY)]
        told_of = {one.subject for one in facts}
        called = {
            one.name: tuple(alias.text for alias in one.aliases if len(alias.text) > 1)
            for one in people
            if one.uuid in told_of and len(one.name) > 1
        }
        looked_for = [(name, _alone(name)) for name in sorted(called)]
        found = [(one, tuple(name for name, wanted in looked_for if wanted.search(one.text))) for one in passages]
        return Novel(passages, facts, tuple((passage, names) for passage, names in found if names), called)


def pieces(text: str, count: int, chance: random.Random) -> list[str]:
    """So many pieces of a text: the first four characters of a run of Han, or two words somewhere in it; fewer if it has not as many."""
    runs = list(dict.fromkeys(one[:4] for one in HAN_RUN.findall(text)))
    if runs:
        return chance.sample(runs, min(count, len(runs)))
    words = chance.sample(found := list(dict.fromkeys(WORD.findall(text))), min(2 * count, len(found)))
    return [" ".join(words[start : start + 2]) for start in range(0, len(words), 2)]


def _alone(words: str) -> re.Pattern[str]:
    """Finds the words where they are not a part of a longer word of an alphabet."""
    return re.compile(rf"(?<![A-Za-z]){re.escape(words)}(?![A-Za-z])")


def says_all(words: Iterable[str]) -> Callable[[Hit], bool]:
    """Whether a hit is, or is shown with, a passage in which all of the words stand."""
    wanted = [_alone(one) for one in words]

    def fits(hit: Hit) -> bool:
        passage = _passage_of(hit)
        return passage is not None and all(one.search(passage.text) for one in wanted)

    return fits


def tells(facts: Sequence[Fact]) -> Callable[[Hit], bool]:
    """Whether a hit is one of the facts, or a passage that says one."""
    ids = {one.uuid for one in facts}

    def fits(hit: Hit) -> bool:
        passage = _passage_of(hit)
        return hit.uuid in ids or (passage is not None and any(states(passage, one) for one in facts))

    return fits


def _passage_of(hit: Hit) -> Passage | None:
    if isinstance(hit, FactHit):
        return None if hit.said_in is None else hit.said_in.passage
    return None if isinstance(hit, EntityHit) else hit.passage


def two_pieces(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Two pieces of a passage; the passage is asked for."""
    for passage in _shuffled(novel.passages, chance):
        words = pieces(passage.text, 2, chance)
        if len(words) == 2:
            yield _passage_item(words)


def a_wrong_piece(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Two pieces of a passage and one of another, as somebody asks who remembers it half; the first passage is asked for."""
    others = _shuffled(novel.passages, chance)
    for passage, other in zip(_shuffled(novel.passages, chance), others, strict=True):
        words, wrong = pieces(passage.text, 2, chance), pieces(other.text, 1, chance)
        if len(words) == 2 and wrong and other is not passage:
            yield _passage_item(words, besides=wrong)


def name_and_piece(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """A name, and a piece of a passage in which it stands; the passage is asked for."""
    for passage, names in _shuffled(novel.named, chance):
        name = chance.choice(names)
        words = pieces(passage.text.replace(name, "\n"), 1, chance)
        if words:
            yield _passage_item([name, *words])


def another_name_and_piece(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """A name that does not stand in a passage where its bearer has another, and a piece of it; the passage is asked for."""
    for passage, names in _shuffled(novel.named, chance):
        name = chance.choice(names)
        others = [one for one in novel.called[name] if not _alone(one).search(passage.text)]
        words = pieces(passage.text.replace(name, "\n"), 1, chance)
        if others and words:
            yield _passage_item([name, *words], asked=[chance.choice(others), *words])


def two_names(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Two names that stand in one passage, neither in the other; any passage that has both is asked for."""
    for _, names in _shuffled(novel.named, chance):
        pairs = [one for one in combinations(names, 2) if one[0] not in one[1] and one[1] not in one[0]]
        if pairs:
            yield _passage_item(chance.sample(chance.choice(pairs), 2))


def fact_sentences(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """The sentence of a fact without its full stop; facts of the same words, or a passage that says one, are asked for."""
    for text in (one.text for one in _shuffled(novel.facts, chance)):
        yield Item(text.rstrip("。."), tells([one for one in novel.facts if one.text == text]))


def fact_quotes(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """What the author says a fact with; facts of the same quote, or a passage that says one, are asked for."""
    for quote in (one.evidence[0].quote for one in _shuffled(novel.facts, chance)):
        yield Item(quote, tells([one for one in novel.facts if any(said.quote == quote for said in one.evidence)]))


SETS: Mapping[str, Callable[[Novel, random.Random], Iterator[Item]]] = {
    "two pieces of a passage": two_pieces,
    "two pieces and a wrong one": a_wrong_piece,
    "a name and a piece": name_and_piece,
    "another name and a piece": another_name_and_piece,
    "two names": two_names,
    "a fact's sentence": fact_sentences,
    "a fact's quote": fact_quotes,
}


def _shuffled(every: Sequence[T], chance: random.Random) -> list[T]:
    return chance.sample(every, len(every))


def _passage_item(words: Sequence[str], *, asked: Sequence[str] = (), besides: Sequence[str] = ()) -> Item:
    """Asks for passages with all of the words, by these words (or *asked* instead) and what is said *besides*."""
    return Item(" ".join((*(asked or words), *besides)), says_all(part for one in words for part in one.split()))


async def novel_sets(path: Path) -> dict[str, Compared]:
    """The known items of one novel. Raises what `load_manuscript` raises for the path."""
    sets: dict[str, Compared] = {}
    async with StoryGraph(SQLiteStore(":memory:"), group_id="novel") as graph:
        await graph.add_manuscript(path)
        novel = await Novel.of(graph)
        for what, drawn in SETS.items():
            items = list(islice(drawn(novel, random.Random(SEED)), ITEMS))
            if items:
                sets[f"{path.stem}, {what}"] = await compared(graph, items)
    return sets


async def main(novels: Sequence[Path]) -> int:
    """Measure and publish; 1 where coverage does harm."""
    if not novels:
        question = "Search: are the searches of the example stories answered?"
        return publish(question, all_figures(await example_sets(), top=3))
    sets: dict[str, Compared] = {}
    for one in novels:
        sets |= await novel_sets(one)
    if not sets:
        raise SystemExit("nothing to search for was read of these files")
    return publish("Search of novels: are known items found?", all_figures(sets, top=1))


if __name__ == "__main__":
    sys.exit(asyncio.run(main([Path(one) for one in sys.argv[1:]])))
