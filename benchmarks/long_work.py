"""Generate a long work from a seed: 300 statements a chapter, recurring names, returning homes and owners, flashbacks.

The work also contains the replies of a model that finds every name and every statement of its text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from benchmarks.long_work_words import WORDS, Frame, Phrase, Words
from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.extraction.llm_based.replies import QUOTE_MARK, EntitiesReply, FactsReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.prompts import Prompt
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt

STATEMENTS = 300
"""Number of statements in a chapter."""
_CAST, _NEW_PEOPLE, _NEW_PLACES, _NEW_THINGS = 40, 28, 6, 10
"""Number of people who appear in many chapters, and of the people, places and things that each chapter introduces."""
_HOMES = 3
_RECENT = 90
"""Number of the latest minor names from which a chapter draws most of its names."""
_FLASHBACK = 0.05
"""Share of the paragraphs that tell of an earlier time."""
_PARAGRAPH = 6
"""Number of statements in a paragraph."""
_LISTED = re.compile(r"^(?P<number>\d+)\. (?P<names>[^（(\n]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Said:
    """What one sentence states: names, the predicate, and marks in which `{name}` stands for the number of a name."""

    subject: str
    predicate: str
    object: str
    salience: int
    recipient: str = ""
    marks: tuple[str, ...] = ()


@dataclass
class LongWork:
    """A generator of the chapters of one work. Chapters must be generated in order, from 1."""

    language: str
    seed: int = 11
    statements: int = STATEMENTS
    """Number of statements in a chapter. The numbers of paragraphs and of new names are proportional to it."""
    people: list[str] = field(default_factory=list[str])
    places: list[str] = field(default_factory=list[str])
    things: list[str] = field(default_factory=list[str])
    types: dict[str, str] = field(default_factory=dict[str, str])
    _said: dict[str, _Said] = field(default_factory=dict[str, _Said])
    _homes: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    @property
    def words(self) -> Words:
        """The words of the work's language."""
        return WORDS[self.language]

    def chapter(self, number: int) -> Chapter:
        """Return the chapter with this number."""
        chance = random.Random(self.seed * 10_007 + number)
        self._introduce(number)
        paragraphs: list[str] = []
        for _ in range(self.statements // _PARAGRAPH):
            paragraph = self._paragraph(chance)
            if chance.random() < _FLASHBACK:
                rest = f"{self.words.scene_break}{self._sentence(chance, self.words.filler)}"
                paragraph = f"{self.words.scene_break}{self.words.looking_back}{paragraph}{rest}"
            paragraphs.append(paragraph)
        title = self.words.heading.format(number=number)
        return Chapter("\n\n".join(paragraphs), key=f"ch{number}", title=title, number=number)

    def only(self, *chapters: Chapter) -> LongWork:
        """Return a generator that has only the replies about these chapters, and therefore needs little memory."""
        said = {sentence: one for sentence, one in self._said.items() if any(sentence in of.text for of in chapters)}
        return replace(self, _said=said)

    def model(self) -> ScriptedModel:
        """Return the model that answers the prompts about the generated chapters."""
        return ScriptedModel(self.answer)

    def queries(self, count: int, chance: random.Random) -> list[str]:
        """Return queries about statements of the chapters that have been generated."""
        said = list(self._said.items())
        found: list[str] = []
        for number in range(count):
            sentence, one = chance.choice(said)
            pattern = self.words.queries[number % len(self.words.queries)]
            found.append(
                pattern.format(
                    sentence=sentence,
                    subject=one.subject,
                    object=one.object,
                    recipient=one.recipient or one.subject,
                    weather=chance.choice(self.words.weather),
                    doing=chance.choice(self.words.doing),
                )
            )
        return found

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        match prompt:
            case EntitiesPrompt():
                return self._entities(prompt.window, prompt.mark)
            case FactsPrompt():
                return self._facts(prompt.window, prompt.mark, _numbers(prompt.entities))
            case SamePrompt():
                return SameReply(answers=[])
            case WhenPrompt():
                return TimesReply(times=[])
            case _:
                return prompt.reply()

    def _introduce(self, number: int) -> None:
        words = self.words
        wanted = (
            (self.people, _CAST + self._new(_NEW_PEOPLE, number), words.person, "Person"),
            (self.places, _HOMES + self._new(_NEW_PLACES, number), words.place, "Place"),
            (self.things, self._new(_NEW_THINGS, number), words.thing, "Item"),
        )
        for names, count, name, type_ in wanted:
            while len(names) < count:
                names.append(name(len(names)))
                self.types[names[-1]] = type_

    def _new(self, each: int, number: int) -> int:
        """Return how many names of one type the chapters up to this number introduce."""
        return -(-each * number * self.statements // STATEMENTS)

    def _paragraph(self, chance: random.Random) -> str:
        made: list[str] = []
        for _ in range(_PARAGRAPH):
            phrase = chance.choices(self.words.phrases, [one.weight for one in self.words.phrases])[0]
            made.append(self._statement(chance, phrase))
            made.append(self._sentence(chance, self.words.filler))
        return "".join(made)

    def _statement(self, chance: random.Random, phrase: Phrase) -> str:
        subject = self._person(chance)
        recipient = ""
        match phrase.frame:
            case Frame.PERSON:
                object_ = self._person(chance, subject)
            case Frame.HOME:
                object_ = self._next_home(chance, subject)
            case Frame.PLACE:
                object_ = _recurring(chance, self.places, 10)
            case Frame.GIFT:
                object_, recipient = _recurring(chance, self.things, 30), self._person(chance, subject)
            case Frame.VALUE:
                object_ = chance.choice(phrase.values)
            case Frame.CLAIM:
                object_, recipient = _recurring(chance, self.places, 10), self._person(chance, subject)
        sentence = phrase.text.format(subject=subject, object=object_, recipient=recipient)
        salience = chance.choices((1, 2, 3), (3, 6, 1))[0]
        self._said[sentence.strip()] = _Said(subject, phrase.predicate, object_, salience, recipient, phrase.marks)
        return sentence

    def _person(self, chance: random.Random, other: str = "") -> str:
        """Draw one of the main cast, one of the people of the last chapters, or anybody who is known."""
        while True:
            drawn = chance.random()
            if drawn < 0.5:
                name = self.people[min(int(chance.expovariate(1 / 9)), _CAST - 1)]
            elif drawn < 0.92:
                name = chance.choice(self.people[max(_CAST, len(self.people) - _RECENT) :])
            else:
                name = chance.choice(self.people)
            if name != other:
                return name

    def _next_home(self, chance: random.Random, person: str) -> str:
        """Return the next home of a person, who has three homes and returns to them in turn."""
        homes = self._homes.setdefault(person, [])
        if len(homes) < _HOMES:
            homes.append(_recurring(chance, self.places, 10))
        else:
            homes.append(homes.pop(0))
        return homes[-1]

    def _sentence(self, chance: random.Random, patterns: Sequence[str]) -> str:
        return chance.choice(patterns).format(
            person=self._person(chance),
            place=_recurring(chance, self.places, 10),
            weather=chance.choice(self.words.weather),
            doing=chance.choice(self.words.doing),
        )

    def _sentences(self, window: str, mark: str) -> Iterator[tuple[str, _Said]]:
        # The text before the first passage is only shown for reference.
        _, _, text = window.partition(f"{mark}1 ")
        for sentence in self.words.sentence.findall(re.sub(rf"{re.escape(mark)}\d+ ", "", text)):
            said = self._said.get(sentence.strip())
            if said is not None:
                yield sentence.strip(), said

    def _entities(self, window: str, mark: str) -> EntitiesReply:
        named = {
            name: None
            for _, said in self._sentences(window, mark)
            for name in (said.subject, said.object, said.recipient)
        }
        rows = [f"{self.types[name]}|{name}" for name in named if name in self.types]
        numbered = re.findall(rf"{re.escape(mark)}(\d+) \s*(.{{40}})", window, re.DOTALL)
        back = [int(number) for number, start in numbered if self.words.looking_back.strip() in start]
        return EntitiesReply(entities=rows, passages=[f"{number}|flashback|starts" for number in back])

    def _facts(self, window: str, mark: str, numbers: Mapping[str, int]) -> FactsReply:
        lines: list[str] = []
        for sentence, said in self._sentences(window, mark):
            numbered = {name: numbers[name] for name in (said.subject, said.object, said.recipient) if name in numbers}
            if said.subject not in numbered:
                continue
            marks = [one.format(recipient=numbered.get(said.recipient, 0)) for one in said.marks]
            target = numbered.get(said.object, said.object)
            parts = (numbered[said.subject], said.predicate, target, sentence, said.salience, *marks)
            lines += [f"{QUOTE_MARK}{sentence}", "|".join(map(str, parts))]
        return FactsReply(facts=lines)


def _recurring(chance: random.Random, names: Sequence[str], recent: int) -> str:
    """Draw one of the latest names in three of four cases, and otherwise any name."""
    return chance.choice(names[-recent:] if chance.random() < 0.75 else names)


def _numbers(entities: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in _LISTED.finditer(entities):
        for name in re.split(r"、|, ", line["names"].strip()):
            found[name.strip()] = int(line["number"])
    return found
