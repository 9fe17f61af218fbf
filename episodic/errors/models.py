"""Errors of language models, embedders and rerankers."""

from __future__ import annotations

from episodic.errors.root import EpisodicError


class ModelError(EpisodicError):
    """The language model failed."""

    exit_code = 4


class ModelUnavailableError(ModelError):
    """The model's endpoint could not be reached, timed out, was overloaded, or limited the rate of requests."""

    def __init__(self, prompt: str, reason: str, *, retry_after: float | None = None) -> None:
        super().__init__(
            f"The model did not answer {prompt!r}: {reason}.", hint="Run the same command again: it resumes."
        )
        self.prompt = prompt
        self.reason = reason
        self.retry_after = retry_after


class ModelRefusedError(ModelError):
    """The model or its endpoint refused the request. The reason may be a wrong key, an unknown model, or a text that
    the model declines to read.
    """

    def __init__(self, reason: str, *, hint: str = "Check OPENAI_API_KEY, OPENAI_BASE_URL and EPISODIC_MODEL.") -> None:
        super().__init__(f"The model endpoint refused: {reason}.", hint=hint)
        self.reason = reason


class ModelReplyError(ModelError):
    """The model's reply was cut off, or does not match the requested schema. The field `reply` is the unchanged text of
    the reply, or empty if the text is not known.
    """

    def __init__(self, prompt: str, reason: str, *, reply: str = "") -> None:
        super().__init__(
            f"The reply to {prompt!r} is not of the requested form: {reason}.", hint="`episodic retry` asks again."
        )
        self.prompt = prompt
        self.reason = reason
        self.reply = reply


class ModelFailedError(ModelError):
    """A model client raised an exception that is not a ModelError, because of a defect or an untranslated error.

    The field `raised` is the name of the exception's class, and the exception itself is the `__cause__`. The message of
    the original exception is not repeated, because that message may contain an API key.
    """

    def __init__(self, prompt: str, raised: str) -> None:
        super().__init__(
            f"The model client raised {raised} when it was asked {prompt!r}.",
            hint="The error's `__cause__` has the details.",
        )
        self.prompt = prompt
        self.raised = raised


class BudgetExceededError(ModelError):
    """A token budget or token limit is used up, or the next call would exceed it. The chapters that were read before
    the budget was used up stay in the work.
    """

    exit_code = 5

    def __init__(self, spent: int, budget: int) -> None:
        super().__init__(
            f"The budget of {budget:,} tokens is used up ({spent:,} spent).",
            hint="Raise the budget and run the same command again: it resumes.",
        )
        self.spent = spent
        self.budget = budget


class ReplyNotRecordedError(ModelError):
    """Recorded replies are used instead of a model, but there is no recorded reply to this prompt."""

    def __init__(self, prompt: str, digest: str) -> None:
        super().__init__(
            f"No recorded reply for prompt {prompt!r} ({digest[:12]}).", hint="Record it again with a model."
        )
        self.prompt = prompt
        self.digest = digest


class EmbeddingError(EpisodicError):
    """The embedder failed."""

    exit_code = 4


class EmbeddingDimensionError(EmbeddingError):
    """A vector has another dimension than expected, for example because the embedding model was changed."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(f"Expected vectors of dimension {expected}, got {found}.", hint="Check the embedding model.")
        self.expected = expected
        self.found = found


class EmbeddingUnavailableError(EmbeddingError):
    """The embedding endpoint could not be reached, timed out, was overloaded, or limited the rate of requests."""

    def __init__(self, reason: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"The embedder did not answer: {reason}.", hint="Run the same command again: it resumes.")
        self.reason = reason
        self.retry_after = retry_after


class EmbedderFailedError(EmbeddingError):
    """An embedder raised an exception that is not an EmbeddingError, or did not return one valid vector for each text.

    If the embedder raised an exception, that exception is the `__cause__`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"The embedder failed: {reason}.", hint="The error's `__cause__`, if any, has the details.")
        self.reason = reason


class EmbedderMismatchError(EmbeddingError):
    """The vectors of a work or of an export were made by another embedder than the configured embedder. The field
    `group_id` is the name of the work.
    """

    exit_code = 2

    def __init__(self, group_id: str, stored: str, configured: str) -> None:
        super().__init__(
            f"The work {group_id!r} was embedded with {stored!r}, the settings say {configured!r}.",
            hint="Set EPISODIC_EMBEDDING_MODEL back, or run `episodic reindex` for this work.",
        )
        self.group_id = group_id
        self.stored = stored
        self.configured = configured


class RetrieverError(EpisodicError):
    """A foreign retriever raised an exception, or returned something other than results with finite scores.

    If the retriever raised an exception, that exception is the `__cause__`.
    """

    exit_code = 4

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"The retriever {name!r} failed: {reason}.")
        self.name = name
        self.reason = reason


class RerankerError(EpisodicError):
    """The reranker raised an exception, or did not return one finite score for each text.

    If the reranker raised an exception, that exception is the `__cause__`.
    """

    exit_code = 4

    def __init__(self, reason: str) -> None:
        super().__init__(f"The reranker failed: {reason}.")
        self.reason = reason
