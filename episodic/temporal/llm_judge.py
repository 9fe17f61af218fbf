"""A temporal judge that sends questions about rival statements, unknown predicates and unparsed time expressions to a
language model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar, Final, TypeVar

from pydantic import Field
from pydantic.config import JsonDict

from episodic.concurrency import run_all
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.predicates import Cardinality, PredicateKind, shipped_table
from episodic.model.settings import WorkSettings
from episodic.ports import LanguageModel
from episodic.prompts import Prompt, ReplyForm, cut, cut_around, fenced, fitting
from episodic.temporal.judges import default_predicate_answer
from episodic.temporal.llm_time_expressions import WhenPrompt, time_answers, when_prompt
from episodic.temporal.questions import (
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    RivalSide,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)

Choice = TypeVar("Choice", bound=StrEnum)
Asked = TypeVar("Asked")

QUESTIONS_PER_PROMPT: Final = 20
PREDICATES_PER_PROMPT: Final = 50
SHOWN_LIMIT: Final = 4_500
"""The maximum number of characters for the pairs of statements in a prompt; quotes are shortened until the pairs fit.
"""
PREDICATES_LIMIT: Final = 2_200
"""The maximum number of characters for the predicates in a prompt that also has pairs of statements; examples are
shortened until the predicates fit.

