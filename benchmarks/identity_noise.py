"""Measure the cost of wrong identity answers in a novel of 39 people with several names each. A scripted reader
extracts everything correctly, but gives wrong identity answers in a given share of all decisions.

python -m benchmarks.identity_noise [--seeds 5] [--share 0.05] [--chapters 40] [--language en]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.extraction.llm_based.replies import QUOTE_MARK, EntitiesReply, FactsReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.model.graph import IssueKind, Statement
from episodic.model.records import Kind, from_json
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt

PEOPLE = 39
_TOLD_PER_CHAPTER = 20
_MET = 12
_GIVEN = "Alda Bram Cora Dain Edda Fenn Greta Hale Ilse Joss Kerr Lune Mara Nell Odo Pell Quin Rhea Sim Tove Ulla Vask Wyn".split()
_FAMILY = "Varga Hollow Marsh Reed Stone Thorn Vale Wick Ashby Brook Carrow Dunn Ember".split()
_TITLES = ("Captain", "Doctor", "Alderman", "Professor", "Judge")
_BYNAMES = "Heron Badger Lantern Magpie Sparrow Kestrel Weasel Thistle Bramble Cinder Flint Pepper Tallow".split()
_PLACES = "Northgate Caldmere Lowmarsh Highford Eastmoor Ferryhill Stonewick Redwater Greyhall Saltby".split()
_ITEMS = [f"{kind} {thing}" for kind in ("silver", "iron", "black") for thing in ("ring", "sword", "key", "lamp")]
_SURNAMES_ZH = "林沈赵王苏程陆何裴霍阮吴谢"
_GIVEN_ZH = "远度虎铁海青禾照简满龄舟渡岳澜衡朔棠"
_COURTESY_ZH = "子伯仲叔季"
_BYNAMES_ZH = (
    "灰鹭",
    "铁算盘",
    "小石榴",
    "白头翁",
    "醉猫",
    "半夏",
    "老磨坊",
    "竹叶青",
    "瘦灯笼",
    "秋后虫",
    "大斗笠",
    "红泥炉",
    "夜行船",
)
_PLACES_ZH = ("望潮城", "云石城", "雾海城", "苇风城", "霜月城", "石潮城", "海霜城")
_ITEMS_ZH = ("断剑", "铜镜", "玉佩", "铁弓", "银锁", "竹笛")

_SAID = r"(?P<who>{names})(?P<verb> now lived in | now held the |如今住在|如今持有)(?P<what>[^.。\n]+)[.。]"
_LISTED = re.compile(r"^(?P<number>\d+)\. (?P<names>.+?)(?:（| \()", re.MULTILINE)
_OFFERED = re.compile(r"^(?P<mark>[KN])(?P<number>\d+) \[[^\]]*\] (?P<names>[^:\n→]+)(?P<more>.*)$", re.MULTILINE)
_PREDICATES = {" now lived in ": "lives_in", " now held the ": "holds", "如今住在": "居住于", "如今持有": "持有"}


@dataclass
class Cast:
    """The people of the novel with their names, and the name that each chapter uses for each person."""

    language: str
    seed: int
    names: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    now: dict[tuple[int, str], str] = field(default_factory=dict[tuple[int, str], str])
    bearers: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    told: dict[str, int] = field(default_factory=dict[str, int])
    """Who each sentence is about; no two people share a sentence."""
    sentence: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        chance = random.Random(self.seed)
        for number in range(PEOPLE):
            names = self._named(chance, number)
            self.names.append(tuple(names))
            for name in names:
                self.bearers.setdefault(name, set()).add(number)
        longest_first = sorted(self.bearers, key=len, reverse=True)
        self.sentence = re.compile(_SAID.format(names="|".join(map(re.escape, longest_first))))

    def _named(self, chance: random.Random, number: int) -> list[str]:
        if self.language == "zh":
            surname = _SURNAMES_ZH[number % len(_SURNAMES_ZH)]
            given = chance.choice(_GIVEN_ZH)
            courtesy = chance.choice(_COURTESY_ZH) + _GIVEN_ZH[(number * 7 + number // 13) % len(_GIVEN_ZH)]
            names = [surname + given, courtesy, surname + courtesy]
            by_names: tuple[str, ...] = _BYNAMES_ZH
        else:
            family = _FAMILY[number % len(_FAMILY)]
            given = _GIVEN[(number * 5 + number // len(_FAMILY)) % len(_GIVEN)]
            names = [f"{given} {family}", f"{_TITLES[number // len(_FAMILY)]} {family}", given]
            by_names = tuple(_BYNAMES)
        return [*names, by_names[number // 3]] if number % 3 == 0 else names

    def chapters(self, count: int) -> list[Chapter]:
        """Generate the chapters in narrative order. The attribute `now` is the state of the world after the last
        chapter.
        """
        chance = random.Random(self.seed * 7_919 + 1)
        chinese = self.language == "zh"
        made: list[Chapter] = []
        for number in range(1, count + 1):
            met = chance.sample(range(PEOPLE), _MET)
            usable = {who: [name for name in self.names[who] if self.bearers[name] & {*met} == {who}] for who in met}
            lines: list[str] = []
            for _ in range(_TOLD_PER_CHAPTER):
                who = chance.choice(met)
                name = chance.choice(usable[who])
                holds = chance.random() < 0.4
                verb = (
                    ("如今持有" if chinese else " now held the ")
                    if holds
                    else ("如今住在" if chinese else " now lived in ")
                )
                things = (_ITEMS_ZH if chinese else _ITEMS) if holds else (_PLACES_ZH if chinese else _PLACES)
                what = chance.choice(list(things))
                line = f"{name}{verb}{what}{'。' if chinese else '.'}"
                if self.told.setdefault(line, who) != who:
                    continue
                lines.append(line)
                self._tell(who, _PREDICATES[verb], what)
            made.append(Chapter("\n\n".join(lines) + "\n", key=f"ch{number}", title=f"ch{number}", number=number))
        return made

    def _tell(self, who: int, predicate: str, what: str) -> None:
        if predicate in {"holds", "持有"}:
            # A thing has one holder, so that the previous holder no longer has a thing after a person has taken it.
            self.now = {key: one for key, one in self.now.items() if one != what}
            self.now[who, f"{predicate}:{what}"] = what
        else:
            self.now[who, predicate] = what


@dataclass
class NoisyReader:
    """A perfect reader whose identity answers are wrong in the given share of all decisions."""

    cast: Cast
    share: float
    seed: int
    asked: int = 0
    wrong: int = 0
    shown: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """The reply to one prompt."""
        match prompt:
            case EntitiesPrompt():
                return self._entities(prompt.window)
            case FactsPrompt():
                return self._facts(prompt.window, prompt.entities)
            case SamePrompt():
                return self._same(prompt)
            case WhenPrompt():
                return TimesReply(times=[])
            case _:
                return prompt.reply()

    def _entities(self, window: str) -> EntitiesReply:
        people: dict[int, dict[str, None]] = {}
        things: dict[str, str] = {}
        for found in self.cast.sentence.finditer(window):
            people.setdefault(self.cast.told[found.group(0)], {})[found["who"]] = None
            things[found["what"]] = "Item" if _PREDICATES[found["verb"]] in {"holds", "持有"} else "Place"
        rows = ["|".join(("Person", *names)) for names in people.values()]
        return EntitiesReply(entities=[*rows, *(f"{kind}|{name}" for name, kind in things.items())])

    def _facts(self, window: str, entities: str) -> FactsReply:
        numbers: dict[str, int] = {}
        for line in _LISTED.finditer(entities):
            numbers.update((name.strip(), int(line["number"])) for name in re.split(r"、|, ", line["names"]))
        made: list[str] = []
        for found in self.cast.sentence.finditer(window):
            quote = found.group(0)
            who, what = numbers.get(found["who"]), numbers.get(found["what"])
            if who and what:
                predicate = _PREDICATES[found["verb"]]
                made += [f"{QUOTE_MARK}{quote}", f"{who}|{predicate}|{what}|{quote}|begins"]
        return FactsReply(facts=made)

    def _same(self, prompt: SamePrompt) -> SameReply:
        known = {int(one["number"]): self._whose(one.group(0), one["names"]) for one in _OFFERED.finditer(prompt.known)}
        rows: list[str] = []
        for one in _OFFERED.finditer(prompt.asked):
            offered = [int(number) for number in re.findall(r"K(\d+)", one["more"].rpartition("→")[2])]
            person = self._whose(one.group(0), one["names"])
            right = [number for number in offered if known.get(number) == person and person is not None]
            given = self._given(one.group(0), right, offered)
            rows.append(f"{one['number']}|{','.join(map(str, given))}")
            self.shown.append((one.group(0), str(right)))
        return SameReply(answers=rows)

    def _given(self, line: str, right: list[int], offered: Sequence[int]) -> list[int]:
        self.asked += 1
        chance = random.Random(f"{self.seed}|{line.partition(' ')[2]}")
        if chance.random() >= self.share:
            return right
        self.wrong += 1
        wrong = [[number] for number in offered if number not in right]
        return chance.choice([*wrong, []] if right else wrong or [[]])

    def _whose(self, line: str, names: str) -> int | None:
        told = [self.cast.told.get(found.group(0)) for found in self.cast.sentence.finditer(line)]
        whose = [who for who in told if who is not None]
        for name in map(str.strip, names.split(" / ")):
            bearers = self.cast.bearers.get(name, set())
            whose += bearers if len(bearers) == 1 else ()
        return Counter(whose).most_common(1)[0][0] if whose else None


@dataclass(frozen=True)
class Noise:
    """The results of a reading of one novel."""

    right: int
    questions: int
    over_merges: int
    mixed: int
    under_merges: int
    entities: int
    asked: int
    wrong: int
    issues: int

    @property
    def true_now(self) -> float:
        """The share of questions about the end of the novel with a right answer."""
        return self.right / self.questions


async def read(cast: Cast, chapters: Sequence[Chapter], reader: NoisyReader) -> Noise:
    """Return the measures after the chapters are read."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="noise", model=ScriptedModel(reader.answer)) as graph:
        await graph.add_manuscript(chapters)
        return await measured(graph, cast, reader)


