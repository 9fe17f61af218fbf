"""All exceptions that episodic raises, as one hierarchy.

EpisodicError
├── InputError                  the caller's input cannot be used
│   ├── EmptyTextError          a text without letters and digits
│   ├── UnreadableFileError     binary, unknown encoding, broken archive, unsupported format
│   ├── ArchiveLimitError       an archive that unpacks to more than the limits allow
│   ├── InvalidNameError        an invalid name or group name
│   ├── UnknownEntityError      no entity with that name or id
│   ├── UnknownEpisodeError     no chapter with that key, number or id
│   ├── UnknownFactError        no fact with that id
│   ├── UnknownIssueError       no issue with that id
│   ├── UnknownRevisionError    no revision with that number
│   ├── NothingToUndoError      no edit to undo or redo
│   ├── AmbiguousNameError      several entities have the name
│   ├── UnknownMomentError      text that is not a date of this work's calendars
│   ├── CalendarError           an invalid calendar definition
│   ├── UntiedCalendarsError    two calendars without a common reference day
│   ├── DuplicateEpisodeError   a chapter with that key exists with another text
│   ├── InvalidOverrideError    an author's override that cannot be applied
│   ├── HistoryCompactedError   a revision that compaction has deleted
│   ├── FileThereError          a file that would be overwritten
│   ├── InvalidFilterError      a filter on an unknown field or with an invalid value
│   └── ImportFormatError       a damaged or unsupported import file
├── ConfigurationError          settings that are missing, malformed or contradictory
├── ModelError                  the language model failed
│   ├── ModelUnavailableError   rate limits, timeouts, 5xx, no connection
│   ├── ModelRefusedError       wrong key, unknown model, forbidden request
│   ├── ModelReplyError         a reply that is not of the asked form, after repair
│   ├── ModelFailedError        an exception of another kind, raised by a model client
│   ├── BudgetExceededError     the budget set by the user is used up
│   └── ReplyNotRecordedError   replies are replayed, and this prompt has no recorded reply
├── EmbeddingError              the embedder did not do its part
│   ├── EmbeddingDimensionError a vector of another length than the store's
│   ├── EmbeddingUnavailableError  rate limits, timeouts, 5xx, no connection
│   ├── EmbedderFailedError     an exception of another kind, or no such vectors, from an embedder
│   └── EmbedderMismatchError   the store was built with another embedder
├── RerankerError               the reranker did not do its part
└── StoreError                  the store did not do its part
    ├── StoreUnavailableError   unreachable server, missing folder, locked file
    ├── StoreRefusedError       wrong password, read-only, not allowed
    ├── StoreFullError          no space left
    ├── StoreVersionError       a store of a newer version, or a file that is not a store
    └── StaleRevisionError      another process committed first

Every error has its details as fields, a `hint` that says what to do, and the exit code of the command line.
"""

from __future__ import annotations


class EpisodicError(Exception):
    """The base class of all errors that episodic raises on purpose."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class InputError(EpisodicError):
    """An error in the caller's input. An operation that raises an InputError changes nothing in the work."""

    exit_code = 2


class EmptyTextError(InputError):
    """A text without any letter or digit was given."""

    def __init__(self, source: str) -> None:
        super().__init__(f"{source}: there is no text to read.", hint="Check that this is the file you meant.")
        self.source = source


class UnreadableFileError(InputError):
    """A file cannot be converted to text, because it is binary, damaged, or of an unknown encoding or format."""

    def __init__(self, source: str, reason: str, *, hint: str = "") -> None:
        super().__init__(f"{source}: {reason}.", hint=hint or "Check that this is the file you meant.")
        self.source = source
        self.reason = reason


