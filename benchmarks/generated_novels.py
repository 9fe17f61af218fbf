"""Measure what a memory answers about generated novels, each read by a perfect reader: what is true now, at each chapter
(of the whole text, and of the text up to it), and on days of the calendar.

python -m benchmarks.generated_novels [--seeds 3] [--first-seed 1] [--chapters 12] [--language en] [--misses 20]
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from benchmarks.careful_reader import Asked, CarefulReader
from benchmarks.told_novel import Novel
from benchmarks.told_words import full_date
from benchmarks.told_world import DEAD, Key
from episodic.app import StoryGraph
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.extraction.llm_based.replies import QUOTE_MARK, EntitiesReply, FactsReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.model.readings import StatementScope
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt

_LISTED = re.compile(r"^(?P<number>\d+)\. (?P<names>.+?)(?:（| \()", re.MULTILINE)
_KNOWN = re.compile(r"^K(?P<number>\d+) \[[^\]]*\] (?P<name>.+?)(?: / .*)?: \"", re.MULTILINE)
_NEW = re.compile(r"^N(?P<number>\d+) \[[^\]]*\] (?P<name>.+?)(?: / .*)?: \".* → (?P<offered>.*)$", re.MULTILINE)
_SENTENCE = re.compile(r"[^.。\n]+[.。]")
_NAMED = re.compile(r"\{([^{}]+)\}")
_ALL = 100_000
_OF_SUBJECT = {"lives_in": "home", "located_in": "where", "rank": "rank", "imprisoned_in": "jail"}
_OF_OBJECT = {"holds": "holder", "leads": "leader"}
_OF_BOTH = {"title": "office", "member_of": "member", "knows_that": "knows"}
_TERMS = {"ally_of": "ally", "enemy_of": "enemy"}
_ASKED_SCOPES = frozenset({StatementScope.WORLD, StatementScope.CLAIM})
State = tuple[Key, str]


class PerfectReader:
    """Answers the prompts about a novel with what its text says."""

    def __init__(self, novel: Novel) -> None:
        self._novel = novel
        self.asked: Counter[str] = Counter()
        """The questions about time words and pairs, which the reader answers with "unknown" and "both"."""

    def model(self) -> ScriptedModel:
        """Return the reader as a language model."""
        return ScriptedModel(self.answer)

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        match prompt:
            case EntitiesPrompt():
                return self._entities(prompt)
            case FactsPrompt():
                return self._facts(prompt)
            case SamePrompt():
                self.asked["same"] += 1
                return _same(prompt)
            case WhenPrompt():
                self.asked[prompt.words] += 1
                return TimesReply(times=[])
            case _:
                self.asked[prompt.messages().user[:2000]] += 1
                return prompt.reply()

    def _entities(self, prompt: EntitiesPrompt) -> EntitiesReply:
        named = [f"{kind}|{name}" for name, kind in self._novel.types.items() if name in prompt.window]
        passages: list[str] = []
        for one in re.split(re.escape(prompt.mark) + r"(?=\d)", prompt.window)[1:]:
            number, _, text = one.partition(" ")
            read = [self._novel.read[sentence] for sentence in _sentences(text) if sentence in self._novel.read]
            if read and (read[0].frame != "main" or read[0].time):
                starts = ["starts"] if read[0].frame.endswith("!") else []
                time = [f"time:{read[0].time}"] if read[0].time else []
                passages.append("|".join((number, read[0].frame.rstrip("!"), *starts, *time)))
        return EntitiesReply(entities=named, passages=passages)

    def _facts(self, prompt: FactsPrompt) -> FactsReply:
        numbers = {
            name: line["number"]
            for line in _LISTED.finditer(prompt.entities)
            for name in re.split("、|, ", line["names"])
        }
        told = re.sub(rf"{re.escape(prompt.mark)}\d+ ", "", prompt.window.partition(f"{prompt.mark}1 ")[2])
        made: list[str] = []
        for sentence in _sentences(told):
            found = self._novel.read.get(sentence)
            if found is not None and found.rows:
                rows = [_NAMED.sub(lambda match: numbers[match[1]], row) for row in found.rows]
                made += [f"{QUOTE_MARK}{sentence}", *rows]
        return FactsReply(facts=made)


def _same(prompt: SamePrompt) -> SameReply:
    """Answer that two are the same if they have the same name: a novel has no namesakes."""
    known = {one["name"]: one["number"] for one in _KNOWN.finditer(prompt.known)}
    rows = [
        f"{one['number']}|{known[one['name']]}"
        for one in _NEW.finditer(prompt.asked)
        if f"K{known.get(one['name'])}" in one["offered"].split(", ")
    ]
    return SameReply(answers=rows)


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in _SENTENCE.findall(text)]


@dataclass(frozen=True, slots=True)
class Miss:
    """A question that was answered wrongly, in words."""

    kind: str
    what: str
    where: str


@dataclass
class Score:
    """How many questions were answered rightly, by kind of question, of state and of telling."""

    asked: Counter[str] = field(default_factory=Counter[str])
    right: Counter[str] = field(default_factory=Counter[str])
    misses: list[Miss] = field(default_factory=list[Miss])

    def add(self, labels: Sequence[str], miss: Miss | None) -> None:
        """Count one question under each label."""
        self.asked.update(labels)
        if miss is None:
            self.right.update(labels)
        else:
            self.misses.append(miss)

    def share(self, label: str) -> float:
        """Return the share of right answers under a label."""
        return self.right[label] / self.asked[label] if self.asked[label] else 1.0


def states_of(fact: Fact) -> Iterator[State]:
    """Yield the states of a novel that a fact tells."""
    subject, object_, value = fact.subject_name, fact.object_name or "", fact.value or ""
    target = object_ or value
    holder = fact.holder_name or "" if fact.scope is StatementScope.CLAIM else ""
    if fact.predicate in _OF_SUBJECT:
        yield Key(_OF_SUBJECT[fact.predicate], subject, holder), target
    elif fact.predicate in _OF_OBJECT:
        yield Key(_OF_OBJECT[fact.predicate], object_, holder), subject
    elif fact.predicate in _OF_BOTH:
        yield Key(_OF_BOTH[fact.predicate], f"{subject}|{target}", holder), target
    elif fact.predicate == "married_to":
        yield Key("spouse", subject, holder), object_
        yield Key("spouse", object_, holder), subject
    elif fact.predicate == "dead":
        yield Key("alive", subject, holder), DEAD
    elif fact.predicate in _TERMS:
        yield Key("terms", "|".join(sorted((subject, object_))), holder), _TERMS[fact.predicate]


async def answers(graph: StoryGraph, scope: Scope) -> dict[State, str]:
    """Return which states hold, or may hold, in a scope. Without a moment, a state holds that has not ended."""
    page = await graph.get_facts(FactQuery(), scope=scope, limit=_ALL)
    found: dict[State, str] = {}
    for one in page.one_by_one:
        if one.fact.scope in _ASKED_SCOPES and not one.fact.denied:
            holding = one.holding or Holding.HOLDS
            for state in states_of(one.fact):
                if found.get(state) != Holding.HOLDS:
                    found[state] = holding
    return found


def _miss(
    key: Key, expected: Mapping[str, bool], found: Mapping[State, str], told: Collection[str], where: str
) -> Miss | None:
    """Return what is wrong with an answer, or None if all that the text decides is answered rightly."""
    given = {value: answer for (other, value), answer in found.items() if other == key}
    for value, true in expected.items():
        answer = given.get(value)
        if true and answer != Holding.HOLDS:
            others = [other for other, holding in given.items() if holding == Holding.HOLDS]
            kind = "wrong value" if others else "unknown" if answer else "missing"
            return Miss(kind, f"{_shown(key)}: {value} expected, found {given}", where)
    for value, true in expected.items():
        answer = given.get(value)
        if not true and answer is not None:
            kind = "stale" if answer == Holding.HOLDS else "unknown"
            return Miss(kind, f"{_shown(key)}: not {value} expected, found {given}", where)
    if not key.holder:
        untold = [value for value, answer in given.items() if answer == Holding.HOLDS and value not in told]
        if untold:
            return Miss("wrong value", f"{_shown(key)}: nobody tells {untold}", where)
    return None


def _shown(key: Key) -> str:
    return f"{key.kind} of {key.of}{f' (claim of {key.holder})' if key.holder else ''}"


def compare(
    score: Score, reader: CarefulReader, when: Asked, found: Mapping[State, str], *, label: str, where: str
) -> None:
    """Count the questions about one moment of which the text decides the answer."""
    for key in reader.told():
        expected = reader.conclusions(key, when)
        if expected:
            devices = {f"told: {device}" for value in expected for device in reader.devices(key, value)}
            kind = "claim" if key.holder else key.kind
            score.add(
                (label, f"state: {kind}", *sorted(devices)), _miss(key, expected, found, reader.values(key), where)
            )


async def measure(novel: Novel, score: Score) -> PerfectReader:
    """Read a novel and ask all questions about it."""
    reader = PerfectReader(novel)
    async with StoryGraph(SQLiteStore(":memory:"), model=reader.model()) as graph:
        report = await graph.add_manuscript(novel.texts)
        if report.failed or any(one.rejected for one in await graph.rejections()):
            raise AssertionError(f"{report.failed} {await graph.rejections()}")
        told, name = novel.told, f"{novel.language} {novel.seed}"
        whole = CarefulReader(told, len(told.ends))
        found = await answers(graph, Scope())
        compare(score, whole, Asked(told.ends[-1]), found, label="true now", where=name)
        for number, end in enumerate(told.ends, 1):
            found = await answers(graph, Scope(as_of=f"chapter {number}"))
            compare(score, whole, Asked(end), found, label="as of chapter", where=f"{name} as of {number}")
            found = await answers(graph, Scope(as_of=f"chapter {number}", told_by=number))
            prefix = CarefulReader(told, number)
            compare(score, prefix, Asked(end), found, label="told by chapter", where=f"{name} told by {number}")
        for day in novel.days():
            words = full_date(day, novel.language).removeprefix("On ")
            found = await answers(graph, Scope(as_of=words))
            compare(score, whole, Asked(None, day), found, label="as of date", where=f"{name} on {words}")
    return reader


def _report(score: Score, misses: int) -> None:
    for label in sorted(score.asked):
        print(f"{label:32} {score.share(label):.3f} of {score.asked[label]}")
    print(Counter(one.kind for one in score.misses))
    for one in score.misses[:misses]:
        print(f"{one.kind:12} {one.where}: {one.what}")


async def _run(options: argparse.Namespace) -> None:
    for language in ("en", "zh") if options.language is None else (options.language,):
        score = Score()
        asked: Counter[str] = Counter()
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            asked.update((await measure(Novel(language, seed, options.chapters), score)).asked)
        print(f"== {language}")
        _report(score, options.misses)
        for words, count in asked.most_common(options.misses if options.asked else 0):
            print(count, words)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--chapters", type=int, default=12)
    parser.add_argument("--language", choices=("en", "zh"))
    parser.add_argument("--misses", type=int, default=20)
    parser.add_argument("--asked", action="store_true")
    asyncio.run(_run(parser.parse_args()))
