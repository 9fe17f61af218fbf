"""Measure how often search finds known items, with and without coverage (the share of the query's words in a
candidate).

python -m benchmarks.search                      # the searches of both example stories, read by recorded replies and by rules
python -m benchmarks.search NOVEL.txt [...]      # known items of novels read by rules: drawn by a fixed seed, then searched for

Every query is run twice on the same graph: with the default recipe, and with coverage turned off (`uncovered_factor=1`,
`full_coverage_lift=0`, `asked_statement_lift=0`). MRR is the mean reciprocal rank: 1 if every item is first, 0 if no item
is found. The limits require that coverage does not lower the MRR over all sets, and that coverage lowers the MRR of a
single set by at most the value of one item, because single sets are small.
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
"""Number of known items that are drawn for each set."""
SEED = 7
TOP = 10
WITH, WITHOUT = "with coverage", "without"
RECIPES: Mapping[str, Recipe] = {
    WITH: DEFAULT_RECIPE,
    WITHOUT: replace(DEFAULT_RECIPE, uncovered_factor=1.0, full_coverage_lift=0.0, asked_statement_lift=0.0),
}
EVERYTHING = Scope(include_ended=True)

T = TypeVar("T")

HAN_RUN = re.compile(f"[{HAN_CLASS}]{{4,}}")
WORD = re.compile(r"[A-Za-z]{4,}")


@dataclass(frozen=True)
class Item:
    """A query, and a predicate that tells whether a hit is the searched item."""

    query: str
    fits: Callable[[Hit], bool]


@dataclass(frozen=True)
class Ranks:
    """The rank of each item of a set in its search results, from 1, or 0 if the item was not found."""

    places: tuple[int, ...]

    def within(self, top: int) -> int:
        """Return the number of items with a rank up to *top*."""
        return sum(0 < one <= top for one in self.places)

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank of a set that has items, from 0 to 1."""
        return sum(1 / one for one in self.places if one) / len(self.places)


RanksByRecipe = Mapping[str, Ranks]
"""The ranks of the same items with coverage and without coverage."""


async def compare_recipes(graph: StoryGraph, items: Sequence[Item]) -> RanksByRecipe:
    """Search for every item with both recipes."""
    return {name: await _ranks(graph, items, recipe) for name, recipe in RECIPES.items()}


async def _ranks(graph: StoryGraph, items: Sequence[Item], recipe: Recipe) -> Ranks:
    places: list[int] = []
    for item in items:
        found = await graph.search(item.query, scope=EVERYTHING, limit=TOP, recipe=recipe)
        places.append(next((place for place, hit in enumerate(found.hits, start=1) if item.fits(hit)), 0))
    return Ranks(tuple(places))


def merged_sets(every: Iterable[RanksByRecipe]) -> RanksByRecipe:
    """Combine several sets into one."""
    sets = list(every)
    return {name: Ranks(tuple(place for one in sets for place in one[name].places)) for name in RECIPES}


def lost_mrr(places: RanksByRecipe) -> float:
    """Return by how much coverage lowers the MRR. A negative number is a gain."""
    return round(places[WITHOUT].mrr - places[WITH].mrr, 6)


def set_figures(what: str, places: RanksByRecipe, *, top: int, limit: float) -> list[Figure]:
    """Return how many items are within the first *top* results and within all results, and their MRR."""
    figures: list[Figure] = []
    for name, one in places.items():
        of = f"of {len(one.places)}"
        figures += [
            Figure(f"{what}, {name}: {'first' if top == 1 else f'in the top {top}'}", one.within(top), of),
            Figure(f"{what}, {name}: in the top {TOP}", one.within(TOP), of),
            Figure(f"{what}, {name}: MRR", one.mrr, "of 1"),
        ]
    return [*figures, Figure(f"{what}: MRR lost by coverage", lost_mrr(places), "of 1", limit)]


def all_figures(sets: Mapping[str, RanksByRecipe], *, top: int) -> list[Figure]:
    """Return the figures of each set, with the value of one item as limit, and the figures of all sets combined."""
    figures: list[Figure] = []
    for what, places in sets.items():
        figures += set_figures(what, places, top=top, limit=round(1 / len(places[WITH].places), 3))
    figures += set_figures("all sets", merged_sets(sets.values()), top=top, limit=0.0)
    return [*figures, Figure("sets that coverage makes worse", sum(lost_mrr(one) > 0 for one in sets.values()), "sets")]


# Searches of the example stories.


@dataclass(frozen=True)
class ExpectedSearch:
    """A search in `expected.json`, with the name or sentence that it should find."""

    query: str
    should_find: str


@dataclass(frozen=True)
class ExpectedEntity:
    """An entity in `expected.json`."""

    name: str


