"""Asking until nothing is open: replay, ask what has no answer, replay again with the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.errors import EpisodicError
from episodic.model.asserted import Judgement, Question
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.telling.open_questions import Missing
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.answering import Judges, answer, as_by_rule
from episodic.uncollected import uncollected

APART = 16
"""How many chapters lie between two replays that are kept while a work is told."""
LATEST = 32
"""How many of the latest replays are kept beside those."""
ROUNDS = 64
"""More rounds than a work of any length needs: each settles at least the first open chapter."""


@dataclass(slots=True)
class Answers:
    """The kept answers of a work; grows while questions are asked. `texts` is what replays read."""

    judgements: dict[str, Judgement] = field(default_factory=dict[str, Judgement])
    texts: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, judgements: Iterable[Judgement]) -> Answers:
        """The answers kept in these judgements."""
        kept = {one.uuid: one for one in judgements}
        return cls(kept, {uuid: one.answer for uuid, one in kept.items()})

    def keep(self, judgements: dict[str, Judgement]) -> None:
        """Add new answers."""
        self.judgements.update(judgements)
        self.texts.update({uuid: one.answer for uuid, one in judgements.items()})


@dataclass(frozen=True, slots=True)
class Settled:
    """A replay in which nothing is open, and the chapters that had to be left out, with their errors."""

    replay: Replay
    failed: dict[str, EpisodicError]


Reached = Callable[[Sequence[AssertedChapter], Replay], None]
"""Takes the chapters told so far after the base, and the replay of them, which nobody tells on."""
Foresee = Callable[[Replay], Awaitable[None]]
"""Uses the time in which answers are waited for: takes a replay that will likely be saved."""
BREATH = 0.01
"""Seconds in which what is to be asked goes out before the time of waiting is used."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is done with replays on the way: `reached` is shown those up to each chapter in the end.

    `foresee` is handed those after as many chapters as `ends` say, already while meanings are asked about: they stay as they
    are if the answers are as by rule.
    """

    reached: Reached | None = None
    foresee: Foresee | None = None
    ends: frozenset[int] = frozenset()


UNWATCHED = Watch()


async def settle(
    base: Replay,
    chapters: Sequence[AssertedChapter],
    *,
    judges: Judges,
    answers: Answers,
    watch: Watch = UNWATCHED,
) -> Settled:
    """*base* with *chapters* told after it and every question answered; *base* itself stays as it is.

    A chapter whose questions could not be answered is left out; the chapters after it are told without it.
    """
    trial = _Trial(base, chapters, reached=watch.reached)
    failed = dict[str, EpisodicError]()
    for _ in range(ROUNDS + len(chapters)):
        questions = trial.run()
        if judges.ruled or not questions:
            return Settled(trial.finished(), failed)
        aside = asyncio.create_task(_foreseen(trial, watch))
        try:
            failed |= await _asked(trial, questions, judges=judges, answers=answers)
        finally:
            if aside.done():
                aside.result()
            aside.cancel()
        trial.learn(answers.texts, failed)
    raise AssertionError("questions kept changing")


async def ask_identities(
    base: Replay,
    chapters: Sequence[AssertedChapter],
    *,
    judges: Judges,
    answers: Answers,
    enough: Callable[[], bool],
) -> dict[str, EpisodicError]:
    """Ask who is who in *chapters*, told after *base*, until nothing is open or it is *enough*: `settle` asks the rest.

    What comes back are the chapters whose questions could not be answered, with their errors.
    """
    trial = _Trial(base, chapters, reached=None, identity_only=True)
    failed = dict[str, EpisodicError]()
    for _ in range(ROUNDS + len(chapters)):
        questions = trial.run()
        if judges.ruled or not questions:
            return failed
        failed |= await _asked(trial, questions, judges=judges, answers=answers)
        if enough():
            return failed
        trial.learn(answers.texts, failed)
    raise AssertionError("questions kept changing")


async def _asked(
    trial: _Trial, questions: Sequence[Question], *, judges: Judges, answers: Answers
) -> dict[str, EpisodicError]:
    """Ask, and keep the answers; the chapters whose questions could not be answered, with their errors."""
    answered = await answer(questions, judges, group_id=trial.group_id, languages=trial.languages)
    answers.keep(answered.judgements)
    return dict(answered.failed)


async def _foreseen(trial: _Trial, watch: Watch) -> None:
    """Hand out one replay after the other, and let go in between of what is being waited for."""
    if watch.foresee is None or not trial.told_out:
        return
    await asyncio.sleep(BREATH)
    for replay in trial.steps(watch.ends):
        await watch.foresee(replay)
        await asyncio.sleep(0)


class _Trial:
    """Tells chapters again and again; each time from before the first one that an answer made another.

    An answer that says what the rule had said until then changes nothing, and what was told is not told again for it.
    """

    def __init__(
        self,
        base: Replay,
        chapters: Sequence[AssertedChapter],
        *,
        reached: Reached | None,
        identity_only: bool = False,
    ) -> None:
        self.group_id = base.group_id
        self.languages = {one.episode.uuid: one.episode.language for one in chapters}
        self._chapters = list(chapters)
        self._identity_only = identity_only
        self._reached = reached
        self._steps: dict[int, Replay] = {0: base}
        """Replays by the number of chapters told."""
        self._missing: list[Missing] = []

    def run(self) -> list[Question]:
        """Tell what is left to tell; the open questions of the first step that has any: who is who, then what is meant."""
        start = len(self._missing)
        with uncollected():
            self._tell(start)
        questions = [question for one in self._missing for question in one.identity]
        return questions or [question for one in self._missing for question in one.meaning]

    def _tell(self, start: int) -> None:
        replay = self._steps[start].copy()
        for number, one in enumerate(self._chapters[start:], start=start + 1):
            self._missing.append(replay.meet(one) if self._identity_only else replay.add(one))
            if number % APART == 0 or number > len(self._chapters) - LATEST:
                self._steps[number] = replay.copy()

    @property
    def told_out(self) -> bool:
        """Whether only meanings are open, so that most answers change nothing of what was told."""
        return not any(one.identity for one in self._missing)

    def steps(self, ends: frozenset[int]) -> list[Replay]:
        """The replays after so many chapters, as far as they are at hand."""
        return [self._steps[number] for number in sorted(ends) if number in self._steps]

    def learn(self, texts: Mapping[str, str], failed: Container[str]) -> None:
        """Take in answers; go on without the chapters that failed."""
        changed = len(self._chapters)
        for number, (chapter, missing) in enumerate(zip(self._chapters, self._missing, strict=True)):
            asked = (*missing.identity, *missing.meaning)
            known = [question for question in asked if question.uuid in texts]
            if chapter.episode.uuid in failed or not all(as_by_rule(one, texts[one.uuid]) for one in known):
                changed = number
                break
            self._missing[number] = missing.without(texts)
        count = max(number for number in self._steps if number <= changed)
        self._steps = {number: replay for number, replay in self._steps.items() if number <= count}
        self._chapters = [one for one in self._chapters if one.episode.uuid not in failed]
        del self._missing[count:]

    def finished(self) -> Replay:
        """The replay of all chapters, in which nothing is open any more."""
        for number, replay in self._steps.items():
            if number and not any(self._missing[:number]):
                replay.open = self._steps[0].open
                if self._reached is not None:
                    self._reached(self._chapters[:number], replay)
        return self._steps[len(self._chapters)]