class ArchiveLimitError(InputError):
    """An EPUB or DOCX file would unpack to more than the limits allow."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: refused to unpack: {reason}.", hint="Nothing was read from it.")
        self.source = source
        self.reason = reason


class InvalidNameError(InputError):
    """A name is invalid: it is empty, longer than 500 characters, or contains lone surrogates."""

    def __init__(self, what: str, name: str, reason: str) -> None:
        shown = name[:60].encode("utf-8", "backslashreplace").decode("utf-8")
        super().__init__(
            f"{what} {shown!r} cannot be kept: {reason}.", hint="Give another name of 1 to 500 characters."
        )
        self.name = name
        self.reason = reason


class UnknownEntityError(InputError):
    """No entity has this name or id. The field `where` describes the part of the work that was searched."""

    def __init__(self, name: str, near: tuple[str, ...] = (), *, where: str = "in this work") -> None:
        hint = f"Similar names: {', '.join(near)}." if near else "`episodic search` finds names by their parts."
        super().__init__(f"There is no entity {name!r} {where}.", hint=hint)
        self.name = name
        self.near = near
        self.where = where


class AmbiguousNameError(InputError):
    """Several entities have this name. The field `candidates` contains the ids and names of all entities with this
    name.
    """

    def __init__(self, name: str, candidates: tuple[tuple[str, str], ...]) -> None:
        shown = "; ".join(f"{uuid} ({text})" for uuid, text in candidates)
        super().__init__(f"{name!r} is the name of several entities: {shown}.", hint="Give the id.")
        self.name = name
        self.candidates = candidates


class UnknownEpisodeError(InputError):
    """The work, or the given layer of the work, has no chapter with this key, number or id."""

    def __init__(self, reference: str, *, layer: str = "") -> None:
        option = f" --layer {layer}" if layer else ""
        super().__init__(
            f"There is no {f'{layer} ' if layer else ''}chapter {reference!r} in this work.",
            hint=f"`episodic chapters{option}` lists them.",
        )
        self.reference = reference


class DuplicateEpisodeError(InputError):
    """The work already has a chapter with this key and another text."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"Chapter {key!r} already exists with another text.",
            hint="Use `episodic replace` to replace its text.",
        )
        self.key = key


class UnknownFactError(InputError):
    """The work has no fact with this id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no fact {reference!r} in this work.", hint="`episodic facts` shows their ids.")
        self.reference = reference


class UnknownIssueError(InputError):
    """The work has no open issue with this id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no issue {reference!r} in this work.", hint="`episodic issues` shows their ids.")
        self.reference = reference


class UnknownRevisionError(InputError):
    """The work has no revision with this number."""

    def __init__(self, revision: int, *, newest: int) -> None:
        super().__init__(f"The work has no revision {revision}.", hint=f"Its revisions are 1 to {newest}.")
        self.revision = revision


class NothingToUndoError(InputError):
    """The work has fewer edits to undo or redo than requested. The field `there` is the number of edits that can be
    undone or redone.
    """

    def __init__(self, what: str, *, there: int = 0) -> None:
        only = "is nothing" if not there else "is only 1 edit" if there == 1 else f"are only {there} edits"
        super().__init__(
            f"There {only} to {what}; nothing was changed.", hint="`episodic history` lists the revisions."
        )
        self.what = what
        self.there = there


class UnknownMomentError(InputError):
    """A text is not a date or another moment in the story time of this work."""

    def __init__(self, words: str) -> None:
        super().__init__(
            f"{words!r} is not a moment of this work.",
            hint="Give a date of its calendar, a day count such as 'day 15', or a chapter such as 'chapter 3'.",
        )
        self.words = words


