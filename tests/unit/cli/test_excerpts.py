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


def test_an_excerpt_leaves_out_the_chapter_heading() -> None:
    """The heading is removed with any marks before it. Any other first line is kept."""
    assert prose("## 第二章 柯城来信\n\n信来了。", "第二章 柯城来信") == "\n信来了。"
    assert prose("第二章 柯城来信\n信来了。", "第二章 柯城来信") == "信来了。"
    assert prose("信来了。\n她走了。", "第二章 柯城来信") == "信来了。\n她走了。"
    assert prose("第二章 柯城来信", "第二章 柯城来信") == "第二章 柯城来信"


def test_an_excerpt_begins_with_the_sentence_of_the_query_words() -> None:
    """The words are matched in both languages, in upper or lower case, and as a part of a longer query."""
    assert excerpt(LETTER, "谁拿着银哨", 80) == "…临走前，许蘅把银哨交给了许照。"
    assert excerpt(FERRY, "who has the whistle", 100) == (
        "…Before she went she gave Edmund the silver Whistle. Then it rained."
    )


def test_an_excerpt_begins_at_the_start_if_the_words_are_near_or_missing() -> None:
    assert excerpt(LETTER, "脚夫", 80) == shortened(LETTER, 80)
    assert excerpt(LETTER, "lighthouse", 80) == shortened(LETTER, 80)
    assert excerpt("很短。", "很", 80) == "很短。"


@given(st.text(alphabet="潮水ab. 。\n“”", max_size=300), st.text(alphabet="潮水ab ", max_size=12))
def test_an_excerpt_is_not_longer_than_its_limit(text: str, query: str) -> None:
    assert cell_len(excerpt(text, query, 40)) <= 40
