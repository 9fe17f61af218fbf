"""Converts placed statements to the statements that stores keep, with the ids of their facts."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.graph import Statement
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.projection.values import statement_of, statements_later
from episodic.temporal.placed import PlacedStatement


class LinkedStatements:
    """The statements of a work's last graph, by id. A statement stays the same object in the next graph if the placed
    statement is the same object and still belongs to the same fact.
    """

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._placed = SharedDict[str, PlacedStatement]()
        self._fact_of: Mapping[str, str] = {}
        """The fact id of each statement, by statement id."""
        self._statements = SharedDict[str, Statement]()

    @property
    def last(self) -> SharedDict[str, Statement]:
        """Return the statements of the last graph, by id."""
        return self._statements.copy()

    def of(self, placed: SharedDict[str, PlacedStatement], fact_of: Mapping[str, str]) -> SharedDict[str, Statement]:
        """Return the statements *placed* as stores keep them. *fact_of* maps the ids of statements to the ids of their
        facts.
        """
        before, known = self._placed, self._fact_of
        self._placed, self._fact_of = placed, fact_of
        for uuid in missing_keys(before, placed):
            del self._statements[uuid]
        changed = dict.fromkeys(changed_keys(before, placed))
        for uuid in dict.fromkeys((*changed, *missing_keys(known, fact_of), *changed_keys(known, fact_of))):
            if uuid in placed and (uuid in changed or known.get(uuid) != fact_of.get(uuid)):
                self._statements[uuid] = statement_of(self._group_id, placed[uuid], fact_of.get(uuid))
        return self.last

    def restored(self, placed: SharedDict[str, PlacedStatement], fact_of: Mapping[str, str]) -> None:
        """Make *placed*, which a checkpoint has restored, the statements of the last graph. Each statement is converted
        when it is used.
        """
        self._placed, self._fact_of = placed, fact_of
        self._statements = SharedDict(lazy=statements_later(self._group_id, placed, fact_of))

    def share_statements(self, later: LinkedStatements) -> None:
        """After a checkpoint has restored an earlier state than that of *later*, use the same objects as *later* for
        the statements that are equal in both states.
        """
        if self._placed.touched_since(later._placed) is not None:
            shared = LinkedStatements(self._group_id)
            shared._placed, shared._fact_of, shared._statements = later._placed, later._fact_of, later.last
            self._statements = shared.of(self._placed, self._fact_of)
