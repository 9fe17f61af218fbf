"""The identity judge that asks a language model: up to twenty questions a prompt, one answer a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pydantic import Field

from episodic.dedup.questions import Described, IdentityAnswer, IdentityQuestion
from episodic.model.episodes import Language
from episodic.ports import LanguageModel, ask_all
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting

QUESTIONS_PER_PROMPT: Final = 20
SHOWN_LIMIT: Final = 5_500
"""Characters that the questions of one prompt should stay within: quotes are shown shorter until they do."""
_QUOTE_LENGTHS: Final = (160, 120, 90, 60, 40, 20)
_LONGEST_NAME: Final = 80
_LONGEST_REASON: Final = 300
_KNOWN: Final = {Language.CHINESE: "已知", Language.ENGLISH: "known"}
_ASKED: Final = {Language.CHINESE: "新的", Language.ENGLISH: "new"}
_Content = tuple[str, str, tuple[str, ...], tuple[str, ...]]


class SameForm(ReplyForm):
    """Which of the known ones a new one is."""

    n: int
    same: list[int] = Field(default_factory=list[int])
    reason: str = ""


class SameReply(ReplyForm):
    """One answer a question."""

    answers: list[SameForm]


@dataclass(frozen=True)
class SamePrompt(Prompt[SameReply]):
    """Which of the known entities, if any, is each of these?"""

    stage: ClassVar[str] = "dedup"
    name: ClassVar[str] = "same"
    version: ClassVar[int] = 1
    reply: ClassVar[type[SameReply]] = SameReply

    known: str
    asked: str


class PromptedIdentityJudge:
    """Asks a model. A candidate that was not offered is not believed, and what is left unanswered is somebody new."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Names the prompt, its version and the model, such as "prompted/same-1/some-model"."""
        return f"prompted/{SamePrompt.name}-{SamePrompt.version}/{self._model.name}"

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """One answer a question, in order; several prompts are asked at the same time. Raises ModelError."""
        starts = range(0, len(questions), QUESTIONS_PER_PROMPT)
        batches = [_Batch(questions[start : start + QUESTIONS_PER_PROMPT]) for start in starts]
        replies = await ask_all(self._model, [batch.prompt(language) for batch in batches])
        return tuple(answer for batch, reply in zip(batches, replies, strict=True) for answer in batch.answers(reply))


class _Batch:
    """The questions of one prompt. A candidate that several of them share is shown once."""

    def __init__(self, questions: Sequence[IdentityQuestion]) -> None:
        self._questions = questions
        self._shown: dict[_Content, Described] = {}
        for question in questions:
            for candidate in question.candidates:
                self._shown.setdefault(_content(candidate), candidate)
        self._numbers = {content: number for number, content in enumerate(self._shown, 1)}

    def prompt(self, language: Language) -> SamePrompt:
        """The prompt, with quotes as long as there is room for."""
        known, asked = fitting(self._known, self._asked, lengths=_QUOTE_LENGTHS, limit=SHOWN_LIMIT)
        return SamePrompt(language, known=fenced(known, _KNOWN[language]), asked=fenced(asked, _ASKED[language]))

    def answers(self, reply: SameReply) -> list[IdentityAnswer]:
        """What *reply* says of each question, as positions of its own candidates; of two answers to one question the first."""
        said: dict[int, SameForm] = {}
        for form in reply.answers:
            said.setdefault(form.n, form)
        return [self._answer(question, said.get(number)) for number, question in enumerate(self._questions, 1)]

    def _answer(self, question: IdentityQuestion, form: SameForm | None) -> IdentityAnswer:
        if form is None:
            return IdentityAnswer()
        numbers = [self._numbers[_content(candidate)] for candidate in question.candidates]
        same = tuple(position for position, number in enumerate(numbers) if number in form.same)
        return IdentityAnswer(same, cut(form.reason, _LONGEST_REASON))

    def _known(self, quote: int) -> str:
        return "\n".join(
            f"K{number} {_described(self._shown[content], quote)}" for content, number in self._numbers.items()
        )

    def _asked(self, quote: int) -> str:
        lines: list[str] = []
        for number, question in enumerate(self._questions, 1):
            offered = ", ".join(f"K{self._numbers[_content(candidate)]}" for candidate in question.candidates)
            lines.append(f"N{number} {_described(question.node, quote)} → {offered or '—'}")
        return "\n".join(lines)


def _content(one: Described) -> _Content:
    return one.name, one.type, one.names, one.quotes


def _described(one: Described, quote: int) -> str:
    """Names, type and quotes on one line."""
    names = " / ".join(cut(name, _LONGEST_NAME) for name in dict.fromkeys((one.name, *one.names)))
    quotes = " … ".join(f'"{cut(each, quote)}"' for each in one.quotes[:2])
    return f"[{one.type}] {names}" + (f": {quotes}" if quotes else "")