class CalendarError(InputError):
    """The definition of a calendar is invalid."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"Calendar {name!r}: {reason}.")
        self.name = name
        self.reason = reason


class UntiedCalendarsError(InputError):
    """A date cannot be converted between two calendars, because no text or file states which of their days are the
    same.
    """

    def __init__(self, one: str, other: str) -> None:
        super().__init__(
            f"It is not known how calendar {one!r} corresponds to calendar {other!r}.",
            hint="Give the first day of one calendar as a date of the other in its file: "
            '"anchor": {"calendar": "gregorian", "date": "1812-06-03"}.',
        )
        self.one = one
        self.other = other


class InvalidOverrideError(InputError):
    """An override of the author cannot be applied."""


class HistoryCompactedError(InputError):
    """Compaction has deleted the requested revision. The field `in_reach` is the number of the requested edits that can
    still be undone or redone.
    """

    def __init__(self, group_id: str, revision: int, *, readable_from: int, in_reach: int | None = None) -> None:
        edits = "" if in_reach is None else f"Edits still in reach: {in_reach}; nothing was changed. "
        super().__init__(
            f"{edits}Revision {revision} of {group_id!r} was compacted away: its history begins at {readable_from}.",
            hint=f"Nothing before revision {readable_from} can be restored; a backup made earlier may still have it.",
        )
        self.group_id = group_id
        self.revision = revision
        self.readable_from = readable_from
        self.in_reach = in_reach


class FileThereError(InputError):
    """The output file exists already, and the user did not allow overwriting."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} already exists.", hint="Give another name, or use --force to overwrite this file.")
        self.path = path


class InvalidFilterError(InputError):
    """A filter or another search parameter is invalid."""


class ImportFormatError(InputError):
    """An import file is truncated, damaged, or of an unsupported format or version."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Import refused at line {line}: {reason}.", hint="Nothing was imported.")
        self.line = line
        self.reason = reason


class ConfigurationError(EpisodicError):
    """A setting is missing, malformed, or in conflict with another setting."""

    exit_code = 2


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
    """The model's endpoint refused the request, for example because of a wrong key or an unknown model."""

    def __init__(self, reason: str, *, hint: str = "Check OPENAI_API_KEY, OPENAI_BASE_URL and EPISODIC_MODEL.") -> None:
        super().__init__(f"The model endpoint refused: {reason}.", hint=hint)
        self.reason = reason


class ModelReplyError(ModelError):
    """The model's reply does not match the requested schema, even after one repair. The field `reply` is the unchanged
    text of the reply.
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
    """The user's token budget is used up. The chapters that have been read so far are kept."""

    exit_code = 5

    def __init__(self, spent: int, budget: int) -> None:
        super().__init__(
            f"The budget of {budget:,} tokens is used up ({spent:,} spent).",
            hint="Raise the budget and run the same command again: it resumes.",
        )
        self.spent = spent
        self.budget = budget


class ReplyNotRecordedError(ModelError):
    """Recorded replies are used instead of a model, and no reply to this prompt is recorded."""

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
    """A vector has another dimension than the stored vectors."""

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
    """The work's vectors were made by another embedder than the configured embedder."""

    exit_code = 2

    def __init__(self, stored: str, configured: str) -> None:
        super().__init__(
            f"This work was embedded with {stored!r}, the settings say {configured!r}.",
            hint="Set EPISODIC_EMBEDDING_MODEL back, or run `episodic reindex`.",
        )
        self.stored = stored
        self.configured = configured


class RerankerError(EpisodicError):
    """The reranker raised an exception, or did not return one score for each text.

    If the reranker raised an exception, that exception is the `__cause__`.
    """

    exit_code = 4

    def __init__(self, reason: str) -> None:
        super().__init__(f"The reranker failed: {reason}.")
        self.reason = reason


class StoreError(EpisodicError):
    """The store failed. A store operation that raises a StoreError changes nothing in the graph."""

    exit_code = 3


class StoreUnavailableError(StoreError):
    """The store's server cannot be reached, or the store's file cannot be opened."""


class StoreRefusedError(StoreError):
    """The store refused the operation, for example because of a wrong password or a read-only file."""


class StoreFullError(StoreError):
    """The disk is full, or a size limit of the store is reached."""


class StoreVersionError(StoreError):
    """The store was written by a newer version of episodic, or the file is not a store."""


class StaleRevisionError(StoreError):
    """Another process changed the work after the caller had read the work. The caller should read the work again and
    repeat the edit.
    """

    def __init__(self, group_id: str, *, base: int, current: int) -> None:
        super().__init__(
            f"Work {group_id!r} changed from revision {base} to {current} in the meantime.",
            hint="Read it again and repeat the edit.",
        )
        self.group_id = group_id
        self.base = base
        self.current = current
