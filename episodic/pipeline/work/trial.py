"""Chapters told after a base again and again, each time from before the first one that an answer made another."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass

from episodic.model.asserted import Question
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.telling.open_questions import Missing
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.answering import as_by_rule
from episodic.uncollected import uncollected

APART = 16
"""How many chapters lie between two replays that are kept while a work is told."""
LATEST = 32
"""How many of the latest replays are kept beside those."""

Reached = Callable[[Sequence[AssertedChapter], Replay], None]
"""Takes the chapters told so far after the base, and the replay of them, which nobody tells on."""


@dataclass(frozen=True, slots=True)
class _Met:
    """A replay that has met a chapter last, and what that left open."""

    replay: Replay
    missing: Missing


class Trial:
    """Tells *chapters* after *base*, which stays as it is. What nobody has answered yet counts as answered by rule.

    An answer that says what the rule had said until then changes nothing, and what was told is not told again for it.
    """

    def __init__(
        self,
        base: Replay,
        chapters: Sequence[AssertedChapter],
        *,
        reached: Reached | None = None,
        met: Trial | None = None,
        identity_only: bool = False,
    ) -> None:
        """*met* has told who is who in the same chapters after the same base, or in the first of them; it learns what this learns."""
        self.group_id = base.group_id
        self.languages = {one.episode.uuid: one.episode.language for one in chapters}
        self._chapters = list(chapters)
        self._identity_only = identity_only
        self._reached = reached
        self._known = met
        self._steps: dict[int, Replay] = {0: base}
        """Replays by the number of chapters told."""
        self._missing: list[Missing] = []

    def run(self) -> list[Question]:
        """Tell what is left to tell; the open questions of the first step that has any: who is who, then what is meant."""
        if len(self._missing) < len(self._chapters):
            with uncollected():
                self._tell(len(self._missing))
        questions = [question for one in self._missing for question in one.identity]
        return questions or [question for one in self._missing for question in one.meaning]

    def _tell(self, start: int) -> None:
        replay = self._steps[start].copy()
        known = self._known if not start else None
        for number, one in enumerate(self._chapters[start:], start=start + 1):
            met = None if known is None else known._met(one, number)  # noqa: SLF001 - its own kind
            if met is None:
                known = None
            self._missing.append(self._told(replay, one, met))
            if number % APART == 0 or number > len(self._chapters) - LATEST:
                self._steps[number] = replay.copy()

    def _told(self, replay: Replay, chapter: AssertedChapter, met: _Met | None) -> Missing:
        if self._identity_only:
            return replay.meet(chapter)
        if met is None:
            return replay.add(chapter)
        return Missing(met.missing.identity, replay.add(chapter, met.replay).meaning)

    def _met(self, chapter: AssertedChapter, number: int) -> _Met | None:
        """The replay that has met *chapter* last and *number* chapters in all, if that is at hand."""
        replay = self._steps.get(number)
        if not number or replay is None or not replay.has_met(chapter):
            return None
        return _Met(replay, self._missing[number - 1])

    @property
    def begun(self) -> bool:
        """Whether anything has been told already."""
        return bool(self._missing)

    @property
    def told_out(self) -> bool:
        """Whether only meanings are open, so that most answers change nothing of what was told."""
        return not any(one.identity for one in self._missing)

    def steps(self, ends: frozenset[int]) -> list[Replay]:
        """The replays after so many chapters, as far as they are at hand."""
        return [self._steps[number] for number in sorted(ends) if number in self._steps]

    def learn(self, texts: Mapping[str, str], failed: Container[str]) -> None:
        """Take in answers; go on without the chapters that failed."""
        if self._known is not None:
            self._known.learn(texts, failed)
        changed = len(self._chapters)
        for number, (chapter, missing) in enumerate(zip(self._chapters, self._missing, strict=False)):
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
