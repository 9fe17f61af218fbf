"""The prompt that asks which earlier setups the statements of a chapter pay, and the parsing of its reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from pydantic import Field

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting
from episodic.reply_rows import Rows, numbered_rows
from episodic.temporal.questions import PayoffAnswer, PayoffQuestion

PAYOFFS_LIMIT: Final = 2_400
"""The number of characters that the setups and statements in a prompt about payoffs should not exceed. To stay below
this number, sentences are shortened, but not below 40 characters, so that many sentences can exceed the number.
"""
_LENGTHS: Final = (160, 120, 100, 85, 70, 55, 40)


class PayoffsReply(ReplyForm):
    """Rows of setups that a statement pays, such as "2|5": statement 5 pays setup 2."""

    payoffs: Rows = Field(default_factory=list[str])


@dataclass(frozen=True)
class PayoffsPrompt(Prompt[PayoffsReply]):
    """The prompt that asks which statement of a later chapter pays each setup of earlier chapters."""

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "payoffs"
    version: ClassVar[int] = 1
    reply_class: ClassVar[type[PayoffsReply]] = PayoffsReply

    setups: str
    said: str
    more: str = ""


def payoffs_prompt(questions: Sequence[PayoffQuestion], *, language: Language) -> PayoffsPrompt:
    """Return one prompt that asks all the given questions about setups. A statement that is a candidate for several
    setups is listed once.
    """
    setups, said = fitting(
        partial(_numbered, [one.setup for one in questions]),
        partial(_numbered, _candidates(questions)),
        lengths=_LENGTHS,
        limit=PAYOFFS_LIMIT,
    )
    return PayoffsPrompt(
        language,
        setups=fenced(setups, message_text("prompts.setups", language)),
        said=fenced(said, message_text("prompts.said", language)),
    )


def payoff_answers(questions: Sequence[PayoffQuestion], reply: ReplyForm) -> list[PayoffAnswer]:
    """Return one answer for each question about a setup: the number of the candidate that pays it, or 0. A statement in
    the reply that is no candidate of the setup is treated like no statement.
    """
    rows = numbered_rows(reply.payoffs) if isinstance(reply, PayoffsReply) else {}
    listed = _candidates(questions)
    found: list[PayoffAnswer] = []
    for number, question in enumerate(questions, 1):
        # A row such as "2|5" contains the number of a setup and the number of a statement; `numbered_rows` parses both.
        given = next(iter(numbered_rows(rows.get(number, ())[:1])), 0)
        paying = listed[given - 1 : given] if given else []
        known = [candidate for candidate, text in enumerate(question.candidates, 1) if text in paying]
        found.append(PayoffAnswer(known[0] if known else 0))
    return found


def _candidates(questions: Sequence[PayoffQuestion]) -> list[str]:
    return list(dict.fromkeys(text for one in questions for text in one.candidates))


def _numbered(texts: Sequence[str], length: int) -> str:
    return "\n".join(f"{number}. {cut(text, length)}" for number, text in enumerate(texts, 1))
