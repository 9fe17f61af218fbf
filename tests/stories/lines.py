"""Stories of the scenarios S11 to S21, with Chinese and English text for each sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from episodic.model.predicates import Cardinality, Predicate
from episodic.model.settings import WorkSettings
from tests.stories.scenario_stories import Tale, chapter
from tests.stories.script import Says, Script

Words = tuple[str, str]
"""The same words in Chinese and in English."""

NAMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "lin": ("林河", "Lin", "Person"),
    "wu": ("吴海", "Wu", "Person"),
    "mei": ("阿梅", "Mei", "Person"),
    "ben": ("白安", "Ben", "Person"),
    "rovers": ("流寇", "Rovers", "Organization"),
    "harbor": ("海港", "Harbor", "Place"),
    "capital": ("京城", "Capital", "Place"),
    "village": ("山村", "Village", "Place"),
    "town": ("石镇", "Town", "Place"),
    "hut": ("草屋", "Hut", "Place"),
    "palace": ("水宫", "Palace", "Place"),
    "inn": ("客栈", "Inn", "Place"),
    "york": ("越州", "York", "Place"),
    "leeds": ("里城", "Leeds", "Place"),
    "hull": ("湖州", "Hull", "Place"),
    "kitchen": ("厨房", "kitchen", "Place"),
    "sword": ("断剑", "sword", "Item"),
    "house": ("老宅", "house", "Item"),
    "fire": ("大火", "fire", "Concept"),
    "war": ("大战", "war", "Concept"),
}
BREAK: Final = "\n\n***\n\n"
SETTINGS: Final = WorkSettings(
    predicates=(
        Predicate("hair_length", cardinality=Cardinality.ONE_VALUE),
        Predicate("in_room", cardinality=Cardinality.ONE_VALUE, passing=True),
    )
)


@dataclass(frozen=True)
class QuotedStatement:
    """The statement of one quote: keys of names, and time expressions in both languages."""

    subject: str
    predicate: str
    object: str = ""
    value: Words = ("", "")
    time: Words = ("", "")
    event: Words = ("", "")
    holder: str = ""
    marks: Sequence[Words] = ()
    recipients: Sequence[str] = ()
    more: Mapping[str, str] = field(default_factory=dict[str, str])


def quoted(
    subject: str,
    predicate: str,
    object_: str = "",
    *,
    value: Words = ("", ""),
    time: Words = ("", ""),
    event: Words = ("", ""),
    holder: str = "",
    marks: Sequence[Words] = (),
    recipients: Sequence[str] = (),
    **more: str,
) -> QuotedStatement:
    """Return the statement of one quote. *more* are its phase, scope, placement and sentence, and *marks* are further marks."""
    return QuotedStatement(subject, predicate, object_, value, time, event, holder, marks, recipients, more)


@dataclass(frozen=True)
class Story:
    """A story in both languages: chapters of passages, statements of quotes, and frames by the first words of passages."""

    chapters: Sequence[Sequence[Words]]
    says: Sequence[tuple[Words, Sequence[QuotedStatement]]]
    frames: Sequence[tuple[Words, str]] = ()
    ends: Sequence[tuple[Words, Words]] = ()
    excluding: Sequence[tuple[Words, Words]] = ()
    times: Sequence[tuple[Words, Words]] = ()
    """The time words that the reader reports for passages, by the first words of the passages."""
    asides: Sequence[Words] = ()
    """The first words of the passages that begin a parallel strand."""

    def tale(self, language: str) -> Tale:
        """Return the story in one language."""
        side = 0 if language == "zh" else 1
        texts = [BREAK.join(words[side] for words in passages) + "\n" for passages in self.chapters]
        script = Script(
            {names[side]: names[2] for names in NAMES.values()},
            {quote[side]: [_says(one, side) for one in what] for quote, what in self.says},
            {words[side]: kind for words, kind in self.frames},
            {words[side]: time[side] for words, time in self.times},
            asides=[words[side] for words in self.asides],
            ends={state[side]: later[side] for state, later in self.ends},
            excluding=[(one[side], other[side]) for one, other in self.excluding],
        )
        words = {key: names[side] for key, names in NAMES.items()} | {"day": ("第{}日", "day {}")[side]}
        return Tale(tuple(chapter(n, text) for n, text in enumerate(texts, 1)), script, words, SETTINGS)

    def with_chapter(self, passage: Words, *what: QuotedStatement, quote: Words | None = None) -> Story:
        """Return the story with one more chapter."""
        return replace(self, chapters=(*self.chapters, [passage]), says=(*self.says, (quote or passage, what)))


def _says(one: QuotedStatement, side: int) -> Says:
    said = Says(
        NAMES[one.subject][side],
        one.predicate,
        NAMES[one.object][side] if one.object else "",
        value=one.value[side],
        time=one.time[side],
        event=one.event[side],
        holder=NAMES[one.holder][side] if one.holder else "",
        marks=[mark[side] for mark in one.marks],
        others=[(NAMES[person][side], "recipient") for person in one.recipients],
    )
    more = one.more
    return replace(
        said,
        phase=more.get("phase", said.phase),
        scope=more.get("scope", said.scope),
        placing=more.get("placing", said.placing),
        text=more.get("text", said.text),
    )
