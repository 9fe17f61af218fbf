"""Asking until nothing is open: replay, ask what has no answer, replay again with the answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

from episodic.errors import EpisodicError
from episodic.model.asserted import Judgement, Question
from episodic.model.episodes import Language
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.answering import Judges, answer, answer_together
from episodic.pipeline.work.trial import Reached, Trial
from episodic.uncollected import uncollected

ROUNDS = 64
"""More rounds than a work of any length needs: each settles at least the first open chapter."""


Coming = asyncio.Task[dict[str, Judgement]]
"""Answers on their way: those that could be had."""


@dataclass(slots=True)
class Answers:
    """The kept answers of a work; grows while questions are asked. `texts` is what replays read, `asked` what was asked just now.

    `coming` are the answers that are on their way, by the ids of all questions they were asked with. They are kept when whoever comes
    to these questions has asked the rest, never before: what is asked must not hang on how fast an answer comes.
    """

    judgements: dict[str, Judgement] = field(default_factory=dict[str, Judgement])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    asked: dict[str, Judgement] = field(default_factory=dict[str, Judgement])
    coming: dict[str, Coming] = field(default_factory=dict[str, "Coming"])

    @classmethod
    def of(cls, judgements: Iterable[Judgement]) -> Answers:
        """The answers kept in these judgements."""
        kept = {one.uuid: one for one in judgements}
        return cls(kept, {uuid: one.answer for uuid, one in kept.items()})

    def keep(self, judgements: dict[str, Judgement]) -> None:
        """Add new answers."""
        self.asked.update(judgements)
        self.judgements.update(judgements)
        self.texts.update({uuid: one.answer for uuid, one in judgements.items()})

    async def give_up(self) -> None:
        """End what is on its way: nobody waits for it any more."""
        tasks = {*self.coming.values()}
        self.coming.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class Settled:
    """A replay in which nothing is open, and the chapters that had to be left out, with their errors."""

    replay: Replay
    failed: dict[str, EpisodicError]


Failed = dict[str, EpisodicError]
"""Chapters that could not be asked about, by id."""
Foresee = Callable[[Replay], Awaitable[None]]
"""Uses the time in which answers are waited for: takes a replay that will likely be saved."""
BREATH = 0.002
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
NOTHING_FAILED: Mapping[str, EpisodicError] = MappingProxyType({})


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
    return await settle_on(Trial(base, chapters, reached=watch.reached), judges=judges, answers=answers, watch=watch)


async def settle_on(
    trial: Trial,
    *,
    judges: Judges,
    answers: Answers,
    watch: Watch = UNWATCHED,
    without: Mapping[str, EpisodicError] = NOTHING_FAILED,
) -> Settled:
    """As `settle`, from where *trial* has come to; answers that were kept since it was told are taken in.

    The chapters in *without* are left out, too; what failed is only what fails here.
    """
    failed = dict[str, EpisodicError]()
    if trial.begun:
        trial.learn(answers.texts, without)
    for _ in range(ROUNDS + len(trial.languages)):
        # Between the telling and the asking nobody waits for a search for garbage.
        with uncollected():
            questions = trial.run()
            if judges.ruled or not questions:
                return Settled(trial.finished(), failed)
            asking = await _begun(_asked(trial, questions, judges=judges, answers=answers))
        async with meanwhile(_foreseen(trial, watch)):
            try:
                failed |= await asking
            finally:
                asking.cancel()
        trial.learn(answers.texts, failed)
    raise AssertionError("questions kept changing")


@asynccontextmanager
async def meanwhile(work: Coroutine[None, None, None]) -> AsyncGenerator[None]:
    """Does *work* as far as it comes while this block waits; what goes wrong in it by then goes wrong in the block."""
    aside = asyncio.create_task(work)
    try:
        yield
    finally:
        if aside.done():
            aside.result()
        aside.cancel()


async def ask_identities(
    trial: Trial, *, judges: Judges, answers: Answers, enough: Callable[[], bool]
) -> dict[str, EpisodicError]:
    """Ask who is who in the chapters of *trial* until nothing is open or it is *enough*: `settle` asks the rest.

    What comes back are the chapters whose questions could not be answered, with their errors.
    """
    failed = dict[str, EpisodicError]()
    for _ in range(ROUNDS + len(trial.languages)):
        with uncollected():
            questions = trial.run()
            if judges.ruled or not questions:
                return failed
            asking = await _begun(_asked(trial, questions, judges=judges, answers=answers))
        failed |= await asking
        if enough():
            return failed
        trial.learn(answers.texts, failed)
    raise AssertionError("questions kept changing")


async def ask_ahead(
    questions: Sequence[Question],
    *,
    judges: Judges,
    answers: Answers,
    group_id: str,
    languages: Mapping[str, Language],
) -> None:
    """Send several chapters' questions on their way together: whoever comes to them later waits for the same answers."""
    if questions:
        asking = answer_together(questions, judges, group_id=group_id, languages=languages)
        task = asyncio.create_task(asking)
        answers.coming.update({one.uuid: task for one in questions})
        await asyncio.wait((task,), timeout=BREATH)


async def _begun(asking: Coroutine[None, None, Failed]) -> asyncio.Task[Failed]:
    """Questions on their way: all are out, or answered already."""
    task = asyncio.create_task(asking)
    try:
        await asyncio.wait((task,), timeout=BREATH)
    except asyncio.CancelledError:
        task.cancel()
        raise
    return task


async def _asked(
    trial: Trial, questions: Sequence[Question], *, judges: Judges, answers: Answers
) -> dict[str, EpisodicError]:
    """Ask what is not on its way already, and keep the answers; the chapters whose questions could not be answered, with their
    errors. A question that was on its way and could not be asked there stays open.
    """
    coming = {answers.coming[one.uuid] for one in questions if one.uuid in answers.coming}
    mine = [one for one in questions if one.uuid not in answers.coming]
    answered = await answer(mine, judges, group_id=trial.group_id, languages=trial.languages)
    answers.keep(answered.judgements)
    for one in coming:
        answers.keep(await one)
        answers.coming = {uuid: task for uuid, task in answers.coming.items() if task is not one}
    return dict(answered.failed)


async def _foreseen(trial: Trial, watch: Watch) -> None:
    """Hand out one replay after the other, and let go in between of what is being waited for."""
    if watch.foresee is None or not trial.told_out:
        return
    for replay in trial.steps(watch.ends):
        await watch.foresee(replay)
        await asyncio.sleep(0)
