"""The prompt about setups and states of earlier chapters, and the parser of the model's replies to this prompt.

The prompt asks which statements of a chapter resolve setups (what earlier chapters left open). The prompt also asks
which statements show that a state of earlier chapters has ended.
"""

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
from episodic.temporal.questions import CandidateAnswer, CandidateQuestion, PayoffQuestion, StateEndQuestion

SETTLED_LIMIT: Final = 3_600
"""The number of characters that the setups, states and statements in a prompt should not exceed. If a prompt would
exceed SETTLED_LIMIT, its sentences are shortened, but not to fewer than 40 characters. A prompt with many sentences can
therefore still exceed the limit.
"""
_LENGTHS: Final = (160, 120, 100, 85, 70, 55, 40)


class SettledReply(ReplyForm):
    """Rows of setups and states that a statement settles, such as "2|5": statement 5 settles line 2."""

    settled: Rows = Field(default_factory=list[str])


@dataclass(frozen=True)
class SettledPrompt(Prompt[SettledReply]):
    """The prompt that asks which statements of a later chapter resolve setups of earlier chapters. Setups are
    questions, secrets, promises or threats that the earlier chapters left open. The prompt also asks which statements
    show that a state of earlier chapters has ended. `lines` is the part of the prompt that lists the setups and the
    states, numbered together.
    """

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "settled"
    version: ClassVar[int] = 1
    reply_class: ClassVar[type[SettledReply]] = SettledReply

    lines: str
    said: str
    more: str = ""


def settled_prompt(questions: Sequence[CandidateQuestion], *, language: Language) -> SettledPrompt:
    """Return one prompt that asks all the given questions about setups and states. In *questions*, the questions about
    setups must come before the questions about states. A statement that is a candidate in several questions is listed
    once.
    """
    setups = [one.setup for one in questions if isinstance(one, PayoffQuestion)]
    states = [one.state for one in questions if isinstance(one, StateEndQuestion)]
    *lines, said = fitting(
        partial(_numbered, setups, 1),
        partial(_numbered, states, len(setups) + 1),
        partial(_numbered, _candidates(questions), 1),
        lengths=_LENGTHS,
        limit=SETTLED_LIMIT,
    )
    names = (message_text("prompts.setups", language), message_text("prompts.states", language))
    shown = [fenced(text, name) for text, name in zip(lines, names, strict=True) if text]
    return SettledPrompt(language, lines="\n\n".join(shown), said=fenced(said, message_text("prompts.said", language)))


def settled_answers(questions: Sequence[CandidateQuestion], reply: ReplyForm) -> list[CandidateAnswer]:
    """Return one answer for each question: the number of the candidate that settles the setup or state, or 0. If the
    reply names a statement that is no candidate of the question, the answer is 0.
    """
    rows = numbered_rows(reply.settled) if isinstance(reply, SettledReply) else {}
    listed = _candidates(questions)
    found: list[CandidateAnswer] = []
    for number, question in enumerate(questions, 1):
        # A row such as "2|5" contains the number of a setup or state and the number of a statement; `numbered_rows`
        # parses both.
        given = next(iter(numbered_rows(rows.get(number, ())[:1])), 0)
        settling = listed[given - 1 : given] if given else []
        known = [candidate for candidate, text in enumerate(question.candidates, 1) if text in settling]
        found.append(CandidateAnswer(known[0] if known else 0))
    return found


def _candidates(questions: Sequence[CandidateQuestion]) -> list[str]:
    return list(dict.fromkeys(text for one in questions for text in one.candidates))


def _numbered(texts: Sequence[str], first: int, length: int) -> str:
    return "\n".join(f"{number}. {cut(text, length)}" for number, text in enumerate(texts, first))