@dataclass(frozen=True)
class Expected:
    """The parts of `expected.json` that this benchmark uses."""

    searches: tuple[ExpectedSearch, ...]
    entities: tuple[ExpectedEntity, ...]

    def items(self) -> list[Item]:
        """Return the searches as items. A search for a name must find the entity; a passage with the name is not
        enough.
        """
        names = {one.name for one in self.entities}
        return [
            Item(one.query, (is_named if one.should_find in names else shows_sentence)(one.should_find))
            for one in self.searches
        ]


def is_named(name: str) -> Callable[[Hit], bool]:
    """Return a predicate that tells whether a hit is an entity with this name."""
    return lambda hit: isinstance(hit, EntityHit) and name in (hit.name, *hit.aliases)


def shows_sentence(sentence: str) -> Callable[[Hit], bool]:
    """Return a predicate that tells whether a hit shows the sentence, with any line breaks."""
    wanted = " ".join(sentence.split())
    return lambda hit: wanted in " ".join(" ".join(_shown_texts(hit)).split())


def _shown_texts(hit: Hit) -> list[str]:
    words = [hit.text] if hit.sentence is None else [hit.text, hit.sentence.text]
    if isinstance(hit, FactHit):
        words.extend(one.text for one in hit.shown.quotes)
        if hit.said_in is not None:
            words.append(hit.said_in.text)
    return words


async def search_story(folder: Path, model: LanguageModel | None) -> RanksByRecipe:
    """Ingest an example story with the model, or with rules if there is no model, and run its searches."""
    expected = TypeAdapter(Expected).validate_json((folder / "expected.json").read_bytes())
    chapters, settings = load_story(folder)
    async with StoryGraph(SQLiteStore(":memory:"), group_id="example", model=model, settings=settings) as graph:
        report = await graph.add_manuscript(chapters)
        if report.failed:
            raise SystemExit(f"{folder}: {[(one.title, str(one.error)) for one in report.failed]}")
        return await compare_recipes(graph, expected.items())


async def example_sets() -> dict[str, RanksByRecipe]:
    """Return the results of both example stories, each read by recorded replies and by rules."""
    sets: dict[str, RanksByRecipe] = {}
    for language in LANGUAGES:
        folder = EXAMPLES / language
        sets[f"{language} by replies"] = await search_story(folder, build_replay(folder / "replies"))
        sets[f"{language} by rules"] = await search_story(folder, None)
    return sets


# Known items of novels.


@dataclass(frozen=True)
class Novel:
    """Passages, facts and names of an ingested novel. `named` has the passages with the entity names in each."""

    passages: tuple[Passage, ...]
    facts: tuple[Fact, ...]
    named: tuple[tuple[Passage, tuple[str, ...]], ...]
    called: Mapping[str, tuple[str, ...]]

    @staticmethod
    async def of(graph: StoryGraph) -> Novel:
        """Load the novel from the graph in narrative order, with names of two or more characters of entities that have
        facts.
        """
        store, group = graph.store, graph.group_id
        passages = tuple(from_json(Passage, one.value) for one in await store.fetch(group, Kind.PASSAGE))
        facts = tuple(from_json(Fact, one.value) for one in await store.fetch(group, Kind.FACT))
        people = [from_json(Entity, one.value) for one in await store.fetch(group, Kind.ENTITY)]
        subjects = {one.subject for one in facts}
        called = {
            one.name: tuple(alias.text for alias in one.aliases if len(alias.text) > 1)
            for one in people
            if one.uuid in subjects and len(one.name) > 1
        }
        looked_for = [(name, _alone(name)) for name in sorted(called)]
        found = [(one, tuple(name for name, wanted in looked_for if wanted.search(one.text))) for one in passages]
        return Novel(passages, facts, tuple((passage, names) for passage, names in found if names), called)


def draw_pieces(text: str, count: int, chance: random.Random) -> list[str]:
    """Draw up to *count* pieces of a text: the first four characters of a run of Han characters, or two words."""
    runs = list(dict.fromkeys(one[:4] for one in HAN_RUN.findall(text)))
    if runs:
        return chance.sample(runs, min(count, len(runs)))
    words = chance.sample(found := list(dict.fromkeys(WORD.findall(text))), min(2 * count, len(found)))
    return [" ".join(words[start : start + 2]) for start in range(0, len(words), 2)]


def _alone(words: str) -> re.Pattern[str]:
    """Return a pattern for the words that does not match inside a longer word of Latin letters."""
    return re.compile(rf"(?<![A-Za-z]){re.escape(words)}(?![A-Za-z])")


def says_all(words: Iterable[str]) -> Callable[[Hit], bool]:
    """Return a predicate that tells whether a hit is a passage with all the words, or is shown with one."""
    wanted = [_alone(one) for one in words]

    def fits(hit: Hit) -> bool:
        passage = _passage_of(hit)
        return passage is not None and all(one.search(passage.text) for one in wanted)

    return fits


