"""The statements of replayed chapters as rows and columns, which are read without decoding the statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from episodic.model.predicates import Predicate
from episodic.model.readings import StatementScope
from episodic.pipeline.projection.told_statements import StatementRow, is_timed
from episodic.temporal.placed import PlacedStatement
from episodic.views.told.chapters import PlacedChapter

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
NumberedParties = tuple[int, int, int | None, int]
"""The number of a statement, and its subject, object and predicate as in `PlacedRow`."""
NO_OBJECT = -1
_PREDICATE = TypeAdapter(Predicate)


class Predicates:
    """The predicates of replayed chapters, each with a number. Predicates with the same JSON have the same number and
    are one object.
    """

    def __init__(self) -> None:
        self.known: list[Predicate] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, texts: Sequence[str]) -> list[int]:
        for text in texts:
            if text not in self._numbers:
                self._numbers[text] = len(self.known)
                self.known.append(_PREDICATE.validate_json(text))
        return [self._numbers[text] for text in texts]


class PlacedRow(NamedTuple):
    """A stored statement: its chapter, and the numbers of its entities and its predicate. `position` is the statement's
    number among the replayed statements of its chapter.

    `subject` and `object` are numbers of entities' first clusters of mentions, and `predicate` is a number of
    `Predicates`.
    """

    chapter: PlacedChapter
    position: int
    subject: int
    object: int | None
    predicate: int

    @property
    def row(self) -> StatementRow:
        """The stored row of the statement, which is parsed when it is first read."""
        return self.chapter.told.statements[self.position]

    @property
    def uuid(self) -> str:
        return self.chapter.told.statements.columns.uuid[self.position]

    @property
    def start(self) -> int:
        """The offset in the episode at which the statement's quote begins."""
        return self.chapter.told.statements.columns.start[self.position]

    @property
    def told(self) -> int:
        """The phase of the statement and three flags, as the bits that `told_bits` returns."""
        return self.chapter.told.statements.columns.told[self.position]

    @property
    def order(self) -> int:
        """The order key of the chapter."""
        return self.chapter.order

    @property
    def value(self) -> str:
        return self.row["core"].get("value") or ""

    @property
    def others(self) -> Sequence[int]:
        """The clusters of mentions of the holder (who says or thinks the statement), of tellers and of participants
        (entities with another role).
        """
        return self.chapter.told.statements.others_of(self.position)

    @property
    def scope(self) -> str:
        return self.row["core"].get("scope", StatementScope.WORLD) if is_timed(self.told) else StatementScope.WORLD


class LearnedRow(NamedTuple):
    """A statement that a person knows only from a report of learning ("she heard that ..."): it is placed where the
    person learned it, and has the value that the person learned. All other fields are those of the row *stored*.
    """

    stored: PlacedRow
    learned: PlacedStatement

    @property
    def uuid(self) -> str:
        return self.stored.uuid

    @property
    def subject(self) -> int:
        return self.stored.subject

    @property
    def object(self) -> int | None:
        return self.stored.object

    @property
    def predicate(self) -> int:
        return self.stored.predicate

    @property
    def told(self) -> int:
        return self.stored.told

    @property
    def scope(self) -> str:
        return self.stored.scope

    @property
    def order(self) -> int:
        return self.learned.evidence.told.order

    @property
    def start(self) -> int:
        return self.learned.evidence.start

    @property
    def value(self) -> str:
        return self.learned.core.value or ""


Row = PlacedRow | LearnedRow


class Columns(NamedTuple):
    """One array for each field that every read asks for, with one element for each statement. `object` is NO_OBJECT for
    a statement without an object. `passage` is the number of the statement's passage among those of all chapters, and
    `end` is the offset at which the statement's quote ends. `start` and `told` are as in `PlacedRow`.
    """

    position: Numbers
    subject: Numbers
    object: Numbers
    predicate: Numbers
    passage: Numbers
    start: Numbers
    end: Numbers
    told: Numbers

    def of(self, numbers: Numbers) -> Columns:
        """Return the columns of the statements with the given numbers."""
        return Columns(*(column[numbers] for column in self))


NO_ROWS = Columns(*[np.array([], dtype=np.int64)] * 8)
