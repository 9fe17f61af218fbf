"""Value classes for chapters as input, for episodes (stored chapters), and for the passages of episodes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from episodic.model.deferred import Deferred
from episodic.model.spans import Span

ORDER_GAP = 1 << 20
"""The distance between the order keys of chapters that are added one after the other, which leaves space for chapters
inserted later.
"""


class Layer(StrEnum):
    """The role of a chapter's text: the story itself (canon), a draft, a plan or a note."""

    CANON = "canon"
    DRAFT = "draft"
    PLAN = "plan"
    NOTE = "note"


class EpisodeSource(StrEnum):
    """What the body of an episode is: the text of a chapter, the messages of a conversation, or JSON."""

    TEXT = "text"
    MESSAGE = "message"
    JSON = "json"


Language = NewType("Language", str)
"""The BCP 47 code of a language, such as "en".

A language code selects rules, messages and prompts if the language registry contains the language.
"""

UNDETERMINED: Final = Language("und")
"""The language code of text whose language is not known, for which messages use the fallback language."""


class FrameKind(StrEnum):
    """The kinds of frames: a passage is part of the story's main line, or belongs to a flashback, dream, letter or
    tale. A reader gives the kind CONTINUED to a passage that has the same frame as the passage before it in the text.
    """

    MAIN = "main"
    FLASHBACK = "flashback"
    DREAM = "dream"
    LETTER = "letter"
    TALE = "tale"
    CONTINUED = "continued"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter as input, which does not yet have an id and a position in narrative order.

    `path` contains the headings above the chapter and the chapter's own heading, the outermost heading first. `number`
    is the number in the heading of the chapter, or None. `reference_time` is the story time at which a chapter begins,
    as text.
    """

    text: str
    title: str = ""
    path: tuple[str, ...] = ()
    key: str | None = None
    number: int | None = None
    source_description: str = ""
    reference_time: str | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """A stored chapter of a work, with its text and its position in narrative order.

    `order` is the chapter's order key, which users never see. The order keys of chapters that are added one after the
    other differ by ORDER_GAP; inserted, moved and removed chapters change these distances. `revision` counts the
    versions of the text from 1. `reader` is the name of the reader that read the chapter, such as "rules/1", or empty
    if no reader has tried to read it yet. `failure` is the reason why reading failed, or None if it did not.
    `manuscript` is the name of the file or folder that contains the chapter, or empty if the chapter was added alone.
    """

    uuid: str
    group_id: str
    key: str
    order: int
    title: str
    path: tuple[str, ...]
    text: str
    language: Language
    layer: Layer = Layer.CANON
    number: int | None = None
    revision: int = 1
    reader: str = ""
    source_description: str = ""
    reference_time: str | None = None
    failure: str | None = None
    manuscript: str = ""

    @property
    def unread(self) -> bool:
        """Return whether the chapter has no reading: no reader has tried to read it yet, or its reading failed."""
        return not self.reader or self.failure is not None


@dataclass(frozen=True, slots=True)
class Passage(Deferred):
    """Consecutive paragraphs of one chapter, which are the unit of text that search returns.

    `index` is the position of the passage among the passages of its chapter, counted from 0. `run` is the number of the
    flashback, dream, letter or tale to which the passage belongs. For example, the passages of one letter in a chapter
    all have the same number. Run 0 is the main line.
    """

    uuid: str
    group_id: str
    episode: str
    index: int
    span: Span
    text: str
    frame: FrameKind
    run: int
    order: int
    layer: Layer
