"""Tests of people called May, Friday or Grace, in texts that also speak of months, days and virtues."""

from __future__ import annotations

import pytest

from episodic.extraction.rule_based.language_rules import KnownName, NameKind, Trust
from episodic.languages.en import ENGLISH
from episodic.languages.en.reading.nodes import named_nodes
from episodic.model.readings import Window
from episodic.model.spans import Span
from tests.unit.languages.en.english_reading import read_english


@pytest.mark.parametrize(
    ("text", "name", "places"),
    [
        ("“Come in,” said May. It was a cold May, and in May it froze. “May I go?” asked Tom. He met May.", "May", 2),
        ("“Friday, come here!” I cried. On Friday we sailed, and Friday night was wet. Friday nodded.", "Friday", 2),
        ("Grace said nothing. “Your Grace is kind,” said Tom. By the Grace of God he lived. He saw Grace.", "Grace", 2),
        ("Miss Hope rose. There was Hope in the town. “Hope so,” said Tom Reed.", "Miss Hope", 1),
        ("Mr. May came on the first of May, and from April to May he stayed. Tom Reed met Mr. May.", "Mr. May", 2),
        ("April Jones laughed. “No,” said April Jones. April was wet.", "April Jones", 2),
    ],
)
def test_a_person_is_found_and_months_days_and_virtues_are_not(text: str, name: str, places: int) -> None:
    found = read_english(text)

    (node,) = [one for one in found.entities.nodes if one.name == name]
    assert node.type == "Person"
    assert sum(len(one.spans) for one in node.surfaces) == places


@pytest.mark.parametrize(
    "text",
    [
        "He came last May. On Friday, Tom Reed went to York. “Friday,” said Tom Reed, “is a bad day.”",
        "“May God help us,” said Tom Reed. “Yes, Captain. May I go?” Hope was lost, and Faith with it.",
        "“Friday, then,” said Tom Reed. Summer returned, and Winter roared. In June, come and see us.",
    ],
)
def test_a_month_or_a_virtue_alone_is_nobody(text: str) -> None:
    found = read_english(text)

    assert not set(found.types) & {"May", "Friday", "Hope", "Faith", "Summer", "Winter", "June", "Captain May"}


def test_a_known_person_is_found_in_a_later_window_where_the_word_is_no_month() -> None:
    text = "Tom Reed gave the ring to May. In May it rained, and it froze on the first of May."
    known = [KnownName("May", NameKind.PERSON, 0, Trust.IN_CONTEXT)]

    nodes = named_nodes(Window(0, text, "", (Span(0, len(text)),), ENGLISH), (), known=known)

    (node,) = [one for one in nodes if one.surfaces[0].text == "May"]
    assert [span.start for one in node.surfaces for span in one.spans] == [text.index("May")]
