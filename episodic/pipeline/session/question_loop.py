"""The loop that replays chapters and asks open questions in turn, until every question has an answer."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field

from episodic.errors import EpisodicError
from episodic.model.decisions import Judgement
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict, shared
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.judge_calls import Judges, answer
from episodic.pipeline.session.known_continuation import KnownContinuation
from episodic.pipeline.session.speculative_replay import OnReplayed, ResolvedIdentities, SpeculativeReplay

ROUNDS = 64
"""The maximum number of rounds of questions, in addition to one round for each chapter. ROUNDS only prevents an endless
loop, because each round answers questions of the first chapter that has open questions.
"""


@dataclass(slots=True)
class AnswerCache:
    """The stored answers of a work.

    `texts` maps the ids of questions to their answers as JSON texts. `asked` are the answers that have not been saved
    yet. `changes` counts how often answers were replaced by other ones.
    """

    judgements: SharedDict[str, Judgement] = field(default_factory=SharedDict[str, Judgement])
    texts: MutableMapping[str, str] = field(default_factory=dict[str, str])
    asked: dict[str, Judgement] = field(default_factory=dict[str, Judgement])
    changes: int = 0

    @classmethod
    def of(cls, judgements: Mapping[str, Judgement]) -> AnswerCache:
        """Return a cache of stored answers, which are given by question id. A judgement that is not loaded yet is
        loaded when its answer is used.
        """
        texts = LazyEntries(judgements, lambda uuid: judgements[uuid].answer)
        return cls(shared(judgements), SharedDict(lazy=texts))

    def keep(self, judgements: dict[str, Judgement]) -> None:
        known = ((self.judgements.get(uuid), one) for uuid, one in judgements.items())
        self.changes += any(before is not None and before.answer != one.answer for before, one in known)
        self.asked.update(judgements)
        self.judgements.update(judgements)
        self.texts.update({uuid: one.answer for uuid, one in judgements.items()})


@dataclass(frozen=True, slots=True)
class AnsweredReplay:
    """A replay whose questions are all answered, and the errors of the chapters that were left out of this replay. The
    questions are answered by the judges or, if all judges are rule-based, by rules.
    """

    replay: Replay
    failed: dict[str, EpisodicError]


async def resolve_questions(  # noqa: PLR0913 - the last three may be missing
    base: Replay,
    chapters: Sequence[ChapterInput],
    *,
    judges: Judges,
    answers: AnswerCache,
    reached: OnReplayed | None = None,
    identities: ResolvedIdentities | None = None,
    continuation: KnownContinuation | None = None,
) -> AnsweredReplay:
    """Continue the replay *base* of earlier chapters with *chapters*, and ask questions until every question is
    answered. If all judges are rule-based, no question is asked. The replay *base* is not changed.

    A chapter whose questions could not be answered is left out of the replay. The callback *reached* receives replays
    of all chapters up to a certain one, so that the caller can cache these replays. Only replays without an open
    question are passed to *reached*. The callback *reached* is called at intervals of several chapters, and after each
    of the last chapters. The argument *identities* is the result of `ask_identity_questions` for the same chapters. The
    argument *continuation* finds later chapters whose results from the last replay are still right.
    """
    replays = SpeculativeReplay(base, chapters, reached=reached, identities=identities, continuation=continuation)
    failed = await _ask(replays, judges=judges, answers=answers)
    return AnsweredReplay(replays.finished(), failed)


async def ask_identity_questions(
    base: Replay, chapters: Sequence[ChapterInput], *, judges: Judges, answers: AnswerCache
) -> tuple[ResolvedIdentities, dict[str, EpisodicError]]:
    """Continue the replay *base* of earlier chapters with *chapters*, and ask only the identity questions of
    *chapters*.

    Return the resolved identities, and the errors of the chapters that failed. The answers are cached, so that
    `resolve_questions` does not ask the same questions again.
    """
    replays = SpeculativeReplay(base, chapters, identity_only=True)
    failed = await _ask(replays, judges=judges, answers=answers)
    return replays.identities(), failed


async def _ask(replays: SpeculativeReplay, *, judges: Judges, answers: AnswerCache) -> dict[str, EpisodicError]:
    failed = dict[str, EpisodicError]()
    for _ in range(ROUNDS + len(replays.languages)):
        questions = replays.run()
        if judges.ruled or not questions:
            return failed
        answered = await answer(questions, judges, group_id=replays.group_id, languages=replays.languages)
        answers.keep(answered.judgements)
        failed |= answered.failed
        replays.learn(answers.texts, failed)
    raise AssertionError("questions kept changing")
