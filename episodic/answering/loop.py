"""The loop that answers a question with a language model: look-ups and notes step by step, then the sentences.

The loop is bounded by a number of steps and a number of tokens. The model chooses among read-only look-ups, as in
GraphReader (Li et al., 2024), and can cite only sources that it was shown. The prompts are built only from the question
and the part of the work that the caller may read. The prompts therefore reveal nothing of later chapters.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from episodic.answering.actions import BadRow, Request, requests_in
from episodic.answering.answers import (
    AnswerEvent,
    AnswerPlanned,
    AnswerSentence,
    Citation,
    LookUp,
    Note,
    NoteTaken,
    StartEntity,
    Step,
    StepTaken,
    Stopped,
)
from episodic.answering.citing import CheckedSentences, checked_notes, checked_sentences
from episodic.answering.look_ups import LookUps, Material
from episodic.answering.prompts import AnswerPrompt, AnswerReply, Asked, StepReply
from episodic.answering.token_room import (
    LEAST_MATERIAL,
    MOST_MATERIAL,
    REPLY_RESERVE,
    TokenRoom,
    material_room,
    most_tokens,
    prompt_tokens,
)
from episodic.errors import BudgetExceededError, ModelError
from episodic.languages import lexicon
from episodic.ports import LanguageModel
from episodic.prompts import cut
from episodic.search.prompt_lines import one_line

_MOST_POINTS = 6
_MOST_NOTES = 6
"""The maximum number of notes that are kept from one reply of the model."""
_LONGEST_POINT = 160
_LONGEST_REASON = 300
_EMPTY_STEPS = 2
"""The number of successive steps without a new source after which a run ends."""
_SOURCE_ROOM = 1_500
"""The maximum number of tokens that the sources may take in the final prompt, which asks for the answer and also shows
the notes.
"""


class CountedModel(LanguageModel, Protocol):
    """A language model with a token limit, which counts the tokens of its calls."""

    @property
    def tokens_left(self) -> int: ...

    @property
    def calls(self) -> int: ...

    @property
    def prompt_tokens(self) -> int: ...

    @property
    def completion_tokens(self) -> int: ...


@dataclass(slots=True)
class Run:
    """The state of the loop while it answers one question: the model's plan, the notebook, the steps, and what did not
    work.
    """

    plan: tuple[str, ...] = ()
    notebook: list[Note] = field(default_factory=list[Note])
    steps: list[Step] = field(default_factory=list[Step])
    starts: tuple[StartEntity, ...] = ()
    dropped: list[str] = field(default_factory=list[str])
    degraded: list[str] = field(default_factory=list[str])
    stopped: Stopped = Stopped.ANSWERED
    sentences: tuple[AnswerSentence, ...] = ()
    found: bool = False
    closest: tuple[Citation, ...] = ()
    analysis: str = ""
    answered: bool = False
    """Whether the model has answered the question or has said that the work does not answer it."""


class AnswerLoop:
    """The loop that answers one question. The method `events` runs the loop; afterwards, the attribute `run` has the
    result.
    """

    def __init__(self, asked: Asked, look_ups: LookUps, model: CountedModel, *, max_steps: int) -> None:
        self._asked = asked
        self._look_ups = look_ups
        self._model = model
        self._max_steps = max_steps
        self.run = Run()

    async def events(self) -> AsyncGenerator[AnswerEvent]:
        """Yield the events for the plan, the steps and the notes, and then ask the model for the sentences of the
        answer.

        An error of the model ends the run, and the run keeps the notes taken so far. Raises StoreError and
        EmbeddingError.
        """
        try:
            async for event in self._steps():
                yield event
            await self._answer()
        except BudgetExceededError:
            self.run.stopped = Stopped.BUDGET
        except ModelError as error:
            self.run.stopped = Stopped.MODEL_FAILED
            self.run.degraded.append(error.message)

    async def _steps(self) -> AsyncGenerator[AnswerEvent]:
        run = self.run
        room = self._room(first=True)
        look_up, material, run.starts = await self._look_ups.start(self._asked.question, TokenRoom(room))
        run.degraded.extend(self._look_ups.degraded)
        yield self._took(0, "", [look_up])
        empty = 0
        for number in range(1, self._max_steps + 1):
            if not room:
                run.stopped = Stopped.BUDGET
                return
            left = self._max_steps - number
            reply = await self._model.ask(
                self._asked.step(plan=run.plan, notes=run.notebook, done=self._done(), found=material.lines, left=left)
            )
            for event in self._noted(reply):
                yield event
            requests = requests_in(reply.next)
            if not requests:
                return
            if not left:
                run.stopped = Stopped.STEPS
                return
            room = self._room()
            results = await self._results(requests, room)
            yield self._took(number, cut(one_line(reply.why), _LONGEST_REASON), [one for one, _ in results])
            material = sum((lines for _, lines in results), Material())
            empty = 0 if any(one.added for one, _ in results) else empty + 1
            if empty >= _EMPTY_STEPS:
                run.stopped = Stopped.NOTHING_LEFT
                return

    async def _results(self, requests: Sequence[Request | BadRow], room: int) -> list[tuple[LookUp, Material]]:
        """Before each look-up, the tokens that are still free are divided equally among the look-ups that remain. The
        remaining look-ups can therefore use the tokens that earlier look-ups did not need.
        """
        results: list[tuple[LookUp, Material]] = []
        for place, request in enumerate(requests):
            share = TokenRoom(room // (len(requests) - place))
            results.append(await self._look_ups.run(request, share))
            room -= share.taken
        return results

    def _took(self, number: int, reason: str, look_ups: Sequence[LookUp]) -> StepTaken:
        step = Step(number, reason, tuple(look_ups))
        self.run.steps.append(step)
        return StepTaken(step)

    def _noted(self, reply: StepReply) -> list[AnswerEvent]:
        events: list[AnswerEvent] = []
        points = tuple(cut(one_line(one), _LONGEST_POINT) for one in reply.plan if one.strip())[:_MOST_POINTS]
        if points and not self.run.plan:
            self.run.plan = points
            events.append(AnswerPlanned(points))
        notes, faults = checked_notes(reply.notes, self._look_ups.book, self._asked.language)
        self.run.dropped.extend(faults)
        for note in notes[:_MOST_NOTES]:
            if note not in self.run.notebook:
                self.run.notebook.append(note)
                events.append(NoteTaken(note))
        return events

    def _done(self) -> list[LookUp]:
        return [one for step in self.run.steps for one in step.look_ups]

    def _room(self, *, first: bool = False) -> int:
        """Return how many tokens the results of the next look-ups may take, or 0 if the budget is used up. The first
        search always gets some tokens, because without its results nothing could be cited.
        """
        run = self.run
        empty = self._asked.step(plan=run.plan, notes=run.notebook, done=self._done(), found=(), left=0)
        kept = prompt_tokens(self._asked.answer(notes=run.notebook, sources=(), book=self._look_ups.book))
        kept += REPLY_RESERVE + LEAST_MATERIAL
        steps = self._max_steps - len(run.steps)
        room = material_room(self._model.tokens_left, fixed=prompt_tokens(empty), kept=kept, steps=steps)
        return max(room, LEAST_MATERIAL) if first else room

    async def _answer(self) -> None:
        run = self.run
        shown = self._sources_shown()
        reply = await self._model.ask(self._prompt(shown))
        checked = self._checked(reply, shown)
        if checked.faults:
            second = self._prompt(shown, faults=checked.faults)
            if prompt_tokens(second) + REPLY_RESERVE <= self._model.tokens_left:
                repaired = await self._model.ask(second)
                checked_again = self._checked(repaired, shown)
                if len(checked_again.sentences) >= len(checked.sentences):
                    reply, checked = repaired, checked_again
        run.dropped.extend(checked.faults)
        run.analysis = cut(one_line(reply.analysis), _LONGEST_REASON)
        run.found = says_found(reply) and bool(checked.sentences)
        run.sentences = checked.sentences if run.found else ()
        run.answered = not says_found(reply) or bool(checked.sentences)

    def _checked(self, reply: AnswerReply, shown: Sequence[int]) -> CheckedSentences:
        offered = {*shown, *(number for note in self.run.notebook for number in note.sources)}
        rows = reply.sentences if says_found(reply) else []
        return checked_sentences(rows, offered, self._asked.language)

    def _prompt(self, shown: Sequence[int], faults: Sequence[str] = ()) -> AnswerPrompt:
        return self._asked.answer(notes=self.run.notebook, sources=shown, book=self._look_ups.book, faults=faults)

    def _sources_shown(self) -> list[int]:
        """Return the numbers of the sources that the answer prompt shows, sorted. The prompt first gets one source of
        each note, beginning with the latest note. Then the prompt gets the other sources of the notes, as long as there
        is room. Without notes, the prompt gets the sources in the order in which they were found.
        """
        book = self._look_ups.book
        noted = _by_turns([note.sources for note in reversed(self.run.notebook)])
        fixed = prompt_tokens(self._prompt(()))
        left = self._model.tokens_left - fixed - REPLY_RESERVE - most_tokens(self._asked.question)
        room = TokenRoom(min(_SOURCE_ROOM if noted else MOST_MATERIAL, left))
        return sorted(number for number in noted or range(1, len(book) + 1) if room.takes(book.shown(number)))


def _by_turns(lists: Sequence[Sequence[int]]) -> list[int]:
    longest = max(map(len, lists), default=0)
    return list(dict.fromkeys(one[place] for place in range(longest) for one in lists if place < len(one)))


def says_found(reply: AnswerReply) -> bool:
    return reply.found.strip().lower() in lexicon.words("yes")
