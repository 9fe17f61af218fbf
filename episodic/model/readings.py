"""What a reader got out of one window of a chapter, before anybody asks who is who or what came first.

All offsets are relative to the window's text, so that a window whose text did not change keeps its reading wherever it moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.episodes import FrameKind, Language
from episodic.model.spans import Span


class Phase(StrEnum):
    """What a statement says of a state: that it begins, holds, ends, or does not hold."""

    BEGINS = "begins"
    HOLDS = "holds"
    ENDS = "ends"
    DENIED = "denied"


class StatementScope(StrEnum):
    """In whose world a statement is true: the story's own, or somebody's words, thoughts or intentions."""

    WORLD = "world"
    CLAIM = "claim"
    BELIEF = "belief"
    PLAN = "plan"
    WISH = "wish"
    DREAM = "dream"
    HYPOTHESIS = "hypothesis"


class Placing(StrEnum):
    """Where the words put a statement: at its passage's now, before it (once, 曾) or after it (will, 将)."""

    NOW = "now"
    BACK = "back"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class Surface:
    """One way the window names somebody, with every place where it does.

    `shared` marks a title that several people bear (丞相, "the Captain"): it never becomes an alias by itself.
    """

    text: str
    spans: tuple[Span, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class NodeReading:
    """Somebody or something the window names; `name` is the fullest of its surfaces."""

    name: str
    type: str
    surfaces: tuple[Surface, ...]
    narrator: bool = False
    namesake: bool = False
    """The window says that this is another bearer of a name that is already known."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """How one passage stands to the main line; `starts` marks the first passage of a new run of that frame."""

    kind: FrameKind
    starts: bool = False
    time: str | None = None
    """The passage's own time words, verbatim ("the next morning"), which set its now."""
    aside: bool = False
    """Told side by side with the passage before (meanwhile, 话分两头): no order between the two."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A third party of a statement and its part in it (recipient, instrument, place, witness...)."""

    node: int
    role: str


@dataclass(frozen=True, slots=True)
class StatementReading:
    """One thing that one quote says. Nodes are indexes into the window's nodes.

    `text` is one sentence that says it without pronouns; `holder` is who claims, believes, plans or dreams it;
    `tellers` are those who report the holder, outermost first; `time` are its time words, verbatim;
    `event` is the name by which the story refers to this event elsewhere ("the fire"), if it has one.
    """

    quote: Span
    text: str
    subject: int
    predicate: str
    object: int | None = None
    value: str | None = None
    participants: tuple[Participant, ...] = ()
    phase: Phase = Phase.HOLDS
    scope: StatementScope = StatementScope.WORLD
    holder: int | None = None
    tellers: tuple[int, ...] = ()
    time: str | None = None
    placing: Placing = Placing.NOW
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something in a reply that was not believed, and why ("quote_rejected", "unknown_id", "tautology", ...)."""

    reason: str
    words: str


@dataclass(frozen=True, slots=True)
class WindowReading:
    """Everything one reader got out of one window; `frames` has one entry a passage, in order."""

    nodes: tuple[NodeReading, ...]
    frames: tuple[FrameReading, ...]
    statements: tuple[StatementReading, ...]
    rejected: tuple[Rejection, ...] = ()
    reader: str = "rules/1"


@dataclass(frozen=True, slots=True)
class Voice:
    """A stretch of text in which somebody else than the work's narrator says "I".

    `teller` are the words that name who does, as they are written (empty: nobody is named); `letter` where it is a letter that is
    quoted, and not told to the reader.
    """

    span: Span
    teller: str
    letter: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a chapter that one call reads.

    `start` is where `text` begins in the chapter; `context` are the up to 300 characters before it, for reference only;
    `passages` are spans relative to `text`, in order, that cover it without a gap; `voices` are what of it others than the narrator
    tell, as the whole chapter shows it, relative to `text`, too.
    """

    start: int
    text: str
    context: str
    passages: tuple[Span, ...]
    language: Language
    voices: tuple[Voice, ...] = ()


@dataclass(frozen=True, slots=True)
class ChapterReading:
    """The readings of one chapter's windows, each with the place where its window begins and the digest of what it read.

    `passages` are the passages of each window, relative to it.
    """

    episode: str
    starts: tuple[int, ...]
    digests: tuple[str, ...]
    passages: tuple[tuple[Span, ...], ...]
    windows: tuple[WindowReading, ...]
