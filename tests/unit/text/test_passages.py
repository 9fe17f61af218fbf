"""Tests of passages: they cover a text, do not split paragraphs or sentences, and realign after an edit."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.languages.registry import codes
from episodic.model.episodes import Language
from episodic.text.passages import PASSAGE_SIZES, passages
from episodic.text.sentences import sentences

CHINESE = st.text(alphabet="天地玄黄风雨船灯他她说走来，。！？；：“”‘’「」…—*\n\r\u3000 \t甲A1", max_size=600)
ENGLISH = st.text(alphabet="aebdIT. ,!?;\"'“”—-*\n\r\t ", max_size=600)
ANY = st.text(alphabet=st.characters(codec="utf-8"), max_size=300)


def words(count: int) -> str:
    return " ".join(["Word", *["word"] * count][:count]) + "."


def han(count: int) -> str:
    return "风" * (count - 1) + "。"


def pieces(text: str, language: Language) -> list[str]:
    return [span.of(text) for span in passages(text, language)]


@given(st.one_of(CHINESE, ENGLISH, ANY), st.sampled_from(codes()))
def test_passages_joined_are_the_text(text: str, language: Language) -> None:
    """No character is lost or repeated, and no passage is empty."""
    found = pieces(text, language)

    assert "".join(found) == text
    assert all(found)


@given(st.one_of(CHINESE, ENGLISH), st.sampled_from(codes()))
def test_no_passage_ends_inside_a_sentence(text: str, language: Language) -> None:
    """Every boundary of a passage is between two sentences."""
    spans = passages(text, language)

    borders = [span.start for span in spans[1:]]

    inside = [border for border in borders for one in sentences(text, language) if one.start < border < one.end]
    assert inside == []


def test_a_passage_closes_at_the_first_paragraph_end_after_sixty_words() -> None:
    """Paragraphs of forty and thirty words make one passage, and the next sixty words make another passage."""
    text = f"{words(40)}\n\n{words(30)}\n\n{words(60)}\n\n{words(61)}\n"

    found = pieces(text, Language("en"))

    assert found == [f"{words(40)}\n\n{words(30)}\n\n", f"{words(60)}\n\n", f"{words(61)}\n"]


def test_a_passage_closes_at_the_first_paragraph_end_after_a_hundred_han_characters() -> None:
    """The length of one-line paragraphs with indents is their number of Han characters."""
    long, short = "　　" + han(101) + "\n", "　　" + han(60) + "\n"
    text = short + short + long + short + short

    found = pieces(text, Language("zh"))

    assert found == [short + short, long, short + short]


def test_a_long_paragraph_is_cut_at_sentence_ends() -> None:
    """A paragraph of more than 130 words is split into passages of at least sixty words. Each passage has whole
    sentences.
    """
    sentence = words(25)
    text = " ".join([sentence] * 9)

    found = pieces(text, Language("en"))

    assert [len(piece.split()) for piece in found] == [75, 75, 75]
    assert all(piece.rstrip().endswith("word.") for piece in found)


def test_a_paragraph_up_to_the_greatest_size_is_kept_whole() -> None:
    """A paragraph of 130 words in many sentences is one passage."""
    text = " ".join([words(10)] * 13)

    found = pieces(text, Language("en"))

    assert found == [text]


def test_a_long_paragraph_is_not_cut_inside_speech() -> None:
    """The first end of a sentence after the minimum length lies in a speech, so that the passage ends with it."""
    first = f'{words(50)} "{words(20)} {words(10)}" said Ben.'
    text = f"{first} {words(70)} {words(10)}"

    found = pieces(text, Language("en"))

    assert found == [f"{first} ", f"{words(70)} {words(10)}"]


def test_a_long_speech_is_cut_at_the_greatest_size() -> None:
    """A speech of 300 Han characters is divided after 250, at the end of a sentence."""
    text = "老周道：“" + han(51) * 6 + "”" + han(60)

    found = pieces(text, Language("zh"))

    assert [piece.count("风") for piece in found] == [5 * 50, 50 + 59]


def test_the_last_part_of_a_long_paragraph_is_not_joined_with_the_next_paragraph() -> None:
    """A rest of sixty Han characters is a passage of its own, although it is shorter than the minimum length."""
    long, rest, following = han(200), han(60), han(120)

    found = pieces(f"　　{long}{rest}\n　　{following}\n", Language("zh"))

    assert found == [f"　　{long}", f"{rest}\n", f"　　{following}\n"]


@pytest.mark.parametrize("rule", ["***", "* * *", "———", "-----", "※※※", "◇", "＊＊＊", "~~~"])
def test_a_scene_break_closes_a_passage(rule: str) -> None:
    """A passage before a scene break may be short. The scene break belongs to the passage before it."""
    text = f"{words(20)}\n\n{rule}\n\n{words(70)}\n"

    found = pieces(text, Language("en"))

    assert found == [f"{words(20)}\n\n{rule}\n\n", f"{words(70)}\n"]


def test_a_gap_wider_than_the_usual_one_is_a_scene_break() -> None:
    """If paragraphs are separated by one blank line, three blank lines are a scene break."""
    scene = f"{words(20)}\n\n" * 11
    text = scene + "\n\n" + scene

    starts = [span.start for span in passages(text, Language("en"))]

    assert len(scene) + 2 in starts


def test_the_gap_below_a_heading_is_no_scene_break() -> None:
    """A heading alone is not a passage."""
    text = "Chapter 1\n\n\n\n" + f"{words(30)}\n\n" * 12

    found = pieces(text, Language("en"))

    assert found[0] == f"Chapter 1\n\n\n\n{words(30)}\n\n{words(30)}\n\n"


def test_hard_wrapped_lines_are_one_paragraph() -> None:
    """Line breaks at a fixed width do not end a paragraph."""
    line = "The ferry had gone over for the last time when the lamp on the far bank\n"
    text = f"{line * 6}went out.\n\n{words(70)}\n"

    found = pieces(text, Language("en"))

    assert found == [f"{line * 6}went out.\n\n", f"{words(70)}\n"]


@given(
    st.lists(st.integers(5, 120), min_size=12, max_size=40),
    st.integers(0, 11),
    st.integers(1, 129),
)
@settings(max_examples=50)
def test_after_an_edit_the_passages_fall_back_into_step(sizes: list[int], edited: int, size: int) -> None:
    """After the edit and one further paragraph of sixty words, the passages are the same as before."""
    paragraphs = [f"{words(count)}\n\n" for count in sizes] + [
        f"{words(60)}\n\n",
        f"{words(80)}\n\n",
        f"{words(20)}\n\n",
        f"{words(70)}\n\n",
    ]
    before = "".join(paragraphs)
    paragraphs[edited] = f"{words(size)}\n\n"
    after = "".join(paragraphs)

    tails = [[span.start - len(text) for span in passages(text, Language("en"))] for text in (before, after)]

    last = sum(map(len, paragraphs[-3:]))
    assert [start for start in tails[0] if start >= -last] == [start for start in tails[1] if start >= -last]


@given(st.lists(st.integers(1, 40), min_size=5, max_size=30), st.integers(0, 59))
@settings(max_examples=50)
def test_a_long_paragraph_is_cut_alike_wherever_it_stands(sizes: list[int], before: int) -> None:
    """The text before a long paragraph does not change how the paragraph is split."""
    paragraph = " ".join(words(count) for count in sizes)
    lead = f"{words(before)}\n\n" if before else ""

    alone = {span.start for span in passages(paragraph, Language("en"))} - {0}
    behind = {span.start - len(lead) for span in passages(lead + paragraph, Language("en"))} - {0, -len(lead)}

    assert alone == behind or sum(sizes) <= PASSAGE_SIZES.of(Language("en")).most


def test_an_empty_text_has_no_passages() -> None:
    assert passages("", Language("zh")) == ()


def test_a_text_of_spaces_is_one_passage() -> None:
    text = " \n\u3000\n\n"

    found = pieces(text, Language("zh"))

    assert found == [text]


def test_a_run_without_any_mark_is_cut_all_the_same() -> None:
    """Ten thousand characters without a full stop become several passages."""
    text = "风" * 10_000

    spans = passages(text, Language("zh"))

    assert max(span.end - span.start for span in spans) <= 4_000
    assert all(left.end == right.start for left, right in pairwise(spans))
