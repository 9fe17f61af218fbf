"""A model with scripted readings: the statements of each sentence are given by the test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.extraction.llm_based.replies import EntitiesReply, FactsReply
from episodic.llm.scripted import ScriptedModel
from episodic.prompts import Prompt
from episodic.temporal.llm_judge import SettledAndVerdictsPrompt, SettledAndVerdictsReply
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt
from episodic.temporal.settled_prompts import SettledPrompt
from tests.replies import Framed, Named, Other, Stated, entities_reply, facts_reply

_NUMBERED = re.compile(r"^(?P<number>\d+)\. (?P<names>.+?)(?:（| \()", re.MULTILINE)


_LINE = re.compile(r"^(?P<number>\d+)\. (?P<text>.+)$", re.MULTILINE)
_PAIR = re.compile(r"^(?P<number>\d+)\.\nA (?P<first>.+)\nB (?P<second>.+)$", re.MULTILINE)


def _with_numbers(row: str, numbers: Mapping[str, int]) -> str:
    names, _, rest = row.partition("|")
    return "|".join((",".join(str(numbers[name]) for name in names.split(",")), rest))


@dataclass(frozen=True)
class Says:
    """The statement of a sentence, with the names of people."""

    subject: str
    predicate: str
    object: str = ""
    value: str = ""
    phase: str = "holds"
    scope: str = "world"
    holder: str = ""
    time: str = ""
    placing: str = "now"
    event: str = ""
    others: Sequence[tuple[str, str]] = ()
    marks: Sequence[str] = ()
    text: str = ""
    salience: int = 2


@dataclass(frozen=True)
class Script:
    """Names with their types, sentences with their statements, and passages (by their first words) with their frame.

    A frame with "!" starts a new run. `times` has the time expressions of passages, and `asides` has the parallel
    passages.
    """

    people: Mapping[str, str]
    sentences: Mapping[str, Sequence[Says]]
    frames: Mapping[str, str] = field(default_factory=dict[str, str])
    times: Mapping[str, str] = field(default_factory=dict[str, str])
    asides: Sequence[str] = ()
    setups: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Rows of setups by sentence, with names in place of entity numbers."""
    payoffs: Mapping[str, str] = field(default_factory=dict[str, str])
    """For the sentence of a setup, the beginning of the statement that pays it."""
    ends: Mapping[str, str] = field(default_factory=dict[str, str])
    """For words of a state's sentence, words of the statement that means that the state has ended."""
    excluding: Sequence[tuple[str, str]] = ()
    """Pairs of words of two sentences that exclude each other."""

    def model(self) -> ScriptedModel:
        """Return the model of this script. All other questions get the most careful answer."""
        return ScriptedModel(self.answer)

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        match prompt:
            case EntitiesPrompt():
                return self._entities(prompt)
            case FactsPrompt():
                return self._facts(prompt)
            case SamePrompt():
                return SameReply(answers=[])
            case WhenPrompt():
                return TimesReply(times=[])
            case SettledAndVerdictsPrompt():
                verdicts = list(self._verdicts(prompt.messages().user))
                return SettledAndVerdictsReply(settled=list(self._settled(prompt)), verdicts=verdicts)
            case SettledPrompt():
                return prompt.reply(settled=list(self._settled(prompt)))
            case _:
                return prompt.reply()

    def _entities(self, prompt: EntitiesPrompt) -> EntitiesReply:
        found = [Named(type=kind, names=[name]) for name, kind in self.people.items() if name in prompt.window]
        marked = re.split(re.escape(prompt.mark) + r"(?=\d)", prompt.window)[1:]
        passages: list[Framed] = []
        for one in marked:
            number, _, text = one.partition(" ")
            frame = next((kind for start, kind in self.frames.items() if start in text), "main")
            time = next((words for start, words in self.times.items() if start in text), "")
            aside = any(start in text for start in self.asides)
            passages.append(
                Framed(passage=int(number), frame=frame.rstrip("!"), starts=frame.endswith("!"), time=time, aside=aside)
            )
        return entities_reply(found, passages)

    def _facts(self, prompt: FactsPrompt) -> FactsReply:
        numbers: dict[str, int] = {}
        for line in _NUMBERED.finditer(prompt.entities):
            for name in re.split(r"、|, ", line["names"]):
                numbers[name] = int(line["number"])
        made: list[Stated] = []
        for quote, says in self.sentences.items():
            if quote in prompt.window:
                made.extend(self._statement(quote, one, numbers) for one in says)
        rows = [row for quote, rows in self.setups.items() if quote in prompt.window for row in rows]
        return facts_reply(made, [_with_numbers(row, numbers) for row in rows])

    def _verdicts(self, pairs: str) -> Iterator[str]:
        for pair in _PAIR.finditer(pairs):
            one, other = pair["first"], pair["second"]
            if any((a in one and b in other) or (a in other and b in one) for a, b in self.excluding):
                yield f"{pair['number']}|excludes"

    def _settled(self, prompt: SettledPrompt) -> Iterator[str]:
        said = list(_LINE.finditer(prompt.said))
        for line in _LINE.finditer(prompt.lines):
            paying = self.payoffs.get(line["text"])
            ending = [words for state, words in self.ends.items() if state in line["text"]]
            for one in said:
                paid = paying is not None and one["text"].startswith(paying)
                if paid or any(words in one["text"] for words in ending):
                    yield f"{line['number']}|{one['number']}"

    @staticmethod
    def _statement(quote: str, says: Says, numbers: Mapping[str, int]) -> Stated:
        target = says.object or says.value
        return Stated(
            quote=quote,
            text=says.text or f"{says.subject} {says.predicate} {target} ({quote})",
            subject=numbers[says.subject],
            predicate=says.predicate,
            object=numbers[says.object] if says.object else 0,
            value=says.value,
            others=[Other(entity=numbers[name], role=role) for name, role in says.others],
            phase=says.phase,
            scope=says.scope,
            holder=numbers[says.holder] if says.holder else 0,
            time=says.time,
            placing=says.placing,
            event=says.event,
            marks=list(says.marks),
            salience=says.salience,
        )
