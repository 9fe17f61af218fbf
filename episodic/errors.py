"""Every error the product raises, as one tree.

EpisodicError
├── InputError                  what was handed in cannot be used
│   ├── EmptyTextError          nothing to read
│   ├── UnreadableFileError     binary, unknown encoding, broken archive, unsupported kind
│   ├── ArchiveLimitError       an archive that unpacks to too much
│   ├── InvalidNameError        a name or group name that cannot be kept
│   ├── UnknownEntityError      no entity of that name or id
│   ├── UnknownEpisodeError     no chapter of that key, number or id
│   ├── UnknownFactError        no fact of that id
│   ├── UnknownIssueError       no issue of that id
│   ├── UnknownRevisionError    no revision of that number
│   ├── NothingToUndoError      no edit to take back, or to make again
│   ├── AmbiguousNameError      several entities answer to the name
│   ├── UnknownMomentError      words that are no date of this work's calendars
│   ├── CalendarError           a calendar definition that is wrong
│   ├── UntiedCalendarsError    dates of two calendars that nothing ties together
│   ├── DuplicateEpisodeError   a chapter of that key is there with another text
│   ├── InvalidActError         an author's act that makes no sense
│   ├── HistoryCompactedError   a revision before the first that can still be read
│   ├── FileThereError          a file that would be overwritten
│   ├── InvalidFilterError      a filter over an unknown field or with a wrong value
│   └── ImportFormatError       an import file that cannot be trusted
├── ConfigurationError          settings that are missing or contradict each other
├── ModelError                  the language model did not do its part
│   ├── ModelUnavailableError   rate limits, timeouts, 5xx, no connection
│   ├── ModelRefusedError       wrong key, unknown model, forbidden request
│   ├── ModelReplyError         a reply that is not of the asked form, after repair
│   ├── BudgetExceededError     the budget set by the user is used up
│   └── ReplyNotRecordedError   replaying, and this question has no recorded reply
├── EmbeddingError              the embedder did not do its part
│   ├── EmbeddingDimensionError a vector of another length than the store's
│   ├── EmbeddingUnavailableError  rate limits, timeouts, 5xx, no connection
│   └── EmbedderMismatchError   the store was built with another embedder
└── StoreError                  the store did not do its part
    ├── StoreUnavailableError   unreachable server, missing folder, locked file
    ├── StoreRefusedError       wrong password, read-only, not allowed
    ├── StoreFullError          no room left
    ├── StoreVersionError       a store of another version or kind
    └── StaleRevisionError      somebody else committed first

Each carries its facts as fields, says in `hint` what to do, and has the exit code of the command line.
"""

from __future__ import annotations


class EpisodicError(Exception):
    """Root of every error raised on purpose."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class InputError(EpisodicError):
    """What was handed in cannot be used; nothing was changed."""

    exit_code = 2


class EmptyTextError(InputError):
    """A text without a single letter or digit."""

    def __init__(self, source: str) -> None:
        super().__init__(f"{source}: there is no text to read.", hint="Check that this is the file you meant.")
        self.source = source


class UnreadableFileError(InputError):
    """A file that cannot be turned into text."""

    def __init__(self, source: str, reason: str, *, hint: str = "") -> None:
        super().__init__(f"{source}: {reason}.", hint=hint or "Check that this is the file you meant.")
        self.source = source
        self.reason = reason


class ArchiveLimitError(InputError):
    """An EPUB or DOCX that unpacks to more than the limits allow."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: refused to unpack: {reason}.", hint="Nothing was read from it.")
        self.source = source
        self.reason = reason


class InvalidNameError(InputError):
    """A name that cannot be kept: empty, over 500 characters, or with lone surrogates."""

    def __init__(self, what: str, name: str, reason: str) -> None:
        shown = name[:60].encode("utf-8", "backslashreplace").decode("utf-8")
        super().__init__(
            f"{what} {shown!r} cannot be kept: {reason}.", hint="Give it another one of 1 to 500 characters."
        )
        self.name = name
        self.reason = reason


class UnknownEntityError(InputError):
    """No entity answers to this name or id, among those that `where` says were looked at."""

    def __init__(self, name: str, near: tuple[str, ...] = (), *, where: str = "in this work") -> None:
        hint = f"Near names: {', '.join(near)}." if near else "`episodic search` finds names by their parts."
        super().__init__(f"There is no entity {name!r} {where}.", hint=hint)
        self.name = name
        self.near = near
        self.where = where


