"""Answers to questions about a work. A loop with a limited number of steps looks up facts and passages and takes notes;
the notes and the answer cite their sources.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Replaces `typing.TYPE_CHECKING`, because importing `typing` would take longer than importing this package."""

if TYPE_CHECKING:
    from episodic.answering.answers import (
        Answer as Answer,
        AnswerCost as AnswerCost,
        AnswerEvent as AnswerEvent,
        AnswerFinished as AnswerFinished,
        AnswerPlanned as AnswerPlanned,
        AnswerSentence as AnswerSentence,
        Citation as Citation,
        LookUp as LookUp,
        Note as Note,
        NoteTaken as NoteTaken,
        SentenceWritten as SentenceWritten,
        SourceKind as SourceKind,
        StartEntity as StartEntity,
        Step as Step,
        StepTaken as StepTaken,
        Stopped as Stopped,
    )
    from episodic.answering.answer_run import AnswerRun as AnswerRun
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.answering.answers": (
                "Answer AnswerCost AnswerEvent AnswerFinished AnswerPlanned AnswerSentence Citation LookUp Note NoteTaken "
                "SentenceWritten SourceKind StartEntity Step StepTaken Stopped"
            ),
            "episodic.answering.answer_run": "AnswerRun",
        },
    )
