"""Asking the judges what is open: one prompt a chapter for identity, one for rivals and predicates, one for time words.

Predicates and time words of several chapters that are read at once share a prompt.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from episodic.dedup.judges import IdentityJudge, ruled_identity
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.errors import ModelError
from episodic.model.asserted import Judgement, Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME
from episodic.model.records import from_json, to_json
from episodic.pipeline.reading import first_of
from episodic.temporal.judges import TemporalJudge, ruled_predicate, ruled_rival
from episodic.temporal.questions import (
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    WhenAnswer,
    WhenQuestion,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Judges:
    """Who answers questions, for one work."""

    identity: IdentityJudge
    temporal: TemporalJudge

    @property
    def ruled(self) -> bool:
        """Whether answers follow from rules, so that nothing has to be asked or kept."""
        return self.identity.name.startswith("rules/") and self.temporal.name.startswith("rules/")


def content_of(question: Question, kind: type[T]) -> T:
    """What *question* asks."""
    known = question.content
    return known if isinstance(known, kind) else from_json(kind, question.payload)


def as_by_rule(question: Question, text: str) -> bool:
    """Whether an answer says what is taken to be so as long as the question is open."""
    match question.kind:
        case QuestionKind.IDENTITY:
            ruled = ruled_identity(content_of(question, IdentityQuestion))
            return set(from_json(IdentityAnswer, text).same) == set(ruled.same)
        case QuestionKind.RIVALS:
            rival = ruled_rival(content_of(question, RivalQuestion))
            return from_json(RivalAnswer, text).verdict is rival.verdict
        case QuestionKind.PREDICATE:
            return from_json(PredicateAnswer, text) == ruled_predicate(content_of(question, PredicateQuestion))
        case QuestionKind.WHEN:
            return from_json(WhenAnswer, text).expression == UNKNOWN_TIME


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers by question, and the chapters whose questions could not be answered, with the error."""

    judgements: dict[str, Judgement]
    failed: dict[str, ModelError]


async def answer(
    questions: Iterable[Question], judges: Judges, *, group_id: str, languages: Mapping[str, Language]
) -> Answered:
    """Ask everything at once, each chapter's questions of one step in one prompt (more only past the prompt's limit)."""
    by_chapter: dict[tuple[str, bool], list[Question]] = {}
    seen: set[str] = set()
    for question in questions:
        if question.uuid not in seen:
            seen.add(question.uuid)
            identity = question.kind is QuestionKind.IDENTITY
            by_chapter.setdefault((question.episode, identity), []).append(question)
    judgements: dict[str, Judgement] = {}
    failed: dict[str, ModelError] = {}

    async def one(episode: str, asked: Sequence[Question]) -> None:
        try:
            for judgement in await _answers(asked, judges, group_id=group_id, language=languages[episode]):
                judgements[judgement.uuid] = judgement
        except ModelError as error:
            failed.setdefault(episode, error)

    async with asyncio.TaskGroup() as group:
        for (episode, _), asked in by_chapter.items():
            group.create_task(one(episode, asked))
    return Answered(judgements, failed)


async def answer_together(
    questions: Iterable[Question], judges: Judges, *, group_id: str, languages: Mapping[str, Language]
) -> dict[str, Judgement]:
    """Ask several chapters' questions of a kind in one prompt (more only past the prompt's limit, or in several languages).

    What could not be asked so stays open: asked with its chapter's other questions it may be answered, or that chapter fails.
    """
    together: dict[tuple[QuestionKind, Language], dict[str, Question]] = {}
    for one in questions:
        together.setdefault((one.kind, languages[one.episode]), {}).setdefault(one.uuid, one)
    judgements: dict[str, Judgement] = {}

    async def ask(asked: Sequence[Question], language: Language) -> None:
        with suppress(ModelError):
            answered = await _answers(asked, judges, group_id=group_id, language=language)
            judgements.update({one.uuid: one for one in answered})

    async with asyncio.TaskGroup() as group:
        for (_, language), asked in together.items():
            group.create_task(ask([*asked.values()], language))
    return judgements


async def _answers(asked: Sequence[Question], judges: Judges, *, group_id: str, language: Language) -> list[Judgement]:
    found: list[Judgement] = []

    def keep(questions: Sequence[Question], answers: Sequence[object], judge: str) -> None:
        for question, said in zip(questions, answers, strict=True):
            found.append(
                Judgement(
                    question.uuid, group_id, question.kind, question.episode, question.payload, to_json(said), judge
                )
            )

    async def identity() -> None:
        mine = [one for one in asked if one.kind is QuestionKind.IDENTITY]
        if mine:
            contents = [content_of(one, IdentityQuestion) for one in mine]
            keep(mine, await judges.identity.decide(contents, language=language), judges.identity.name)

    async def rivals() -> None:
        pairs = [one for one in asked if one.kind is QuestionKind.RIVALS]
        names = [one for one in asked if one.kind is QuestionKind.PREDICATE]
        if pairs or names:
            verdicts, predicates = await judges.temporal.rivals(
                [content_of(one, RivalQuestion) for one in pairs],
                [content_of(one, PredicateQuestion) for one in names],
                language=language,
            )
            keep(pairs, verdicts, judges.temporal.name)
            keep(names, predicates, judges.temporal.name)

    async def when() -> None:
        mine = [one for one in asked if one.kind is QuestionKind.WHEN]
        if mine:
            contents = [content_of(one, WhenQuestion) for one in mine]
            keep(mine, await judges.temporal.when(contents, language=language), judges.temporal.name)

    calls: list[Awaitable[None]] = [identity(), rivals(), when()]
    try:
        async with asyncio.TaskGroup() as group:
            for call in calls:
                group.create_task(_run(call))
    except* ModelError as errors:
        raise first_of(errors) from errors
    return found


async def _run(call: Awaitable[None]) -> None:
    await call
