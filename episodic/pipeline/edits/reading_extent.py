"""Says who read the text of a chapter, and how many statements were read from it."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.extraction.llm_based.reader import PROMPTED_PREFIX
from episodic.model.episodes import Episode, Layer
from episodic.model.readings import ChapterReading, Salience
from episodic.pipeline.inputs import PROPOSAL_READER
from episodic.pipeline.replay.chapter_preparation import RULE_READER_PREFIX

RULES = "rules"
"""The name that stands for the rule-based reader where output says who read a text."""


def read_by(reading: ChapterReading) -> str:
    """Return who read the text: the name of the model, or RULES. If several readers read parts of the text, their names
    are joined by ", ".
    """
    return ", ".join(dict.fromkeys(_shown(one.reader) for one in reading.windows if one.reader))


def statements_read(reading: ChapterReading, *, least: Salience | None = None) -> int:
    """Return the number of statements that were read from the text. If *least* is given, statements of a lower salience
    are not counted.
    """
    every = (one for window in reading.windows for one in window.statements)
    return sum(least is None or one.core.salience >= least for one in every)


def model_read_canon(episodes: Iterable[Episode]) -> bool:
    """Return whether another reader than the rules, such as a model, read at least one of the canon chapters."""
    return any(
        one.layer is Layer.CANON
        and not one.unread
        and one.reader != PROPOSAL_READER
        and not one.reader.startswith(RULE_READER_PREFIX)
        for one in episodes
    )


def _shown(reader: str) -> str:
    if reader.startswith(RULE_READER_PREFIX):
        return RULES
    if reader.startswith(PROMPTED_PREFIX):
        return reader.removeprefix(PROMPTED_PREFIX).partition("/")[2]
    return reader
