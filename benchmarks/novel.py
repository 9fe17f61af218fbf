"""Generate a novel of any length from a seed, with a scripted model that reads it, to count calls and to measure own
time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel

from episodic.dedup.llm_judge import SamePrompt, SameReply
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.extraction.llm_based.replies import QUOTE_MARK, EntitiesReply, FactsReply
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.prompts import Prompt
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt

_LISTED = re.compile(r"^(?P<number>\d+)\. (?P<names>[^（(\n]+)", re.MULTILINE)
_STATEMENT_ZH = re.compile(
    r"(?P<subject>[\u4e00-\u9fff]{2,3})(?P<verb>住在|敬重|到过)(?P<object>[\u4e00-\u9fff]{2,3})。"
)
_STATEMENT_EN = re.compile(
    r"(?P<subject>[A-Z]\w+ [A-Z]\w+) (?P<verb>lived in|revered|had seen) (?P<object>[A-Z]\w+(?: [A-Z]\w+)?)\."
)
_VERBS = {
    "住在": "居住于",
    "敬重": "敬重",
    "到过": "前往",
    "lived in": "lives_in",
    "revered": "revered",
    "had seen": "went_to",
}

_SURNAMES = "林沈赵王苏程陆何裴霍阮吴谢韩唐秦许邓曹田"
_GIVEN = "远度虎铁海青禾照行简言满龄舟渡安平川岳澜"
_PLACE_ZH = "云雾苇望潮海石风霜月"
_FIRST = (
    "Alda Bram Cora Dain Edda Fenn Greta Hale Ilse Joss Kerr Lune Mara Nell Odo Pell Quin Rhea Sim Tove "
    "Abel Bertha Conrad Dinah Edgar Flora Gideon Hester Isaac Judith Kester Lydia Miles Naomi Oswald Phoebe Robert Susan "
    "Thomas Ursula"
).split()
_LAST = "Varga Hollow Marsh Reed Stone Thorn Vale Wick Ashby Brook Carrow Dunn Ember Frost Gorse Hedley Ivers Kell Lorne Moss".split()
_PLACE_EN = "Northgate Caldmere Lowmarsh Highford Eastmoor Ferryhill Stonewick Redwater Greyhall Saltby".split()
_FILL_ZH = "外面的风很大，院子里的树影在墙上晃来晃去，谁也没有再说话，只听见远处的水声。"
_DATED_ZH = "那天的风很大，院子里的树影在墙上晃来晃去，谁也没有再说话，只听见远处的水声。"
_FILL_EN = (
    "The wind was high outside and the shadows of the trees went to and fro upon the wall while nobody spoke a word. "
)
_DATED_EN = (
    "The wind was high that day and the shadows of the trees went to and fro upon the wall while nobody spoke a word. "
)
_UNDATED = 1_900
"""Characters between two time expressions. The frequency is that of sanguoyanyi.txt: `episodic export` with rules gives
327 moments for its 608,302 characters.
"""


@dataclass
class Novel:
    """Generator of chapters of a given length. Each chapter names `people` characters, of whom `new` are new in the
    work.
    """

    language: str
    length: int
    people: int = 20
    new: int = 3
    seed: int = 7
    facts: int = 30
    cast: list[str] = field(default_factory=list[str])

    def chapter(self, number: int) -> Chapter:
        """Generate a chapter. Numbers start at 1, and chapters must be generated in order."""
        chance = random.Random(self.seed * 10_007 + number)
        while len(self.cast) < self.people + self.new * number:
            self.cast.append(self._name(len(self.cast)))
        present = [*self.cast[-self.new :], *chance.sample(self.cast[: -self.new], self.people - self.new)]
        sentences = [self._sentence(chance, present) for _ in range(self.facts)]
        fill, dated = (_FILL_ZH, _DATED_ZH) if self.language == "zh" else (_FILL_EN, _DATED_EN)
        text, spent, dates = "", 0, 0
        while len(text) < self.length - len(fill):
            if spent < len(sentences) and len(text) >= spent * self.length // len(sentences):
                text += sentences[spent] + ("" if self.language == "zh" else " ")
                spent += 1
            elif dates < (len(text) + _UNDATED // 2) // _UNDATED:
                text += dated
                dates += 1
            else:
                text += fill
            if text.count("\n") < len(text) // 180:
                text += "\n\n"
        return Chapter(text[: self.length], key=f"ch{number}", title=f"ch{number}", number=number)

    def _name(self, number: int) -> str:
        if self.language == "zh":
            first, rest = number % len(_SURNAMES), number // len(_SURNAMES)
            return _SURNAMES[first] + _GIVEN[rest % len(_GIVEN)] + _GIVEN[(rest // len(_GIVEN) + first) % len(_GIVEN)]
        return f"{_FIRST[number % len(_FIRST)]} {_LAST[number // len(_FIRST)]}"

    def _sentence(self, chance: random.Random, present: list[str]) -> str:
        one, other = chance.sample(present, 2)
        verb = chance.choice(["住在", "敬重", "到过"] if self.language == "zh" else ["lived in", "revered", "had seen"])
        if verb in {"敬重", "revered"}:
            target = other
        elif self.language == "zh":
            target = chance.choice(_PLACE_ZH) + chance.choice(_PLACE_ZH) + "城"
        else:
            target = chance.choice(_PLACE_EN)
        return f"{one}{verb}{target}。" if self.language == "zh" else f"{one} {verb} {target}."

    def model(self, *, delay: float = 0.0) -> ScriptedModel:
        """Return a model that finds every name and every statement of the novel and takes *delay* seconds per answer."""
        return ScriptedModel(self.answer, delay=delay)

    def answer(self, prompt: Prompt[BaseModel]) -> BaseModel:
        """Return the reply to one prompt."""
        match prompt:
            case EntitiesPrompt():
                return self._entities(prompt.window)
            case FactsPrompt():
                return self._facts(prompt.window, _numbers(prompt.entities))
            case SamePrompt():
                return SameReply(answers=[])
            case WhenPrompt():
                return TimesReply(times=[])
            case _:
                return prompt.reply()

    def _entities(self, window: str) -> EntitiesReply:
        places = {match["object"] for match in self._statements(window) if match["verb"] not in {"敬重", "revered"}}
        people = [name for name in self.cast if name in window]
        return EntitiesReply(
            entities=[*(f"Person|{name}" for name in people), *(f"Place|{name}" for name in sorted(places))]
        )

    def _facts(self, window: str, numbers: Mapping[str, int]) -> FactsReply:
        made: list[str] = []
        for match in self._statements(window):
            subject, object_ = numbers.get(match["subject"]), numbers.get(match["object"])
            if subject is not None and object_ is not None:
                row = f"{subject}|{_VERBS[match['verb']]}|{object_}|{match.group(0)}"
                made += [f"{QUOTE_MARK}{match.group(0)}", row]
        return FactsReply(facts=made)

    def _statements(self, window: str) -> list[re.Match[str]]:
        return list((_STATEMENT_ZH if self.language == "zh" else _STATEMENT_EN).finditer(window))


def _numbers(entities: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in _LISTED.finditer(entities):
        for name in re.split(r"、|, ", line["names"].strip()):
            found[name.strip()] = int(line["number"])
    return found
