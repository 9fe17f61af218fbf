"""A small Esperanto for tests: one name rule, two statement constructions, one time expression, headings and a few
messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from episodic.extraction.rule_based.language_rules import KnownName, KnownNode, NamedNode, NameKind, TimeRules, Trust
from episodic.languages.registry import LanguagePack
from episodic.model.episodes import FrameKind, Language
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import FrameReading, StatementCore, StatementReading, Surface, Window
from episodic.model.settings import CalendarDefinition
from episodic.model.spans import Span
from episodic.temporal.expressions.rule_syntax import Reading
from episodic.text.heading_marks import FRONT, Form, HeadingMark, Rank

ESPERANTO: Final = Language("eo")

STORY = """Ĉapitro unu: La ponto

Petro loĝas en Rivero. Maria estas fratino de Petro. La vetero estas bela kaj la homoj kantas sur la ponto de la urbo.

Ĉapitro du: La vojo

Post tri tagoj la pluvo venis al la lando kaj la ponto falis. Petro loĝas en Monto. La domo estas malgranda kaj la fenestroj
estas en la muro de la domo.
"""

_NAME = re.compile(r"\b[A-Z]\w+(?= loĝas| estas frat)|(?<=en )(?P<place>[A-Z]\w+)|(?<=de )[A-Z]\w+")
_CONSTRUCTIONS = (
    (re.compile(r"(?P<subject>\w+) loĝas en (?P<object>\w+)"), "lives_in"),
    (re.compile(r"(?P<subject>\w+) estas (?:frato|fratino) de (?P<object>\w+)"), "sibling_of"),
)
_NUMBERS = {"unu": 1, "du": 2, "tri": 3, "kvar": 4, "kvin": 5}
_ANY_NUMBER = "|".join(_NUMBERS)
_DAYS_LATER = re.compile(rf"post (?P<number>{_ANY_NUMBER}) tagoj", re.IGNORECASE)
_UNIT = re.compile(rf"(?:Ĉapitro) (?P<number>{_ANY_NUMBER}|\d+)(?:: (?P<title>.+))?")


class EsperantoReading:
    """Implements LanguageRules."""

    def names(self, window: Window, speech: Sequence[Span], *, known: Sequence[KnownName] = ()) -> Sequence[NamedNode]:
        found: dict[tuple[str, NameKind], list[Span]] = {}
        for match in _NAME.finditer(window.text):
            kind = NameKind.PLACE if match["place"] else NameKind.PERSON
            found.setdefault((match.group(), kind), []).append(Span(*match.span()))
        return [NamedNode(kind, (Surface(name, tuple(spans)),)) for (name, kind), spans in found.items()]

    def trust(self, name: str, kind: NameKind, *, chapters: int, mentions: int) -> Trust:
        return Trust.NONE

    def frames(self, window: Window, speech: Sequence[Span], *, times: TimeRules) -> Sequence[FrameReading]:
        return [FrameReading(FrameKind.MAIN) for _ in window.passages]

    def statements(
        self, window: Window, speech: Sequence[Span], *, nodes: Sequence[KnownNode], times: TimeRules
    ) -> Sequence[StatementReading]:
        by_name = {node.name: node.index for node in nodes}
        return [
            StatementReading(
                Span(*match.span()),
                StatementCore(f"{match.group()}.", predicate),
                by_name[match["subject"]],
                by_name[match["object"]],
            )
            for pattern, predicate in _CONSTRUCTIONS
            for match in pattern.finditer(window.text)
            if match["subject"] in by_name and match["object"] in by_name
        ]


class EsperantoTimes:
    """Implements TimeExpressionRules."""

    number: Final = re.compile(_ANY_NUMBER)

    def read(self, words: str, definitions: tuple[CalendarDefinition, ...]) -> Reading | None:
        reading = self._at(words, 0)
        return reading if reading is not None and reading[1] == len(words) else None

    def opening(
        self, sentence: str, start: int, definitions: tuple[CalendarDefinition, ...]
    ) -> tuple[int, Reading] | None:
        reading = self._at(sentence, start)
        return None if reading is None else (start, reading)

    def inside(self, sentence: str, definitions: tuple[CalendarDefinition, ...]) -> Iterator[tuple[int, Reading]]:
        for match in _DAYS_LATER.finditer(sentence):
            reading = self._at(sentence, match.start())
            if reading is not None:
                yield match.start(), reading

    def looks_back(self, words: str) -> bool:
        return False

    def looks_ahead(self, words: str) -> bool:
        return False

    def event_key(self, key: str) -> str:
        return key

    def names_event(self, words: str, *, strict: bool) -> bool:
        return False

    def clock(self, words: str) -> None:
        return None

    def age(self, value: str) -> int | None:
        return None

    def _at(self, text: str, at: int) -> Reading | None:
        match = _DAYS_LATER.match(text, at)
        if match is None:
            return None
        days = _NUMBERS[match["number"]]
        said = TimeExpression(TimeKind.OFFSET, low=days, high=days, unit="day", anchor=Anchor.PREVIOUS)
        return said, match.end()


class EsperantoHeadings:
    """Implements HeadingRules."""

    numeral: Final = f"(?:{_ANY_NUMBER})"
    numeral_in_name: Final = rf"\b(?:{_ANY_NUMBER})\b"
    contents: Final = "enhavo"
    no_story: Final = "kovrilo"

    def number(self, words: str) -> int | None:
        return _NUMBERS.get(words.casefold())

    def number_in_name(self, words: str) -> int | None:
        return self.number(words)

    def units(self, words: str) -> tuple[HeadingMark, ...]:
        match = _UNIT.fullmatch(words)
        if match is None:
            return ()
        number = int(match["number"]) if match["number"].isdigit() else _NUMBERS[match["number"]]
        return (HeadingMark("ĉapitro", Rank.CHAPTER, number, match["title"] or "", Form.SURE),)

    def special(self, words: str) -> str | None:
        return FRONT if words == "Antaŭparolo" else None


MESSAGES: Mapping[str, str] = {
    "reads.no_issues": "Neniuj malfermitaj demandoj.",
    "chapters.ordinal": "ĉapitro {ordinal}",
    "validity.by": "je {start}",
    "validity.counted": "{words} (ekde {quote})",
    "validity.until_by": "ĝis {end} plej malfrue",
    "reads.counted_fact": "{number:fakto|faktoj}",
}

PACK = LanguagePack(
    ESPERANTO,
    script="Latn",
    names={ESPERANTO: "Esperanto", Language("en"): "Esperanto"},
    common_words=frozenset("la kaj de en estas al sur".split()),
    components={
        "reading": EsperantoReading,
        "time_expressions": EsperantoTimes,
        "headings": EsperantoHeadings,
        "messages": lambda: MESSAGES,
    },
)
