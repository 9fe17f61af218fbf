"""Names in a query: candidate spans, longest match, and lookup by alias."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.name_keys import name_key
from episodic.search.known_names import known_names, longest_known_names, name_spans
from tests.unit.search.story_builder import harbor, lotm


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("克莱恩常用于攻击的神奇物品", "克莱恩"),
        ("后来邓恩·史密斯怎样了？", "邓恩·史密斯"),
        ("后来邓恩・史密斯怎样了？", "邓恩·史密斯"),
        ("序列9的占卜家", "序列9"),
        ("Klein 的丧钟在哪", "丧钟"),
        ("Klein 的丧钟在哪", "klein"),
        ("where does MISS LIN MARSH live?", "miss lin marsh"),
        ("Was it Wu O’Brien's net?", "wu o'brien"),
        ("Mr. Bennet's daughters", "mr. bennet"),
        ("the Sword of Tides", "sword of tides"),
        ("Jean-Luc came", "jean-luc"),
    ],
)
def test_a_name_inside_a_query_is_a_candidate_span(query: str, name: str) -> None:
    assert name in {piece.key for piece in name_spans(query)}


@pytest.mark.parametrize("name", ["剑", "I", "?!", "]-->", "x'}) DETACH DELETE n //", "名" * 500])
def test_a_query_that_is_only_a_name_is_a_candidate_span(name: str) -> None:
    assert name_key(name) in {piece.key for piece in name_spans(name)}


def test_name_spans_do_not_cross_sentence_ends() -> None:
    """Punctuation that cannot occur in a name separates spans."""
    keys = {piece.key for piece in name_spans("他见了邓恩。克莱恩来了")}

    assert "邓恩克莱恩" not in keys
    assert "邓恩。克莱恩" not in keys


def test_single_characters_inside_a_query_are_no_names() -> None:
    """Single Han characters and single letters occur in too many texts."""
    assert not {piece.key for piece in name_spans("我说的是她")} & {"我", "她", "的"}


@given(st.text(alphabet="克莱恩·邓 aLin'.-，?!\n", max_size=300))
def test_name_spans_are_keys_and_their_number_is_bounded(query: str) -> None:
    """Each span is a name key, and a long query gives a bounded number of spans."""
    found = name_spans(query)

    assert all(piece.key == name_key(piece.key) for piece in found if piece.start or piece.end < len(name_key(query)))
    assert len(found) <= 256 * 16 + 1


def test_the_longest_known_name_wins() -> None:
    chosen = longest_known_names(
        name_spans("圣赛琳娜教堂旁"), {"圣赛琳娜教堂": ("c",), "赛琳娜": ("s",), "教堂": ("k",)}
    )

    assert [piece.key for piece in chosen] == ["圣赛琳娜教堂"]


def test_known_names_are_given_in_the_order_of_the_query() -> None:
    chosen = longest_known_names(
        name_spans("Wu met Lin Marsh and Wu"), {"wu": ("w",), "lin": ("l",), "lin marsh": ("l",)}
    )

    assert [piece.key for piece in chosen] == ["wu", "lin marsh", "wu"]


async def test_names_are_found_by_any_alias() -> None:
    """The former and the later name of a person refer to the same entity."""
    view = await lotm().view()

    names = await known_names(view, "周明瑞和克莱恩是同一个人吗")

    assert [name.key for name in names] == ["周明瑞", "克莱恩"]
    assert names[0].entities == names[1].entities


async def test_a_query_that_is_only_a_name_is_marked_as_whole() -> None:
    """Case and surrounding punctuation are ignored."""
    view = await harbor().view()

    (name,) = await known_names(view, "“LIN MARSH”?")

    assert name.whole
