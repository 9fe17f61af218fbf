"""Asks which statement of a chapter answers an earlier setup or ends an earlier state, and looks up the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.episodes import Episode
from episodic.model.records import from_json
from episodic.pipeline.replay.questions.open_questions import QuestionCollector
from episodic.pipeline.replay.statement_sources import SourcedStatement
from episodic.temporal.questions import CandidateAnswer, CandidateQuestion, question_of


@dataclass(frozen=True, slots=True)
class CandidateQuestions:
    """The questions of a chapter about earlier setups and states. `answers` are the stored answers by question id, and
    `asked` collects the questions.
    """

    episode: Episode
    answers: Mapping[str, str]
    asked: QuestionCollector

    def chosen(
        self, question: CandidateQuestion, candidates: Mapping[str, SourcedStatement]
    ) -> SourcedStatement | None:
        """Return the candidate (statement of the chapter) that the stored answer to *question* names. Return None if
        the answer says that no candidate fits, or if no answer is stored. *candidates* maps the sentence of each
        candidate to its statement, in the order in which *question* lists the sentences.
        """
        made = question_of(question, self.episode.uuid)
        kept = self.answers.get(made.uuid)
        self.asked.add(made, kept is None)
        answer = CandidateAnswer() if kept is None else from_json(CandidateAnswer, kept)
        return list(candidates.values())[answer.candidate - 1] if 1 <= answer.candidate <= len(candidates) else None
