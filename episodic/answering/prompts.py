"""The two prompts of an answer: one chooses look-ups and takes notes, the other writes the sentences.

Sources, notes, plans and look-ups are put between marks, so that a model does not take text of the story for
instructions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from episodic.answering.answers import LookUp, Note
from episodic.answering.sources import SourceBook
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.prompts import Prompt, ReplyForm, cut, fenced
from episodic.reply_rows import Rows

LONGEST_QUESTION = 1_000
_LONGEST_POINT = 160


class StepReply(ReplyForm):
    """The model's reply to a step prompt: its plan for answering the question, notes such as "3,5|she left him", the
    next look-ups such as "entity|Lin", and the reason for these look-ups.
    """

    plan: Rows = Field(default_factory=list[str])
    notes: Rows = Field(default_factory=list[str])
    next: Rows
    why: str = ""


class AnswerReply(ReplyForm):
    """Whether the question is answered, sentences such as "3,5|He lives in the town.", and the reasoning."""

    found: str
    sentences: Rows
    analysis: str = ""


@dataclass(frozen=True)
class StepPrompt(Prompt[StepReply]):
    """The prompt of a step: it asks what helps to answer the question, and what should be looked up next."""

    stage: ClassVar[str] = "answering"
    name: ClassVar[str] = "step"
    reply_class: ClassVar[type[StepReply]] = StepReply

    question: str
    scope: str
    plan: str
    notes: str
    done: str
    found: str
    left: str


@dataclass(frozen=True)
class AnswerPrompt(Prompt[AnswerReply]):
    """The prompt of the answer: it asks which sentences answer the question, and which sources support them."""

    stage: ClassVar[str] = "answering"
    name: ClassVar[str] = "answer"
    reply_class: ClassVar[type[AnswerReply]] = AnswerReply

    question: str
    scope: str
    notes: str
    sources: str
    faults: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What all prompts for answering one question have in common: the question, the description of the part of the work
    that is read, and the language.
    """

    question: str
    scope: str
    language: Language

    def step(
        self, *, plan: Sequence[str], notes: Sequence[Note], done: Sequence[LookUp], found: Sequence[str], left: int
    ) -> StepPrompt:
        """Return the prompt of a step; *found* are the lines of the sources that the last step found."""
        return StepPrompt(
            self.language,
            question=cut(self.question, LONGEST_QUESTION),
            scope=self.scope,
            plan=self._fenced("plan", plan),
            notes=self._notes(notes),
            done=self._fenced("looked_up", [self._done(one) for one in done]),
            found=self._fenced("found", found or [self._said("nothing_new")]),
            left=str(left),
        )

    def answer(
        self, *, notes: Sequence[Note], sources: Iterable[int], book: SourceBook, faults: Sequence[str] = ()
    ) -> AnswerPrompt:
        """Return the prompt that asks for the sentences of the answer. *faults* are the rejected sentences of an
        earlier reply, with the reasons.
        """
        return self.answer_from(notes, [book.shown(number) for number in sources], faults=faults)

    def answer_from(self, notes: Sequence[Note], lines: Sequence[str], *, faults: Sequence[str] = ()) -> AnswerPrompt:
        """Return the prompt that asks for the sentences of the answer, with the given notes and the numbered lines of
        sources.
        """
        return AnswerPrompt(
            self.language,
            question=cut(self.question, LONGEST_QUESTION),
            scope=self.scope,
            notes=self._notes(notes),
            sources=self._fenced("sources", lines),
            faults=self._fenced("faults", faults),
        )

    def _notes(self, notes: Sequence[Note]) -> str:
        return self._fenced("notes", [note_line(one) for one in notes])

    def _done(self, one: LookUp) -> str:
        words = cut("|".join((one.action, *one.arguments)), _LONGEST_POINT)
        if one.refused:
            return message_text("answering.done_refused", self.language, words=words, reason=cut(one.refused, 200))
        if one.again and not one.added:
            again = "".join(f"[{number}]" for number in one.again)
            return message_text("answering.done_again", self.language, words=words, sources=again)
        return message_text("answering.done", self.language, words=words, number=len(one.added))

    def _fenced(self, label: str, lines: Sequence[str]) -> str:
        if not lines:
            return ""
        return f"\n{self._said(label)}\n{fenced(chr(10).join(lines), self._said(f'label_{label}'))}\n"

    def _said(self, key: str) -> str:
        return message_text(f"answering.{key}", self.language)


def note_line(note: Note) -> str:
    """Return a note as a line of a prompt, with the numbers of its sources."""
    return f"[{','.join(map(str, note.sources))}] {note.text}"
