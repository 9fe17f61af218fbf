"""Chapters as written, and the passages they are read in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.spans import Span

ORDER_GAP = 1 << 20
"""Distance between the order keys of neighbouring chapters, so that others fit in between."""


class Layer(StrEnum):
    """What a chapter's text counts as."""

    CANON = "canon"
    DRAFT = "draft"
    PLAN = "plan"
    NOTE = "note"


class Language(StrEnum):
    """The language a text is read in; it picks rules and prompts."""

    CHINESE = "zh"
    ENGLISH = "en"


class FrameKind(StrEnum):
    """How a passage stands to the main line of the story."""

    MAIN = "main"
    FLASHBACK = "flashback"
    DREAM = "dream"
    LETTER = "letter"
    TALE = "tale"
    CONTINUED = "continued"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter as it is handed in: before it has an id or a place.

    `path` is the headings above it and its own, outermost first; `number` is the number its heading states;
    `reference_time` is the story time of its first passage, in the caller's words.
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
    """A chapter of a work: its text and its place in the telling.

    `order` is its order key (gaps of ORDER_GAP; never shown); `revision` counts the texts it has had, from 1;
    `reader` names what read it ("rules/1" or "gpt-x/entities-3..."); `failure` says why it could not be read yet (None: it was);
    `manuscript` is the name of the file or folder that it is a chapter of (empty: it was added by itself).
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
    """A run of paragraphs of one chapter that is shown and searched as one.

    `index` counts passages of the chapter from 0; `run` counts frame runs of the chapter (this letter, this tale);
    run 0 is the main line.
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