class AmbiguousNameError(InputError):
    """Several entities answer to the name; `candidates` are their ids and names."""

    def __init__(self, name: str, candidates: tuple[tuple[str, str], ...]) -> None:
        shown = "; ".join(f"{uuid} ({text})" for uuid, text in candidates)
        super().__init__(f"{name!r} is the name of several entities: {shown}.", hint="Give the id.")
        self.name = name
        self.candidates = candidates


class UnknownEpisodeError(InputError):
    """No chapter, or none of the layer that is meant, has this key, number or id."""

    def __init__(self, reference: str, *, layer: str = "") -> None:
        option = f" --layer {layer}" if layer else ""
        super().__init__(
            f"There is no {f'{layer} ' if layer else ''}chapter {reference!r} in this work.",
            hint=f"`episodic chapters{option}` lists them.",
        )
        self.reference = reference


class DuplicateEpisodeError(InputError):
    """A chapter of this key is already there, with another text."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"Chapter {key!r} is already there with another text.",
            hint="Use `episodic replace` to put the new text in.",
        )
        self.key = key


class UnknownFactError(InputError):
    """No fact has this id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no fact {reference!r} in this work.", hint="`episodic facts` shows their ids.")
        self.reference = reference


class UnknownIssueError(InputError):
    """No open issue has this id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no issue {reference!r} in this work.", hint="`episodic issues` shows their ids.")
        self.reference = reference


class UnknownRevisionError(InputError):
    """The work has no such revision."""

    def __init__(self, revision: int, *, newest: int) -> None:
        super().__init__(f"The work has no revision {revision}.", hint=f"Its newest is {newest}, its first is 1.")
        self.revision = revision


class NothingToUndoError(InputError):
    """There are not so many edits to take back, or to make again; `there` is how many there are."""

    def __init__(self, what: str, *, there: int = 0) -> None:
        only = "is nothing" if not there else "is only 1 edit" if there == 1 else f"are only {there} edits"
        super().__init__(f"There {only} to {what}; nothing is changed.", hint="`episodic history` lists the revisions.")
        self.what = what
        self.there = there


class UnknownMomentError(InputError):
    """Words that name no moment of this work."""

    def __init__(self, words: str) -> None:
        super().__init__(
            f"{words!r} is no moment this work knows.",
            hint="Give a date of its calendar, a day count such as 'day 15', or a chapter such as 'chapter 3'.",
        )
        self.words = words


class CalendarError(InputError):
    """A calendar definition that cannot be used."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"Calendar {name!r}: {reason}.")
        self.name = name
        self.reason = reason


class UntiedCalendarsError(InputError):
    """Two calendars of which no text or file says how their days correspond."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(
            f"Nothing ties calendar {one!r} to calendar {other!r}.",
            hint="Give the first day of one as a date of the other in its file: "
            '"anchor": {"calendar": "gregorian", "date": "1812-06-03"}.',
        )
        self.one = one
        self.other = other


class InvalidActError(InputError):
    """An author's act that cannot be carried out."""


class HistoryCompactedError(InputError):
    """A revision before the first that can still be read; `in_reach`: how many of several edits can be undone, or redone."""

    def __init__(self, group_id: str, revision: int, *, readable_from: int, in_reach: int | None = None) -> None:
        edits = "" if in_reach is None else f"Edits still in reach: {in_reach}; nothing is changed. "
        super().__init__(
            f"{edits}Revision {revision} of {group_id!r} was compacted away: its history begins at {readable_from}.",
            hint=f"Nothing before revision {readable_from} can be gone back to; a backup made earlier may still have it.",
        )
        self.group_id = group_id
        self.revision = revision
        self.readable_from = readable_from
        self.in_reach = in_reach


class FileThereError(InputError):
    """A file is there already and nobody said that it may be overwritten."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is there already.", hint="Name another file, or use --force to overwrite this one.")
        self.path = path


class InvalidFilterError(InputError):
    """A filter over an unknown field, or with a value it cannot have."""


class ImportFormatError(InputError):
    """An import file that is cut short, of another version, or not of this form."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Import refused at line {line}: {reason}.", hint="Nothing was imported.")
        self.line = line
        self.reason = reason


