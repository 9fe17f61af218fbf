"""Excerpts of passages: no repeated heading, and the words of the query."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from episodic.cli.excerpts import excerpt, prose, shortened

LETTER = (
    "信是脚夫捎来的。守灯塔的老人替许蘅把信念了一遍。信上说她有个舅舅，住在一座尽是台阶的城里，如今已经死了，留给她一座磨坊。"
    "她想了一夜，第二天早上还是收拾了行李。临走前，许蘅把银哨交给了许照。"
)
FERRY = "The letter came with the carrier. " * 8 + "Before she went she gave Edmund the silver Whistle. Then it rained."


def test_the_heading_of_a_chapter_is_no_part_of_its_prose() -> None:
    """Whatever marks stand before it; any other first line is."""
    assert prose("## 第二章 柯城来信\n\n信来了。", "第二章 柯城来信") == "\n信来了。"
    assert prose("第二章 柯城来信\n信来了。", "第二章 柯城来信") == "信来了。"
    assert prose("信来了。\n她走了。", "第二章 柯城来信") == "信来了。\n她走了。"
    assert prose("第二章 柯城来信", "第二章 柯城来信") == "第二章 柯城来信"


def test_an_excerpt_begins_with_the_sentence_that_was_searched_for() -> None:
    """In both languages, in any case of letters, and from within a longer question."""
    assert excerpt(LETTER, "谁拿着银哨", 80) == "…临走前，许蘅把银哨交给了许照。"
    assert excerpt(FERRY, "who has the whistle", 100) == (
        "…Before she went she gave Edmund the silver Whistle. Then it rained."
    )


def test_an_excerpt_begins_with_the_text_where_the_words_are_near_or_missing() -> None:
    """As any shortened text."""
    assert excerpt(LETTER, "脚夫", 80) == shortened(LETTER, 80)
    assert excerpt(LETTER, "lighthouse", 80) == shortened(LETTER, 80)
    assert excerpt("很短。", "很", 80) == "很短。"


@given(st.text(alphabet="潮水ab. 。\n“”", max_size=300), st.text(alphabet="潮水ab ", max_size=12))
def test_an_excerpt_fits(text: str, query: str) -> None:
    """Whatever is asked for."""
    assert cell_len(excerpt(text, query, 40)) <= 40