def states_one_of(facts: Sequence[Fact]) -> Callable[[Hit], bool]:
    """Return a predicate that tells whether a hit is one of the facts, or a passage that states one of them."""
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
    """Search for a passage with two pieces of its text."""
    for passage in _shuffled(novel.passages, chance):
        words = draw_pieces(passage.text, 2, chance)
        if len(words) == 2:
            yield _passage_item(words)


def a_wrong_piece(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Search for a passage with two pieces of its text and one piece of another passage, as if misremembered."""
    others = _shuffled(novel.passages, chance)
    for passage, other in zip(_shuffled(novel.passages, chance), others, strict=True):
        words, wrong = draw_pieces(passage.text, 2, chance), draw_pieces(other.text, 1, chance)
        if len(words) == 2 and wrong and other is not passage:
            yield _passage_item(words, besides=wrong)


def name_and_piece(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Search for a passage with a name in it and a piece of its text."""
    for passage, names in _shuffled(novel.named, chance):
        name = chance.choice(names)
        words = draw_pieces(passage.text.replace(name, "\n"), 1, chance)
        if words:
            yield _passage_item([name, *words])


def another_name_and_piece(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Search for a passage with one of its pieces and a name that the passage does not use for an entity in it."""
    for passage, names in _shuffled(novel.named, chance):
        name = chance.choice(names)
        others = [one for one in novel.called[name] if not _alone(one).search(passage.text)]
        words = draw_pieces(passage.text.replace(name, "\n"), 1, chance)
        if others and words:
            yield _passage_item([name, *words], asked=[chance.choice(others), *words])


def two_names(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Search for any passage that has both of two names."""
    for _, names in _shuffled(novel.named, chance):
        pairs = [one for one in combinations(names, 2) if one[0] not in one[1] and one[1] not in one[0]]
        if pairs:
            yield _passage_item(chance.sample(chance.choice(pairs), 2))


def fact_sentences(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Search for facts by their text without the full stop. Passages that state a searched fact are accepted, too."""
    for text in (one.text for one in _shuffled(novel.facts, chance)):
        yield Item(text.rstrip("。."), states_one_of([one for one in novel.facts if one.text == text]))


def fact_quotes(novel: Novel, chance: random.Random) -> Iterator[Item]:
    """Search for facts by their quote. Passages that state a searched fact are accepted, too."""
    for quote in (one.evidence[0].quote for one in _shuffled(novel.facts, chance)):
        yield Item(
            quote, states_one_of([one for one in novel.facts if any(said.quote == quote for said in one.evidence)])
        )


SETS: Mapping[str, Callable[[Novel, random.Random], Iterator[Item]]] = {
    "two pieces of a passage": two_pieces,
    "two pieces and a piece of another passage": a_wrong_piece,
    "a name and a piece": name_and_piece,
    "another name of an entity and a piece": another_name_and_piece,
    "two names": two_names,
    "a fact's sentence": fact_sentences,
    "a fact's quote": fact_quotes,
}


def _shuffled(every: Sequence[T], chance: random.Random) -> list[T]:
    return chance.sample(every, len(every))


def _passage_item(words: Sequence[str], *, asked: Sequence[str] = (), besides: Sequence[str] = ()) -> Item:
    """Return an item for passages with all *words*. Its query is *asked* or else *words*, followed by *besides*."""
    return Item(" ".join((*(asked or words), *besides)), says_all(part for one in words for part in one.split()))


async def novel_sets(path: Path) -> dict[str, RanksByRecipe]:
    """Return the results for the known items of one novel. Raises what `load_manuscript` raises for the path."""
    sets: dict[str, RanksByRecipe] = {}
    async with StoryGraph(SQLiteStore(":memory:"), group_id="novel") as graph:
        await graph.add_manuscript(path)
        novel = await Novel.of(graph)
        for what, drawn in SETS.items():
            items = list(islice(drawn(novel, random.Random(SEED)), ITEMS))
            if items:
                sets[f"{path.stem}, {what}"] = await compare_recipes(graph, items)
    return sets


async def main(novels: Sequence[Path]) -> int:
    """Run the benchmark and publish the figures. Return 1 if a figure is over its limit."""
    if not novels:
        question = "Search: are the expected results of the example stories found?"
        return publish(question, all_figures(await example_sets(), top=3))
    sets: dict[str, RanksByRecipe] = {}
    for one in novels:
        sets |= await novel_sets(one)
    if not sets:
        raise SystemExit("nothing to search for was read of these files")
    return publish("Search of novels: are known items found?", all_figures(sets, top=1))


if __name__ == "__main__":
    sys.exit(asyncio.run(main([Path(one) for one in sys.argv[1:]])))
