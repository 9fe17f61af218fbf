"""A temporal judge that asks a language model about rivals, unknown predicates, payoffs of setups, ended states and
time expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import ClassVar, Final, TypeVar

from pydantic import Field

from episodic.concurrency import run_all
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.predicates import Cardinality, PredicateKind, shipped_table
from episodic.model.settings import WorkSettings
from episodic.ports import LanguageModel
from episodic.prompts import Prompt, ReplyForm, cut, cut_around, fenced, fitting
from episodic.reply_rows import Rows, keyed, numbered_rows
from episodic.temporal.judges import MeaningAnswers, default_predicate_answer
from episodic.temporal.llm_time_expressions import WhenPrompt, time_answers, when_prompt
from episodic.temporal.questions import (
    CandidateQuestion,
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    RivalSide,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)
from episodic.temporal.settled_prompts import SettledPrompt, SettledReply, settled_answers, settled_prompt

Choice = TypeVar("Choice", bound=StrEnum)
Asked = TypeVar("Asked")

QUESTIONS_PER_PROMPT: Final = 20
CANDIDATES_PER_PROMPT: Final = 30
"""The maximum number of setups and states in a prompt. A chapter has at most 12 questions about setups and 16 about
states, so that one prompt is enough.
"""
PREDICATES_PER_PROMPT: Final = 80
SHOWN_LIMIT: Final = 4_000
"""The number of characters that the question about setups and states and the pairs of statements in a prompt should not
exceed together. To stay below SHOWN_LIMIT, quotes are shortened and at last left out, but the sentences of statements
are not shortened.
"""
PREDICATES_LIMIT: Final = 1_800
"""The number of characters that the predicates should not exceed in a prompt that also has pairs of statements. To stay
below PREDICATES_LIMIT, the example sentences of predicates are shortened to at least 24 characters. If the shortened
example sentences of the predicates are still longer than the limit, no predicate is left out of the prompt.

