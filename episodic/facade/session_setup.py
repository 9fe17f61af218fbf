"""The components that a work's session is given: the reader and the judges (rules, or prompts to a language model), the
embedder and the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.judges import RuleBasedIdentityJudge
from episodic.embeddings.hashed import HashedEmbedder
from episodic.extraction.readers import Reader
from episodic.model.settings import WorkSettings
from episodic.pipeline.rule_based_reading import rule_based_reader
from episodic.pipeline.session.judge_calls import Judges
from episodic.pipeline.session.services import SessionServices
from episodic.ports import Embedder, LanguageModel
from episodic.temporal.judges import RuleBasedTemporalJudge

Clock = Callable[[], str]


def utc_now() -> str:
    """Return the current time in UTC in ISO 8601 format, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class ReaderSetup:
    """The reader of chapters, and a function that makes the judges for the settings of a work. Judges answer questions
    such as whether two names mean one person.
    """

    reader: Reader
    judges_for: Callable[[WorkSettings], Judges]


def rule_based_setup() -> ReaderSetup:
    """Return a reader, and judges (which answer questions that arise from chapters), that use only rules and call no
    language model.
    """
    return ReaderSetup(rule_based_reader(), lambda _: Judges(RuleBasedIdentityJudge(), RuleBasedTemporalJudge()))


def llm_based_setup(model: LanguageModel, small: LanguageModel | None = None) -> ReaderSetup:
    """Return a reader, and judges (which answer questions that arise from chapters), that ask a language model. If a
    *small* model is given, the judges ask it, because their questions are short and the answers a few words.

    The judges answer simple questions by rules, without a call of the model.
    """
    from episodic.dedup.llm_judge import LLMIdentityJudge
    from episodic.extraction.llm_based import LLMReader
    from episodic.temporal.llm_judge import LLMTemporalJudge

    judging = model if small is None else small

    def judges_for(settings: WorkSettings) -> Judges:
        return Judges(LLMIdentityJudge(judging), LLMTemporalJudge(judging, settings=settings))

    return ReaderSetup(LLMReader(model), judges_for)


class DescriptionVectors:
    """Computes vectors of entity descriptions with the offline `HashedEmbedder`, and caches them."""

    def __init__(self) -> None:
        self._embedder = HashedEmbedder()
        self._known: dict[str, NDArray[np.float32]] = {}

    def vectors(self, texts: Sequence[str]) -> Sequence[NDArray[np.float32]]:
        """Return one vector for each text, in the order of the texts."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            self._known.update(zip(fresh, self._embedder.embedded(fresh), strict=True))
        return [self._known[text] for text in texts]


def session_services(
    embedder: Embedder, *, readers: ReaderSetup | None = None, clock: Clock = utc_now
) -> SessionServices:
    """Return the services of a session, with the given embedder, readers and clock. Without *readers*, chapters are
    read and questions are answered by rules.
    """
    setup = rule_based_setup() if readers is None else readers
    return SessionServices(
        reader=setup.reader,
        judges_for=setup.judges_for,
        embedder=embedder,
        vectors_of=DescriptionVectors().vectors,
        clock=clock,
    )
