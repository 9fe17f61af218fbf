"""An identity judge that asks a language model, with many identity questions in one prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from episodic.concurrency import run_all
from episodic.dedup.epithets import epithets
from episodic.dedup.questions import EntityDescription, IdentityAnswer, IdentityQuestion
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.ports import LanguageModel
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting
from episodic.reply_rows import Rows, numbered_rows

QUESTIONS_PER_PROMPT: Final = 24
SHOWN_LIMIT: Final = 4_900
"""If the candidates and questions of one prompt have more than this number of characters, the quotes in them are
shortened.

A prompt with many long names can be longer than SHOWN_LIMIT, because quotes are cut to no fewer than 30 characters.
"""
_QUOTE_LENGTHS: Final = (160, 120, 90, 75, 60, 50, 40, 30)
_LONG_QUOTE: Final = 75
"""If the quotes of a prompt must be cut to fewer than _LONG_QUOTE characters, only the latest quote of each entity is
shown.
"""
_LONGEST_NAME: Final = 80
_LONGEST_REASON: Final = 300
_NUMBERS: Final = re.compile(r"[Kk]?\d{1,6}(?:\s*[,，、]\s*[Kk]?\d{1,6})*")
_NUMBER: Final = re.compile(r"\d+")
_Content = tuple[str, str, tuple[str, ...], tuple[str, ...]]


class SameReply(ReplyForm):
    """Rows of nodes that are known entities, such as "3|1" or "3|1,4|same limp and name"."""

    answers: Rows


@dataclass(frozen=True)
class SamePrompt(Prompt[SameReply]):
    """The prompt that asks for each node which of the known entities it is, if any."""

    stage: ClassVar[str] = "dedup"
    name: ClassVar[str] = "same"
    version: ClassVar[int] = 4
    urgent: ClassVar[bool] = True
    reply_class: ClassVar[type[SameReply]] = SameReply

    known: str
    asked: str


class LLMIdentityJudge:
    """An identity judge that asks a language model. A candidate in the model's reply is ignored if the question did not
    list this candidate. A node for which the reply gives no answer counts as a new entity.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Return the identity judge's name, made of the prompt's name and version and the model's name, such as
        "prompted/same-4/some-model".
        """
        return f"prompted/{SamePrompt.name}-{SamePrompt.version}/{self._model.name}"

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """Return one answer for each question, in the order of the questions; the prompts for all batches are sent
        concurrently.
        """
        starts = range(0, len(questions), QUESTIONS_PER_PROMPT)
        batches = [_Batch(questions[start : start + QUESTIONS_PER_PROMPT]) for start in starts]
        replies = await run_all(self._model.ask(batch.prompt(language)) for batch in batches)
        return tuple(answer for batch, reply in zip(batches, replies, strict=True) for answer in batch.answers(reply))


class _Batch:
    """The questions of one prompt, in which a candidate of several questions is shown only once."""

    def __init__(self, questions: Sequence[IdentityQuestion]) -> None:
        self._questions = questions
        self._shown: dict[_Content, EntityDescription] = {}
        for question in questions:
            for candidate in question.candidates:
                self._shown.setdefault(_content(candidate), candidate)
        self._numbers = {content: number for number, content in enumerate(self._shown, 1)}

    def prompt(self, language: Language) -> SamePrompt:
        known, asked = fitting(self._known, self._asked, lengths=_QUOTE_LENGTHS, limit=SHOWN_LIMIT)
        return SamePrompt(
            language,
            known=fenced(known, message_text("prompts.known", language)),
            asked=fenced(asked, message_text("prompts.asked", language)),
        )

    def answers(self, reply: SameReply) -> list[IdentityAnswer]:
        """Return one answer for each question of the batch, in the order of the questions. An answer contains positions
        in the question's list of candidates.

        If the model's reply answers a question twice, the first answer counts.
        """
        rows = numbered_rows(reply.answers)
        return [self._answer(question, rows.get(number, ())) for number, question in enumerate(self._questions, 1)]

    def _answer(self, question: IdentityQuestion, parts: Sequence[str]) -> IdentityAnswer:
        known, reason = [*parts, "", ""][:2]
        if not _NUMBERS.fullmatch(known):
            return IdentityAnswer()
        said = set(map(int, _NUMBER.findall(known)))
        numbers = [self._numbers[_content(candidate)] for candidate in question.candidates]
        # Candidates with equal names, types and quotes share one number. A number in a reply is ignored if several
        # candidates of the question share it. Such a number does not say which of these candidates is meant.
        same = tuple(
            position for position, number in enumerate(numbers) if number in said and numbers.count(number) == 1
        )
        return IdentityAnswer(same, cut(reason, _LONGEST_REASON))

    def _known(self, quote: int) -> str:
        told_apart = epithets(list(self._shown.values()), quote=quote)
        lines: list[str] = []
        for (content, number), epithet in zip(self._numbers.items(), told_apart, strict=True):
            known = self._shown[content]
            language = self._questions[0].language
            name = message_text("chapters.namesake", language, name=known.name, epithet=epithet)
            lines.append(f"K{number} {_described(known, quote, name if epithet else known.name)}")
        return "\n".join(lines)

    def _asked(self, quote: int) -> str:
        lines: list[str] = []
        for number, question in enumerate(self._questions, 1):
            offered = ", ".join(f"K{self._numbers[_content(candidate)]}" for candidate in question.candidates)
            lines.append(f"N{number} {_described(question.node, quote, question.node.name)} → {offered or '—'}")
        return "\n".join(lines)


def _content(one: EntityDescription) -> _Content:
    return one.name, one.type, one.names, one.quotes


def _described(one: EntityDescription, quote: int, shown_name: str) -> str:
    """Return one line of text about a node or candidate: its type, its names with *shown_name* first, and its quotes.
    Quotes are cut to *quote* characters; if *quote* is less than _LONG_QUOTE, only the latest quote is shown.
    """
    names = [shown_name]
    for name in dict.fromkeys(one.names):
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", longer) for longer in (one.name, *names)):
            names.append(name)
    listed = " / ".join(cut(name, _LONGEST_NAME) for name in names)
    most = 2 if quote >= _LONG_QUOTE else 1
    quotes = " … ".join(f'"{each}"' for each in one.shown_quotes(quote)[-most:])
    return f"[{one.type}] {listed}" + (f": {quotes}" if quotes else "")