In a prompt with predicates and no pairs, SHOWN_LIMIT is the limit of the predicates and the question about setups and
states.
"""
_QUOTE_LENGTHS: Final = (160, 120, 90, 60, 40, 20, 0)
_EXAMPLE_LENGTHS: Final = (120, 90, 60, 40, 24)
"""The lengths in characters to which example sentences of predicates are shortened, one after the other, until they
fit. Every example sentence keeps at least 24 characters, because the name of a predicate alone often has several
senses.
"""
_LONGEST_TEXT: Final = 200
_LONGEST_PREDICATE: Final = 60


class VerdictsReply(ReplyForm):
    """Rows of pairs whose two statements are not simply compatible, such as "4|same"."""

    verdicts: Rows = Field(default_factory=list[str])


class PredicatesReply(ReplyForm):
    """Rows of predicates that do not have the default properties, such as "3|same:likes" or "7|one_value|living"."""

    predicates: Rows = Field(default_factory=list[str])


class MeaningReply(PredicatesReply, VerdictsReply):
    """The rows of a prompt that asks about pairs and predicates."""


@dataclass(frozen=True)
class PredicatesPrompt(Prompt[PredicatesReply]):
    """The prompt that asks for the properties of each predicate, such as its kind, in the sense of its example
    sentence.
    """

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "predicates"
    version: ClassVar[int] = 5
    reply_class: ClassVar[type[PredicatesReply]] = PredicatesReply

    asked: str
    table: str


@dataclass(frozen=True)
class RivalsPrompt(Prompt[VerdictsReply]):
    """The prompt that asks, for each pair of statements, whether the two have the same meaning, are compatible, or
    exclude each other.
    """

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "rivals"
    version: ClassVar[int] = 3
    reply_class: ClassVar[type[VerdictsReply]] = VerdictsReply

    pairs: str
    predicates: str


@dataclass(frozen=True)
class MeaningPrompt(RivalsPrompt):
    """The prompt that asks about pairs of statements and about predicates."""

    reply_class: ClassVar[type[VerdictsReply]] = MeaningReply


class SettledAndVerdictsReply(VerdictsReply, SettledReply):
    """The rows of a prompt that asks about setups and states, and about pairs."""


class SettledAndPredicatesReply(PredicatesReply, SettledReply):
    """The rows of a prompt that asks about setups and states, and about predicates."""


class SettledAndMeaningReply(PredicatesReply, VerdictsReply, SettledReply):
    """The rows of a prompt that asks about setups and states, pairs and predicates."""


@dataclass(frozen=True)
class SettledAndVerdictsPrompt(SettledPrompt):
    """The prompt that asks about setups and states, and about pairs of statements."""

    reply_class: ClassVar[type[SettledReply]] = SettledAndVerdictsReply


@dataclass(frozen=True)
class SettledAndPredicatesPrompt(SettledPrompt):
    """The prompt that asks about setups and states, and about predicates."""

    reply_class: ClassVar[type[SettledReply]] = SettledAndPredicatesReply


@dataclass(frozen=True)
class SettledAndMeaningPrompt(SettledPrompt):
    """The prompt that asks about setups and states, pairs of statements and predicates."""

    reply_class: ClassVar[type[SettledReply]] = SettledAndMeaningReply


_PROMPTS: Final = (RivalsPrompt, PredicatesPrompt, SettledPrompt, WhenPrompt)


class LLMTemporalJudge:
    """A temporal judge that asks a language model.

    If the model's answer to a question is missing or invalid, a safe default is used. By default, two statements are
    compatible. By default, a predicate keeps the kind with which it was extracted and allows any number of values. By
    default, no candidate statement is the payoff of a setup or ends a state, and a time expression has no known
    meaning.
    """

    def __init__(self, model: LanguageModel, *, settings: WorkSettings | None = None) -> None:
        """The argument *settings* contains the caller's own predicates and calendars."""
        self._model = model
        self._settings = settings or WorkSettings()
        self._table = shipped_table().extended(self._settings.predicates)

    @property
    def name(self) -> str:
        """The names and versions of the prompts and the model's name, such as
        "prompted/rivals-3+predicates-5+settled-1+when-6/some-model".
        """
        prompts = "+".join(f"{one.name}-{one.version}" for one in _PROMPTS)
        return f"prompted/{prompts}/{self._model.name}"

    async def rivals(
        self,
        rivals: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        candidates: Sequence[CandidateQuestion] = (),
        *,
        language: Language,
    ) -> MeaningAnswers:
        """Return one answer per question, in the order of the questions. One prompt can ask about pairs of statements,
        predicates, and earlier setups and states. Raise ModelError if the model fails.
        """
        pairs, asked, paid = (
            _parts(rivals),
            _parts(predicates, PREDICATES_PER_PROMPT),
            _parts(candidates, CANDIDATES_PER_PROMPT),
        )
        count = max(len(pairs), len(asked), len(paid))
        pairs = [*pairs, *(() for _ in range(count - len(pairs)))]
        asked = [*asked, *(() for _ in range(count - len(asked)))]
        paid = [*paid, *(() for _ in range(count - len(paid)))]
        parts = list(zip(pairs, asked, paid, strict=True))
        replies: Sequence[ReplyForm] = await run_all(self._model.ask(self._prompt(*one, language)) for one in parts)
        answered = list(zip(parts, replies, strict=True))
        return MeaningAnswers(
            tuple(one for (part, _, _), reply in answered for one in _verdicts(part, reply)),
            tuple(one for (_, part, _), reply in answered for one in self._kinds(part, reply)),
            tuple(one for (_, _, part), reply in answered for one in settled_answers(part, reply)),
        )

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        parts, calendars = _parts(questions), self._settings.calendars
        replies = await run_all(self._model.ask(when_prompt(part, calendars, language=language)) for part in parts)
        return tuple(
            one for part, reply in zip(parts, replies, strict=True) for one in time_answers(part, reply, calendars)
        )

    def _prompt(
        self,
        pairs: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        candidates: Sequence[CandidateQuestion],
        language: Language,
    ) -> Prompt[ReplyForm]:
        if not candidates:
            return self._meaning_prompt(pairs, predicates, language, limit=SHOWN_LIMIT)
        prompt = settled_prompt(candidates, language=language)
        if not pairs and not predicates:
            return prompt
        limit = SHOWN_LIMIT - len(prompt.messages().user)
        further = self._meaning_prompt(pairs, predicates, language, limit=limit).messages().user
        asked: type[SettledPrompt] = SettledAndPredicatesPrompt
        if pairs:
            asked = SettledAndMeaningPrompt if predicates else SettledAndVerdictsPrompt
        return asked(language, lines=prompt.lines, said=prompt.said, more=f"\n{further}")

    def _meaning_prompt(
        self,
        pairs: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        language: Language,
        *,
        limit: int,
    ) -> Prompt[ReplyForm]:
        kinds: PredicatesPrompt | None = None
        if predicates:
            room = PREDICATES_LIMIT if pairs else limit
            (used,) = fitting(partial(_used, predicates), lengths=_EXAMPLE_LENGTHS, limit=room)
            asked = fenced(used, message_text("prompts.predicates", language))
            kinds = PredicatesPrompt(language, asked=asked, table=self._table_in_words(language))
        if not pairs and kinds is not None:
            return kinds
        (shown,) = fitting(partial(self._pairs, pairs, language), lengths=_QUOTE_LENGTHS, limit=limit)
        shown = fenced(shown, message_text("prompts.pairs", language))
        if kinds is None:
            return RivalsPrompt(language, pairs=shown, predicates="")
        return MeaningPrompt(language, pairs=shown, predicates=f"\n{kinds.messages().user}")

    def _table_in_words(self, language: Language) -> str:
        names = [one.label(language) for one in self._table.offered()]
        return message_text("marks.list", language).join(names)

    def _pairs(self, questions: Sequence[RivalQuestion], language: Language, quote: int) -> str:
        lines: list[str] = []
        for number, question in enumerate(questions, 1):
            new, known = self._said(question.new, language, quote), self._said(question.known, language, quote)
            lines += [f"{number}.", f"A {new}", f"B {known}"]
        return "\n".join(lines)

    def _said(self, side: RivalSide, language: Language, quote: int) -> str:
        quotes = " … ".join(f'"{cut(shown, quote)}"' for shown in side.quotes[:2] if quote)
        marks = f" ({', '.join(side.marks)})" if side.marks else ""
        known = self._table.find(side.predicate)
        predicate = cut(side.predicate if known is None else known.label(language), _LONGEST_PREDICATE)
        return f"{cut(side.text, _LONGEST_TEXT)}{marks} [{predicate}]" + (f": {quotes}" if quotes else "")

    def _kinds(self, questions: Sequence[PredicateQuestion], reply: ReplyForm) -> list[PredicateAnswer]:
        rows = numbered_rows(reply.predicates) if isinstance(reply, PredicatesReply) else {}
        return [self._kind(question, rows.get(number, ())) for number, question in enumerate(questions, 1)]

    def _kind(self, question: PredicateQuestion, parts: Sequence[str]) -> PredicateAnswer:
        answer = default_predicate_answer(question)
        words = [part.lower() for part in parts]
        for key, name in map(keyed, parts):
            same = self._table.find(name) if key == "same" and name else None
            if same is not None:
                return PredicateAnswer(same.name, same.kind, same.cardinality, same.living, "reversed" in words)
        return replace(
            answer,
            kind=_first_of(PredicateKind, words) or answer.kind,
            cardinality=_first_of(Cardinality, words) or answer.cardinality,
            living="living" in words,
        )


def _parts(questions: Sequence[Asked], most: int = QUESTIONS_PER_PROMPT) -> list[Sequence[Asked]]:
    return [questions[start : start + most] for start in range(0, len(questions), most)]


def _used(questions: Sequence[PredicateQuestion], length: int) -> str:
    lines: list[str] = []
    for number, one in enumerate(questions, 1):
        name = cut(one.predicate, _LONGEST_PREDICATE)
        name += f" ({one.kind.value})" if one.kind is not None else ""
        example = cut_around(one.example, one.predicate, length)
        lines.append(f'{number}. {name}: "{example}"' if example else f"{number}. {name}")
    return "\n".join(lines)


def _verdicts(questions: Sequence[RivalQuestion], reply: ReplyForm) -> list[RivalAnswer]:
    rows = numbered_rows(reply.verdicts) if isinstance(reply, VerdictsReply) else {}
    words = [[part.lower() for part in rows.get(number, ())[:1]] for number in range(1, len(questions) + 1)]
    return [RivalAnswer(_first_of(Verdict, said) or Verdict.BOTH) for said in words]


def _first_of(kind: type[Choice], words: Sequence[str]) -> Choice | None:
    known = {one.value: one for one in kind}
    return next((known[word] for word in words if word in known), None)
