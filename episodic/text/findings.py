"""Possible problems of a manuscript, such as missing chapter numbers, which the user sees before the manuscript is
stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FindingKind(StrEnum):
    """The kinds of problems that a finding can report."""

    NUMBERS_MISSING = "numbers_missing"
    NUMBER_REPEATED = "number_repeated"
    NUMBERS_OUT_OF_ORDER = "numbers_out_of_order"
    CONTENTS_SKIPPED = "contents_skipped"
    TITLE_REPEATED = "title_repeated"
    FRONT_MATTER_LEFT_OUT = "front_matter_left_out"
    CHAPTER_WITHOUT_TEXT = "chapter_without_text"
    SPLIT_BY_SIZE = "split_by_size"
    CONTROL_CHARACTERS = "control_characters"
    DAMAGED_CHARACTERS = "damaged_characters"
    FILE_SKIPPED = "file_skipped"
    NOTES_LEFT_OUT = "notes_left_out"


@dataclass(frozen=True, slots=True)
class Finding:
    """One possible problem of a manuscript: its kind and a message for the user. `about` names what the problem
    concerns, such as the titles or numbers of chapters, or files.
    """

    kind: FindingKind
    text: str
    about: tuple[str, ...] = ()