async def measured(graph: StoryGraph, cast: Cast, reader: NoisyReader) -> Noise:
    """Return which people were merged, and how many final facts are right."""
    holders = await _entity_of(graph, cast)
    people: dict[str, set[int]] = {}
    for who, uses in holders.items():
        for uuid in uses:
            people.setdefault(uuid, set()).add(who)
    main = {who: uses.most_common(1)[0][0] for who, uses in holders.items() if uses}
    shared = Counter(main.values())
    right = 0
    for (who, predicate), what in cast.now.items():
        entity = main.get(who)
        if entity is None:
            continue
        page = await graph.get_facts(FactQuery(subject=entity, predicate=predicate.partition(":")[0]))
        held = [one.fact.object_name for one in page.facts if not one.fact.ended_by]
        right += what in held if ":" in predicate else {*held} == {what}
    issues = [one for one in await graph.issues() if one.issue.kind is IssueKind.IDENTITY_SUSPECTED]
    return Noise(
        right,
        len(cast.now),
        sum(count - 1 for count in shared.values()),
        sum(len(whose) - 1 for whose in people.values()),
        sum(len(uses) - 1 for uses in holders.values() if uses),
        len(people),
        reader.asked,
        reader.wrong,
        len(issues),
    )


async def _entity_of(graph: StoryGraph, cast: Cast) -> Mapping[int, Counter[str]]:
    """Return, for each person, how many sentences about the person are statements of each entity."""
    found: dict[int, Counter[str]] = {number: Counter() for number in range(PEOPLE)}
    for record in await graph.store.fetch(graph.group_id, Kind.STATEMENT):
        statement = from_json(Statement, record.value)
        who = cast.told.get(statement.evidence.quote)
        if who is not None:
            found[who][statement.subject] += 1
    return found


async def main() -> None:
    """Read the novels and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--chapters", type=int, default=40)
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    wanted = parser.parse_args()
    rows: list[dict[str, object]] = []
    for seed in range(wanted.seeds):
        cast = Cast(wanted.language, seed)
        chapters = cast.chapters(wanted.chapters)
        noise = await read(cast, chapters, NoisyReader(cast, wanted.share, seed))
        rows.append(
            {"seed": seed, "true_now": round(noise.true_now, 3), **{name: getattr(noise, name) for name in _SHOWN}}
        )
        print(rows[-1], flush=True)


_SHOWN = ("over_merges", "mixed", "under_merges", "entities", "asked", "wrong", "issues")

if __name__ == "__main__":
    asyncio.run(main())
