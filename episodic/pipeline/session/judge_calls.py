"""The calls of the judges. The open questions are grouped, and each group of questions is asked in one prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from episodic.concurrency import run_all
from episodic.dedup.judges import IdentityJudge, rule_based_answer
from episodic.dedup.questions import IdentityAnswer, IdentityQuestion
from episodic.errors import ModelError
from episodic.model.decisions import Judgement, Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME
from episodic.model.records import from_json, to_json
from episodic.temporal.judges import TemporalJudge, default_predicate_answer, rule_based_rival_answer
from episodic.temporal.questions import (
    CandidateAnswer,
    PayoffQuestion,
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    StateEndQuestion,
    WhenAnswer,
    WhenQuestion,
)

T = TypeVar("T")

WORD_QUESTIONS = frozenset({QuestionKind.PREDICATE, QuestionKind.WHEN})
"""The questions about what a predicate means and what a time expression says. Several chapters may raise the same
question about a predicate or a time expression.
"""


@dataclass(frozen=True, slots=True)
class Judges:
    """The judges that answer the questions of one work. One judge answers questions about identity. The other judge
    answers questions about rivals (statements that may contradict each other), predicates, setups and times.
    """

    identity: IdentityJudge
    temporal: TemporalJudge

    @property
    def ruled(self) -> bool:
        """Return whether all judges are rule-based. Rule-based judges ask no model, and their answers are not stored."""
        return self.identity.name.startswith("rules/") and self.temporal.name.startswith("rules/")


def content_of(question: Question, kind: type[T]) -> T:
    known = question.content
    return known if isinstance(known, kind) else from_json(kind, question.payload)


def as_by_rule(question: Question, text: str) -> bool:
    """Return whether an answer decides the same as the rule-based answer, which a replay uses as long as no judge
    answered. Identity answers are compared without their field `reason`.
    """
    match question.kind:
        case QuestionKind.IDENTITY:
            ruled = rule_based_answer(content_of(question, IdentityQuestion))
            return set(from_json(IdentityAnswer, text).same) == set(ruled.same)
        case QuestionKind.RIVALS:
            rival = rule_based_rival_answer(content_of(question, RivalQuestion))
            return from_json(RivalAnswer, text).verdict is rival.verdict
        case QuestionKind.PREDICATE:
            return from_json(PredicateAnswer, text) == default_predicate_answer(content_of(question, PredicateQuestion))
        case QuestionKind.PAYOFF | QuestionKind.STATE_END:
            return from_json(CandidateAnswer, text) == CandidateAnswer()
        case QuestionKind.WHEN:
            return from_json(WhenAnswer, text).expression == UNKNOWN_TIME


@dataclass(frozen=True, slots=True)
class JudgeAnswers:
    """The answers by question id, and the errors of chapters whose questions could not be answered."""

    judgements: dict[str, Judgement]
    failed: dict[str, ModelError]


async def answer(
    questions: Iterable[Question], judges: Judges, *, group_id: str, languages: Mapping[str, Language]
) -> JudgeAnswers:
    """Ask the judges all questions concurrently, and return the answers.

    The identity questions of a chapter share a prompt, and so do its questions about rivals, payoffs and ended states.
    The predicate questions of all chapters in one language share a prompt, and so do their time questions. If only one
    chapter has predicate questions, these questions share the prompt of the chapter's rival and payoff questions, which
    saves a call. If the questions exceed the limit of a prompt, several prompts are used. If a prompt for several
    chapters fails, the questions of each chapter are asked again in separate prompts.
    """
    judgements: dict[str, Judgement] = {}
    failed: dict[str, ModelError] = {}

    async def ask(asked: Sequence[Question]) -> None:
        found = await _answers(asked, judges, group_id=group_id, language=languages[asked[0].episode])
        judgements.update({one.uuid: one for one in found})

    async def by_chapter(episode: str, asked: Sequence[Question]) -> None:
        try:
            await ask(asked)
        except ModelError as error:
            failed.setdefault(episode, error)

    async def together(asked: Sequence[Question]) -> None:
        try:
            await ask(asked)
        except ModelError:
            await run_all(by_chapter(episode, some) for (episode, _), some in _by_chapter(asked).items())

    words, others = _shared(questions, languages)
    await run_all(
        (
            *(together(asked) for asked in words),
            *(by_chapter(episode, asked) for (episode, _), asked in _by_chapter(others).items()),
        )
    )
    return JudgeAnswers(judgements, failed)


def _shared(
    questions: Iterable[Question], languages: Mapping[str, Language]
) -> tuple[list[list[Question]], list[Question]]:
    """Return first the groups of predicate or time questions that several chapters raise, each group of one kind and
    language, and then all other questions. Each question is returned only once.
    """
    once: dict[str, Question] = {}
    for one in questions:
        once.setdefault(one.uuid, one)
    words: dict[tuple[QuestionKind, Language], list[Question]] = {}
    others: list[Question] = []
    for question in once.values():
        if question.kind in WORD_QUESTIONS:
            words.setdefault((question.kind, languages[question.episode]), []).append(question)
        else:
            others.append(question)
    shared: list[list[Question]] = []
    for asked in words.values():
        if len({one.episode for one in asked}) > 1:
            shared.append(asked)
        else:
            others.extend(asked)
    return shared, others


def _by_chapter(questions: Iterable[Question]) -> dict[tuple[str, bool], list[Question]]:
    found: dict[tuple[str, bool], list[Question]] = {}
    for one in questions:
        found.setdefault((one.episode, one.kind is QuestionKind.IDENTITY), []).append(one)
    return found


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
        questions = [one for one in asked if one.kind is QuestionKind.IDENTITY]
        if questions:
            contents = [content_of(one, IdentityQuestion) for one in questions]
            keep(questions, await judges.identity.decide(contents, language=language), judges.identity.name)

    async def rivals() -> None:
        pairs = [one for one in asked if one.kind is QuestionKind.RIVALS]
        names = [one for one in asked if one.kind is QuestionKind.PREDICATE]
        setups = [one for one in asked if one.kind is QuestionKind.PAYOFF]
        states = [one for one in asked if one.kind is QuestionKind.STATE_END]
        if pairs or names or setups or states:
            meant = await judges.temporal.rivals(
                [content_of(one, RivalQuestion) for one in pairs],
                [content_of(one, PredicateQuestion) for one in names],
                [
                    *(content_of(one, PayoffQuestion) for one in setups),
                    *(content_of(one, StateEndQuestion) for one in states),
                ],
                language=language,
            )
            keep(pairs, meant.rivals, judges.temporal.name)
            keep(names, meant.predicates, judges.temporal.name)
            keep((*setups, *states), meant.candidates, judges.temporal.name)

    async def when() -> None:
        questions = [one for one in asked if one.kind is QuestionKind.WHEN]
        if questions:
            contents = [content_of(one, WhenQuestion) for one in questions]
            keep(questions, await judges.temporal.when(contents, language=language), judges.temporal.name)

    await run_all((identity(), rivals(), when()))
    return found
