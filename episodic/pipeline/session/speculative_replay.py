"""Replays chapters with rule-based answers in place of missing ones, so that many questions are asked at once.

Chapters are replayed again if the answer of a judge differs from the rule-based answer.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from episodic.model.decisions import Question
from episodic.model.paused_collector import paused_collector
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.questions.open_questions import OpenQuestions
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.session.judge_calls import WORD_QUESTIONS, as_by_rule
from episodic.pipeline.session.known_continuation import KnownContinuation
from episodic.pipeline.session.replay_cache import CHECKPOINT_INTERVAL, LATEST_CHECKPOINTS

OnReplayed = Callable[[Sequence[ChapterInput], Replay], None]
"""A function that receives the chapters that were added to an existing replay, and the resulting replay. The resulting
replay is not changed afterwards.
"""


@dataclass(frozen=True, slots=True)
class ResolvedIdentities:
    """The result of `ask_identity_questions`: the replay *base*, the *chapters* after it, and replays in which the
    mentions of these chapters are assigned to entities.
    """

    base: Replay
    chapters: Sequence[ChapterInput]
    replays: Mapping[int, Replay]
    """Replays that continue `base` with one or more of `chapters`, by the number of these chapters."""

    def reusable(self, base: Replay, chapters: Sequence[ChapterInput]) -> Mapping[int, Replay]:
        """Return those of the `replays` that can be used again when *base* is continued with *chapters*. The mentions
        of such a replay would be assigned to the same entities. The replays are given by the number of chapters after
        *base*.

        If the author made overrides, or if *base* is another replay than `self.base`, no replay is returned. With
        overrides, the identities could be wrong, because an override may concern a later chapter.
        """
        same_base = base is self.base or not (base.completed or self.base.completed)
        if not same_base or not base.decisions.nothing:
            return {}
        pairs = zip(self.chapters, chapters, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0].episode is pair[1].episode, pairs))
        return {number: replay for number, replay in self.replays.items() if 0 < number <= same}


class SpeculativeReplay:
    """A replay of *chapters* after the replay *base*, which is not changed. Until a judge has answered a question, the
    rule-based answer is used.

    A judge's answer that equals the rule-based answer causes no new replay.
    """

    def __init__(
        self,
        base: Replay,
        chapters: Sequence[ChapterInput],
        *,
        reached: OnReplayed | None = None,
        identity_only: bool = False,
        identities: ResolvedIdentities | None = None,
        continuation: KnownContinuation | None = None,
    ) -> None:
        self.group_id = base.group_id
        self.languages = {one.episode.uuid: one.episode.language for one in chapters}
        self._chapters = list(chapters)
        self._identity_only = identity_only
        self._reached = reached
        self._continuation = continuation
        self._continued: Replay | None = None
        self._steps: dict[int, Replay] = {0: base}
        self._missing: list[OpenQuestions] = []
        self._identified: Mapping[int, Replay] = {}
        if identities is not None:
            self._identified = identities.reusable(base, chapters)

    def run(self) -> list[Question]:
        """Replay the remaining chapters, and return the questions to ask next. As long as an identity question is open,
        only identity questions are returned. When no identity question is open, the questions about the meaning of
        statements and times are returned.

        If the answer to an open question could change another question, the other question waits, so that it is not
        asked twice. For example, the identity questions of a chapter wait for the identity questions of an earlier
        chapter about the same entities. If several chapters have open questions, questions about rivals, payoffs and
        ends of states wait for the answers to questions about predicates and times.
        """
        if len(self._missing) < len(self._chapters):
            with paused_collector():
                self._tell(len(self._missing))
        return self._identity_questions() or self._meaning_questions()

    def _identity_questions(self) -> list[Question]:
        found: list[Question] = []
        unsettled = set[int]()
        for one in self._missing:
            if one.identity:
                if unsettled.isdisjoint(one.unsettled):
                    found.extend(one.identity)
                unsettled |= one.unsettled
        return found

    def _meaning_questions(self) -> list[Question]:
        found = [question for one in self._missing for question in one.meaning]
        words = [one for one in found if one.kind in WORD_QUESTIONS]
        return words if words and len({one.episode for one in found}) > 1 else found

    def _tell(self, start: int) -> None:
        replay = self._steps[start].copy()
        for number, one in enumerate(self._chapters[start:], start=start + 1):
            if self._continuation is not None and self._continuation.starts_at(replay):
                self._steps.setdefault(number - 1, replay.copy())
                self._continuation.follow(replay)
            if self._identity_only:
                self._missing.append(replay.resolve_identities(one))
            else:
                self._missing.append(replay.add(one, self._identified.get(number)))
            if len(replay.completed) % CHECKPOINT_INTERVAL == 0 or number > len(self._chapters) - LATEST_CHECKPOINTS:
                self._steps[number] = replay.copy()
            if self._continue(replay, number):
                return

    def _continue(self, replay: Replay, number: int) -> bool:
        left = len(self._chapters) - number
        whole = None if self._continuation is None or not left else self._continuation.after(replay)
        if whole is None:
            return False
        self._steps[number] = self._continued = replay.copy()
        self._steps[len(self._chapters)] = whole
        self._missing.extend([OpenQuestions((), ())] * left)
        return True

    def learn(self, texts: Mapping[str, str], failed: Container[str]) -> None:
        """Use the given answers, and leave out the chapters that failed.

        The next call of `run` replays again from an earlier kept replay. This kept replay is the last one before the
        first chapter that failed, or for which an answer differs from the rule-based answer.
        """
        changed = len(self._chapters)
        if any(one.episode.uuid in failed for one in self._chapters):
            self._continuation = self._continued = None
        for number, (chapter, missing) in enumerate(zip(self._chapters, self._missing, strict=False)):
            asked = (*missing.identity, *missing.meaning)
            known = [question for question in asked if question.uuid in texts]
            if chapter.episode.uuid in failed or not all(as_by_rule(one, texts[one.uuid]) for one in known):
                changed = number
                break
            self._missing[number] = missing.without(texts)
        left_out = (number for number, one in enumerate(self._chapters) if one.episode.uuid in failed)
        kept = next(left_out, len(self._chapters))
        self._identified = {number: replay for number, replay in self._identified.items() if number <= kept}
        count = max(number for number in self._steps if number <= changed)
        self._steps = {number: replay for number, replay in self._steps.items() if number <= count}
        if count < len(self._chapters):
            self._continued = None
        self._chapters = [one for one in self._chapters if one.episode.uuid not in failed]
        del self._missing[count:]

    def identities(self) -> ResolvedIdentities:
        return ResolvedIdentities(self._steps[0], self._chapters, self._steps)

    def finished(self) -> Replay:
        for number, replay in self._steps.items():
            if number and not any(self._missing[:number]):
                replay.open = self._steps[0].open
                if self._reached is not None:
                    self._reached(self._chapters[:number], replay)
        if self._continuation is not None and self._continued is not None:
            self._continuation.keep(self._continued)
        return self._steps[len(self._chapters)]
