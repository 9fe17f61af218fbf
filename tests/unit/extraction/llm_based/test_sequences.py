"""Tests of the mark by which a statement of a reply follows the statement of the row before it."""

from __future__ import annotations

from episodic.extraction.llm_based.replies import FactsReply
from episodic.extraction.readers import FactsReading
from tests.unit.extraction.llm_based.statement_replies import read_reply

CAME = [">Anna lives in Wick", "1|went_to|2|Anna came to Wick.|back"]
GAVE = [">She gave Bo the horn", "1|gave|4|Anna gave Bo the horn.|to:3|back|then"]
LEFT = [">Cal died in Wick", "5|left|2|Cal left Wick.|back|then"]
INVENTED = [">Bo laughed", "3|*laughed|0|Bo laughed.|back|then"]
REFUSED = [">gave Bo the horn", "9|left|2|Dan left Wick.|back|then"]


def following(*quoted: list[str]) -> list[tuple[str, bool]]:
    """Return the sentences of the statements in the order of the reply, and whether each follows the one before it."""
    reading: FactsReading = read_reply(FactsReply(facts=[line for lines in quoted for line in lines]))
    return [(one.core.text, one.core.follows) for one in reading.statements]


def test_statements_follow_the_row_before_them() -> None:
    assert following(CAME, GAVE, LEFT) == [
        ("Anna came to Wick.", False),
        ("Anna gave Bo the horn.", True),
        ("Cal left Wick.", True),
    ]


def test_all_statements_of_a_row_follow_the_row_before_it() -> None:
    both = [">She gave Bo the horn", "1,3|lives_in|2|Anna and Bo lived in Wick.|back|then"]

    assert [follows for _, follows in following(CAME, both)] == [False, True, True]


def test_nothing_follows_a_rejected_row() -> None:
    """The row before the rejected one may be about a later time."""
    assert following(CAME, INVENTED, LEFT) == [("Anna came to Wick.", False), ("Cal left Wick.", False)]
    assert following(CAME, REFUSED, LEFT) == [("Anna came to Wick.", False), ("Cal left Wick.", False)]


def test_nothing_follows_a_row_that_the_text_has_later() -> None:
    """Statements are sorted by their quotes, so that the row before would be another one."""
    assert following(LEFT, CAME, GAVE) == [
        ("Cal left Wick.", False),
        ("Anna came to Wick.", False),
        ("Anna gave Bo the horn.", True),
    ]
    assert following(CAME, LEFT, GAVE)[-1] == ("Anna gave Bo the horn.", False)


def test_only_statements_about_another_time_follow() -> None:
    """What is told of the passage's own time is in story order without the mark."""
    now = [">She gave Bo the horn", "1|gave|4|Anna gave Bo the horn.|to:3|then"]

    assert [follows for _, follows in following(CAME, now)] == [False, False]
