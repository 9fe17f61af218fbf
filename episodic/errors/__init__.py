"""The exceptions that episodic raises on purpose, as one hierarchy of subclasses of EpisodicError.

The seven direct subclasses of EpisodicError are InputError, ConfigurationError, ModelError, EmbeddingError,
RetrieverError, RerankerError and StoreError. Every error has a `message`, a `hint` and the exit code that the command
line returns. The `hint` tells the user what to do, and may be empty. Most errors have their details as further fields.
"""

from __future__ import annotations

from episodic.errors.root import EpisodicError as EpisodicError
from episodic.errors.inputs import (
    InputError as InputError,
    EmptyTextError as EmptyTextError,
    UnreadableFileError as UnreadableFileError,
    ArchiveLimitError as ArchiveLimitError,
    InvalidNameError as InvalidNameError,
    UnknownEntityError as UnknownEntityError,
    UnknownPredicateError as UnknownPredicateError,
    AmbiguousNameError as AmbiguousNameError,
    UnknownEpisodeError as UnknownEpisodeError,
    DuplicateEpisodeError as DuplicateEpisodeError,
    UnknownFactError as UnknownFactError,
    UnknownIssueError as UnknownIssueError,
    UnknownRevisionError as UnknownRevisionError,
    NothingToUndoError as NothingToUndoError,
    UnknownMomentError as UnknownMomentError,
    CalendarError as CalendarError,
    UntiedCalendarsError as UntiedCalendarsError,
    InvalidOverrideError as InvalidOverrideError,
    HistoryCompactedError as HistoryCompactedError,
    OutputExistsError as OutputExistsError,
    UnknownJobError as UnknownJobError,
    UnknownKeyError as UnknownKeyError,
    JobStateError as JobStateError,
    InvalidFilterError as InvalidFilterError,
    ImportFormatError as ImportFormatError,
    ConfigurationError as ConfigurationError,
)
from episodic.errors.models import (
    ModelError as ModelError,
    ModelUnavailableError as ModelUnavailableError,
    ModelRefusedError as ModelRefusedError,
    ModelReplyError as ModelReplyError,
    ModelFailedError as ModelFailedError,
    BudgetExceededError as BudgetExceededError,
    ReplyNotRecordedError as ReplyNotRecordedError,
    EmbeddingError as EmbeddingError,
    EmbeddingDimensionError as EmbeddingDimensionError,
    EmbeddingUnavailableError as EmbeddingUnavailableError,
    EmbedderFailedError as EmbedderFailedError,
    EmbedderMismatchError as EmbedderMismatchError,
    RerankerError as RerankerError,
    RetrieverError as RetrieverError,
)
from episodic.errors.stores import (
    StoreError as StoreError,
    StoreUnavailableError as StoreUnavailableError,
    StoreDamagedError as StoreDamagedError,
    StoreRefusedError as StoreRefusedError,
    StoreFullError as StoreFullError,
    TransactionTooLargeError as TransactionTooLargeError,
    StoreVersionError as StoreVersionError,
    RevisionMismatchError as RevisionMismatchError,
    JobLostError as JobLostError,
    StaleRevisionError as StaleRevisionError,
)