class ConfigurationError(EpisodicError):
    """A setting is missing, malformed or contradicts another."""

    exit_code = 2


class ModelError(EpisodicError):
    """The language model did not do its part."""

    exit_code = 4


class ModelUnavailableError(ModelError):
    """The endpoint could not be reached, timed out, was overloaded or rate limited."""

    def __init__(self, prompt: str, reason: str, *, retry_after: float | None = None) -> None:
        super().__init__(
            f"The model did not answer {prompt!r}: {reason}.", hint="Run the same command again: it resumes."
        )
        self.prompt = prompt
        self.reason = reason
        self.retry_after = retry_after


class ModelRefusedError(ModelError):
    """The endpoint refused: wrong key, unknown model, forbidden or malformed request."""

    def __init__(self, reason: str, *, hint: str = "Check OPENAI_API_KEY, OPENAI_BASE_URL and EPISODIC_MODEL.") -> None:
        super().__init__(f"The model endpoint refused: {reason}.", hint=hint)
        self.reason = reason


class ModelReplyError(ModelError):
    """A reply that is not of the asked form, also after one repair; `reply` is its text as it came."""

    def __init__(self, prompt: str, reason: str, *, reply: str = "") -> None:
        super().__init__(
            f"The reply to {prompt!r} is not of the asked form: {reason}.", hint="`episodic retry` asks again."
        )
        self.prompt = prompt
        self.reason = reason
        self.reply = reply


class BudgetExceededError(ModelError):
    """The user's budget is used up; what was read so far is kept."""

    exit_code = 5

    def __init__(self, spent: int, budget: int) -> None:
        super().__init__(
            f"The budget of {budget:,} tokens is used up ({spent:,} spent).",
            hint="Raise it and run the same command: it resumes.",
        )
        self.spent = spent
        self.budget = budget


class ReplyNotRecordedError(ModelError):
    """Replies are replayed, and this prompt has no recorded one."""

    def __init__(self, prompt: str, digest: str) -> None:
        super().__init__(
            f"No recorded reply for prompt {prompt!r} ({digest[:12]}).", hint="Record it again with a model."
        )
        self.prompt = prompt
        self.digest = digest


class EmbeddingError(EpisodicError):
    """The embedder did not do its part."""

    exit_code = 4


class EmbeddingDimensionError(EmbeddingError):
    """A vector of another length than the store holds."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(
            f"Vectors of {expected} numbers were expected, {found} came.", hint="Check the embedding model."
        )
        self.expected = expected
        self.found = found


class EmbeddingUnavailableError(EmbeddingError):
    """The embedding endpoint could not be reached, timed out, was overloaded or rate limited."""

    def __init__(self, reason: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"The embedder did not answer: {reason}.", hint="Run the same command again: it resumes.")
        self.reason = reason
        self.retry_after = retry_after


class EmbedderMismatchError(EmbeddingError):
    """The work was embedded with another embedder than the one configured."""

    exit_code = 2

    def __init__(self, stored: str, configured: str) -> None:
        super().__init__(
            f"This work was embedded with {stored!r}, the settings say {configured!r}.",
            hint="Set EPISODIC_EMBEDDING_MODEL back, or run `episodic reindex`.",
        )
        self.stored = stored
        self.configured = configured


class StoreError(EpisodicError):
    """The store did not do its part; the graph is as it was before the call."""

    exit_code = 3


class StoreUnavailableError(StoreError):
    """The server cannot be reached, or the file cannot be opened."""


class StoreRefusedError(StoreError):
    """Wrong user or password, a read-only store, or an operation the store does not allow."""


class StoreFullError(StoreError):
    """The disk, or the limit set on the store, is full."""


class StoreVersionError(StoreError):
    """A store written by a newer version, or a file that is no store."""


class StaleRevisionError(StoreError):
    """Somebody else committed to the work since it was read; reading again mends it."""

    def __init__(self, group_id: str, *, base: int, current: int) -> None:
        super().__init__(
            f"Work {group_id!r} moved from revision {base} to {current} meanwhile.", hint="Read again and repeat."
        )
        self.group_id = group_id
        self.base = base
        self.current = current
