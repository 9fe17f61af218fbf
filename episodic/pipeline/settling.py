"""Asking until nothing is open: replay, ask what has no answer, replay again with the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from episodic.errors import EpisodicError
from episodic.model.asserted import Judgement, Question
from episodic.pipeline.answering import Judges, answer
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.replay import Replay

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


async def settle(
    base: Replay,
    chapters: Sequence[AssertedChapter],
    *,
    judges: Judges,
    answers: Answers,
    identity_only: bool = False,
    on_round: Callable[[int], None] = lambda _: None,
) -> Settled:
    """*base* with *chapters* told after it and every question answered.

    Judges that go by rules leave nothing open: then *base* itself is told on, and is not what it was if a commit fails.
    A chapter whose questions could not be answered is left out; the chapters after it are told without it.
    With `identity_only` only who is who is settled.
    """
    if judges.ruled:
        for one in chapters:
            base.add(one)
        return Settled(base, {})
    told: list[AssertedChapter] = list(chapters)
    failed = dict[str, EpisodicError]()
    languages = {one.episode.uuid: one.episode.language for one in chapters}
    for round_number in range(ROUNDS + len(chapters)):
        trial = base.copy()
        missing = [trial.add(one) for one in told]
        questions: list[Question] = [question for one in missing for question in one.identity]
        if not questions and not identity_only:
            questions = [question for one in missing for question in one.meaning]
        if not questions:
            return Settled(trial, failed)
        on_round(round_number)
        answered = await answer(questions, judges, group_id=base.group_id, languages=languages)
        answers.keep(answered.judgements)
        failed.update(answered.failed)
        told = [one for one in told if one.episode.uuid not in failed]
    raise AssertionError("questions kept changing")