If a prompt has only predicates and no pairs of statements, SHOWN_LIMIT applies.
"""
_QUOTE_LENGTHS: Final = (160, 120, 90, 60, 40, 20, 0)
_EXAMPLE_LENGTHS: Final = (120, 90, 60, 40, 24)
"""The lengths in characters to which example sentences are shortened. No example is shortened below 24 characters,
because the name of a predicate alone often has several senses.
"""
_LONGEST_TEXT: Final = 200
_LONGEST_PREDICATE: Final = 60


def _choice(kind: type[StrEnum]) -> JsonDict:
    return {"enum": [one.value for one in kind]}


class VerdictForm(ReplyForm):
    """How the two sides of one pair stand to each other."""

    pair: int
    verdict: str = Field(default=Verdict.BOTH.value, json_schema_extra=_choice(Verdict))


class PredicateForm(ReplyForm):
    """What kind of thing one predicate says."""

    n: int
    same_as: str = ""
    reversed: bool = False
    kind: str = Field(default=PredicateKind.STATE.value, json_schema_extra=_choice(PredicateKind))
    cardinality: str = Field(default=Cardinality.MANY.value, json_schema_extra=_choice(Cardinality))
    living: bool = False


class MeaningReply(ReplyForm):
    """One verdict a pair, one entry a predicate; empty where none was asked about."""

    verdicts: list[VerdictForm] = Field(default_factory=list[VerdictForm])
    predicates: list[PredicateForm] = Field(default_factory=list[PredicateForm])


@dataclass(frozen=True)
class PredicatesPrompt(Prompt[MeaningReply]):
    """Asks what kind each predicate is, in the sense of its example sentence."""

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "predicates"
    version: ClassVar[int] = 3
    reply_class: ClassVar[type[MeaningReply]] = MeaningReply

    asked: str
    table: str


@dataclass(frozen=True)
class RivalsPrompt(Prompt[MeaningReply]):
    """Asks for each pair of statements whether the statements are the same, compatible or exclusive.

    `predicates` is the text of the question about predicates, or empty if no predicates are asked about.
    """

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "rivals"
    version: ClassVar[int] = 2
    reply_class: ClassVar[type[MeaningReply]] = MeaningReply

    pairs: str
    predicates: str


class LLMTemporalJudge:
    """A temporal judge that asks a language model.

    A missing or invalid answer is replaced by a safe default: two statements are compatible, a predicate is a state
    that can have many values, and a time expression is unknown.
    """

    def __init__(self, model: LanguageModel, *, settings: WorkSettings | None = None) -> None:
        """Create a judge, where *settings* contains the caller's predicates and calendars."""
        self._model = model
        self._settings = settings or WorkSettings()
        self._table = shipped_table().extended(self._settings.predicates)

    @property
    def name(self) -> str:
        """The names and versions of the prompts and the model's name, such as
        "prompted/rivals-2+predicates-3+when-2/some-model".
        """
        prompts = "+".join(f"{one.name}-{one.version}" for one in (RivalsPrompt, PredicatesPrompt, WhenPrompt))
        return f"prompted/{prompts}/{self._model.name}"

    async def rivals(
        self, rivals: Sequence[RivalQuestion], predicates: Sequence[PredicateQuestion], *, language: Language
    ) -> tuple[Sequence[RivalAnswer], Sequence[PredicateAnswer]]:
        """Return one answer per question, in the order of the questions. One prompt can ask about both pairs and
        predicates. Raise ModelError if the model fails.
        """
        pairs, asked = _parts(rivals), _parts(predicates, PREDICATES_PER_PROMPT)
        count = max(len(pairs), len(asked))
        pairs = [*pairs, *(() for _ in range(count - len(pairs)))]
        asked = [*asked, *(() for _ in range(count - len(asked)))]
        prompts = [self._prompt(pair, kinds, language) for pair, kinds in zip(pairs, asked, strict=True)]
        replies = await run_all(self._model.ask(one) for one in prompts)
        return (
            tuple(one for part, reply in zip(pairs, replies, strict=True) for one in _verdicts(part, reply)),
            tuple(one for part, reply in zip(asked, replies, strict=True) for one in self._kinds(part, reply)),
        )

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Return one answer per question about time expressions, in the order of the questions. Raise ModelError if the
        model fails.
        """
        parts, calendars = _parts(questions), self._settings.calendars
        replies = await run_all(self._model.ask(when_prompt(part, calendars, language=language)) for part in parts)
        return tuple(
            one for part, reply in zip(parts, replies, strict=True) for one in time_answers(part, reply, calendars)
        )

    def _prompt(
        self, pairs: Sequence[RivalQuestion], predicates: Sequence[PredicateQuestion], language: Language
    ) -> Prompt[MeaningReply]:
        kinds: PredicatesPrompt | None = None
        if predicates:
            limit = PREDICATES_LIMIT if pairs else SHOWN_LIMIT
            (used,) = fitting(partial(_used, predicates), lengths=_EXAMPLE_LENGTHS, limit=limit)
            asked = fenced(used, message_text("prompts.predicates", language))
            kinds = PredicatesPrompt(language, asked=asked, table=self._table_in_words(language))
        if not pairs and kinds is not None:
            return kinds
        (shown,) = fitting(partial(_pairs, pairs), lengths=_QUOTE_LENGTHS, limit=SHOWN_LIMIT)
        return RivalsPrompt(
            language,
            pairs=fenced(shown, message_text("prompts.pairs", language)),
            predicates="" if kinds is None else f"\n{kinds.messages().user}",
        )

    def _table_in_words(self, language: Language) -> str:
        names = [one.translations.get(language) or one.name for one in self._table.all()]
        return message_text("marks.list", language).join(names)

    def _kinds(self, questions: Sequence[PredicateQuestion], reply: MeaningReply) -> list[PredicateAnswer]:
        by_number: dict[int, PredicateForm] = {}
        for form in reply.predicates:
            by_number.setdefault(form.n, form)
        return [self._kind(question, by_number.get(number)) for number, question in enumerate(questions, 1)]

    def _kind(self, question: PredicateQuestion, form: PredicateForm | None) -> PredicateAnswer:
        if form is None:
            return default_predicate_answer(question)
        same = self._table.find(form.same_as) if form.same_as.strip() else None
        if same is not None:
            return PredicateAnswer(same.name, same.kind, same.cardinality, same.living, form.reversed)
        return PredicateAnswer(
            question.predicate,
            _chosen(PredicateKind, form.kind, PredicateKind.STATE),
            _chosen(Cardinality, form.cardinality, Cardinality.MANY),
            form.living,
        )


def _parts(questions: Sequence[Asked], most: int = QUESTIONS_PER_PROMPT) -> list[Sequence[Asked]]:
    """Split the questions into consecutive parts of at most *most* questions."""
    return [questions[start : start + most] for start in range(0, len(questions), most)]


def _used(questions: Sequence[PredicateQuestion], length: int) -> str:
    """Return the predicates as numbered lines of text, each with at most *length* characters of its example sentence."""
    lines: list[str] = []
    for number, one in enumerate(questions, 1):
        name = cut(one.predicate, _LONGEST_PREDICATE)
        example = cut_around(one.example, one.predicate, length)
        lines.append(f'{number}. {name}: "{example}"' if example else f"{number}. {name}")
    return "\n".join(lines)


def _pairs(questions: Sequence[RivalQuestion], quote: int) -> str:
    lines: list[str] = []
    for number, question in enumerate(questions, 1):
        lines += [f"{number}.", f"A {_said(question.new, quote)}", f"B {_said(question.known, quote)}"]
    return "\n".join(lines)


def _said(side: RivalSide, quote: int) -> str:
    """Return one line with the sentence, the predicate and the quotes of a statement."""
    quotes = " … ".join(f'"{cut(shown, quote)}"' for shown in side.quotes[:2] if quote)
    return f"{cut(side.text, _LONGEST_TEXT)} [{cut(side.predicate, _LONGEST_PREDICATE)}]" + (
        f": {quotes}" if quotes else ""
    )


def _verdicts(questions: Sequence[RivalQuestion], reply: MeaningReply) -> list[RivalAnswer]:
    by_number: dict[int, str] = {}
    for form in reply.verdicts:
        by_number.setdefault(form.pair, form.verdict)
    return [
        RivalAnswer(_chosen(Verdict, by_number.get(number, ""), Verdict.BOTH))
        for number in range(1, len(questions) + 1)
    ]


def _chosen(kind: type[Choice], word: str, otherwise: Choice) -> Choice:
    try:
        return kind(word.strip().lower())
    except ValueError:
        return otherwise
