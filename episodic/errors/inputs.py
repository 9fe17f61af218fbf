"""Errors in the caller's input and in the settings."""

from __future__ import annotations

from episodic.errors.root import EpisodicError


class InputError(EpisodicError):
    """An error in the caller's input. An operation that raises an InputError has changed nothing in the work. The only
    exception is an undo or redo of several edits for which a Neo4j server has too little memory, so that it is made in
    several transactions: an edit of another process may interrupt it after some of the edits.
    """

    exit_code = 2


class EmptyTextError(InputError):
    """A text, file, folder or manuscript without any letter or digit was given."""

    def __init__(self, source: str) -> None:
        super().__init__(f"{source}: there is no text to read.", hint="Check that this is the file you meant.")
        self.source = source


class UnreadableFileError(InputError):
    """A file cannot be read or converted to text, for example because it is binary, damaged, too large, or of an
    unknown encoding or format. UnreadableFileError is also raised if the text or metadata of a chapter contains half of
    a surrogate pair.
    """

    def __init__(self, source: str, reason: str, *, hint: str = "") -> None:
        super().__init__(f"{source}: {reason}.", hint=hint or "Check that this is the file you meant.")
        self.source = source
        self.reason = reason


class ArchiveLimitError(InputError):
    """The unpacked content of an EPUB or DOCX file would exceed a limit, for example the limit of its size."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: refused to unpack: {reason}.", hint="Nothing was read from it.")
        self.source = source
        self.reason = reason


class InvalidNameError(InputError):
    """A name is invalid: it is blank, longer than 500 characters or reserved, or it contains half of a surrogate pair.
    The name of a work that the server does not serve is invalid, too.
    """

    def __init__(self, what: str, name: str, reason: str) -> None:
        shown = name[:60].encode("utf-8", "backslashreplace").decode("utf-8")
        super().__init__(
            f"{what} {shown!r} cannot be kept: {reason}.", hint="Give another name of 1 to 500 characters."
        )
        self.name = name
        self.reason = reason


class UnknownEntityError(InputError):
    """No entity has the given name or id. The field `where` describes the part of the work that was searched."""

    def __init__(self, name: str, near: tuple[str, ...] = (), *, where: str = "in this work") -> None:
        hint = f"Similar names: {', '.join(near)}." if near else "`episodic search` finds names by their parts."
        super().__init__(f"There is no entity {name!r} {where}.", hint=hint)
        self.name = name
        self.near = near
        self.where = where


class UnknownPredicateError(InputError):
    """No predicate of the package or of the work has the given name. The field `near` has the names of similar
    predicates that facts of the work have, or of its most frequent predicates if none is similar. The field `where`
    describes the part of the work that was searched.
    """

    def __init__(self, name: str, near: tuple[str, ...] = (), *, where: str = "in this work") -> None:
        hint = f"The work has: {', '.join(near)}." if near else "No fact has a predicate yet."
        super().__init__(f"There is no predicate {name!r} {where}.", hint=hint)
        self.name = name
        self.near = near
        self.where = where


class AmbiguousNameError(InputError):
    """Several entities have the given name. The field `candidates` contains the ids and names of all entities with the
    given name.
    """

    def __init__(self, name: str, candidates: tuple[tuple[str, str], ...]) -> None:
        shown = "; ".join(f"{uuid} ({text})" for uuid, text in candidates)
        super().__init__(f"{name!r} is the name of several entities: {shown}.", hint="Give the id.")
        self.name = name
        self.candidates = candidates


class UnknownEpisodeError(InputError):
    """The work, or the given layer of the work, has no chapter with the given key, number or id."""

    def __init__(self, reference: str, *, layer: str = "") -> None:
        option = f" --layer {layer}" if layer else ""
        super().__init__(
            f"There is no {f'{layer} ' if layer else ''}chapter {reference!r} in this work.",
            hint=f"`episodic chapters{option}` lists them.",
        )
        self.reference = reference


class DuplicateEpisodeError(InputError):
    """The layer already has a chapter with the given key, and the operation may not replace an existing chapter."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"Chapter {key!r} already exists.",
            hint="Use `episodic replace` to replace its text.",
        )
        self.key = key


class UnknownFactError(InputError):
    """The work has no fact with the given id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no fact {reference!r} in this work.", hint="`episodic facts` shows their ids.")
        self.reference = reference


class UnknownIssueError(InputError):
    """The work has no issue with the given id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no issue {reference!r} in this work.", hint="`episodic issues` shows their ids.")
        self.reference = reference


class UnknownRevisionError(InputError):
    """The work has no revision with the given number."""

    def __init__(self, revision: int, *, newest: int) -> None:
        super().__init__(f"The work has no revision {revision}.", hint=f"Its revisions are 1 to {newest}.")
        self.revision = revision
        self.newest = newest


class NothingToUndoError(InputError):
    """The work, or the store's series, has fewer edits to undo or redo than requested. The field `there` is the number
    of edits that can be undone or redone.
    """

    def __init__(self, what: str, *, there: int = 0) -> None:
        only = "is nothing" if not there else "is only 1 edit" if there == 1 else f"are only {there} edits"
        super().__init__(
            f"There {only} to {what}; nothing was changed.", hint="`episodic history` lists the revisions."
        )
        self.what = what
        self.there = there


class UnknownMomentError(InputError):
    """A text names neither a date nor any other moment in the story time of this work."""

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
    """A date cannot be converted between two calendars, because no text or file states which day of one calendar is
    which day of the other.
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
    """A decision of the author, such as a merge of two entities, cannot be applied."""


class HistoryCompactedError(InputError):
    """Compaction has deleted the requested revision. The field `in_reach` is the number of edits that can still be
    undone or redone, or None if no undo or redo was requested.
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


class OutputExistsError(InputError):
    """The output file exists already, and the user did not allow overwriting."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} already exists.", hint="Give another name, or use --force to overwrite this file.")
        self.path = path


class UnknownJobError(InputError):
    """The work has no job with the given id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no job {reference!r} in this work.", hint="`episodic jobs` lists the jobs.")
        self.reference = reference


class UnknownKeyError(InputError):
    """The store has no API key with the given id."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"There is no API key {reference!r}.", hint="`episodic keys list` lists the keys.")
        self.reference = reference


class JobStateError(InputError):
    """A job cannot be run or cancelled in its present state."""


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
