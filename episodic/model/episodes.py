"""Chapters, episodes (stored chapters) and their passages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from episodic.model.spans import Span

ORDER_GAP = 1 << 20
"""The distance between the order keys of neighbouring chapters, which leaves room for inserted chapters."""


class Layer(StrEnum):
    """What a chapter's text counts as: the story itself (canon), a draft, a plan or a note."""

    CANON = "canon"
    DRAFT = "draft"
    PLAN = "plan"
    NOTE = "note"


Language = NewType("Language", str)
"""The BCP 47 code of a language, such as "en".

The code selects rules, messages and prompts if the language registry contains the language.
"""

UNDETERMINED: Final = Language("und")
"""The code of text whose language is not known; messages about such text use the fallback language."""


class FrameKind(StrEnum):
    """How a passage relates to the main line of the story."""

    MAIN = "main"
    FLASHBACK = "flashback"
    DREAM = "dream"
    LETTER = "letter"
    TALE = "tale"
    CONTINUED = "continued"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter as input, before the chapter has an id and a place in narrative order.

    `path` contains the headings above the chapter and the chapter's own heading, outermost first; `number` is the
    number in the chapter's heading; `reference_time` is the story time of the chapter's first passage, as text.
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
    """A stored chapter of a work: text and place in narrative order.

    `order` is the chapter's order key (with gaps of ORDER_GAP; never shown); `revision` counts the versions of the
    text, from 1; `reader` is the name of the reader that read the chapter ("rules/1" or "gpt-x/entities-3...");
    `failure` says why reading failed (None: reading succeeded); `manuscript` is the name of the file or folder that
    contains the chapter (empty: the chapter was added alone).
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


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive paragraphs of one chapter: the unit of text that search returns.

    `index` counts the passages of the chapter from 0. `run` counts the frame runs of the chapter (such as a letter or a
    tale within the story); run 0 is the main line.
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
