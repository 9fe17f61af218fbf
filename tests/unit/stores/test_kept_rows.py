"""Scoring rows that a store keeps in memory."""

from episodic.model.records import Kind, to_json
from episodic.stores.kept_rows import MOST_ROWS, keep_rows
from episodic.text.scoring_rows import ScoringRow, scoring_row
from tests.unit.search.story_builder import lotm

ROW = scoring_row(Kind.PASSAGE, to_json(lotm().passages[0]))


def test_the_rows_that_were_added_first_are_removed_if_there_are_too_many() -> None:
    known: dict[str, ScoringRow] = {}

    keep_rows(known, {str(number): ROW for number in range(MOST_ROWS)})
    assert len(known) == MOST_ROWS

    keep_rows(known, {"last": ROW})
    assert len(known) == MOST_ROWS // 2
    assert "last" in known
    assert "0" not in known
