"""Tests of the time of a promise: that of its words, and not that of the promised deed."""

from __future__ import annotations

import pytest

from episodic.extraction.llm_based.marks import Marks
from episodic.extraction.llm_based.promises import as_uttered, phase_of
from episodic.model.predicates import shipped_table
from episodic.model.readings import Phase, Placement

PROMISED = shipped_table().find("promised")


@pytest.mark.parametrize(
    ("sentence", "time", "kept"),
    [
        ("员外答应明日送行。", "明日", ""),
        ("员外当夜答应送行。", "当夜", "当夜"),
        ("Ann promised to come on Monday.", "on Monday", ""),
        ("Ann promised Bo that she would come on Monday.", "on Monday", ""),
        ("Ann promised Bo her hand on Monday.", "on Monday", "on Monday"),
    ],
)
def test_time_words_of_the_promised_deed_are_no_time_of_the_promise(sentence: str, time: str, kept: str) -> None:
    assert as_uttered(Marks(time=time), PROMISED, sentence).time == kept


def test_time_words_in_the_promised_content_are_no_time_of_the_promise() -> None:
    assert as_uttered(Marks(time="明早", qualifier="准于明早送行"), PROMISED, "员外答应送行。").time == ""


def test_a_promise_of_something_later_is_made_now() -> None:
    marks = as_uttered(Marks(placing=Placement.AHEAD, time="soon"), PROMISED, "Ann promises Bo a ring.")

    assert (marks.placing, marks.time) == (Placement.NOW, "")
    assert phase_of(PROMISED, marks) is Phase.BEGINS


def test_the_time_of_another_event_is_kept() -> None:
    marks = Marks(time="on Monday", placing=Placement.AHEAD)

    assert as_uttered(marks, shipped_table().find("went_to"), "Ann offers to go on Monday.") == marks
