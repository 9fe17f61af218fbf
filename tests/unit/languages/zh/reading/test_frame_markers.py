"""Tests of the frames that the Chinese rules assign to the passages of a window."""

from __future__ import annotations

from episodic.extraction.rule_based import RuleBasedReader
from episodic.model.episodes import FrameKind
from tests.unit.languages.zh.chinese_reading import read


def test_without_markers_all_passages_are_in_the_main_line() -> None:
    found = read("顾云舟推开门。\n", "他走进院子。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.MAIN]


def test_the_first_passage_of_a_later_window_continues_the_previous_frame() -> None:
    """A window does not contain the frame of the passage before it."""
    found = read("顾云舟推开门。\n", "他走进院子。\n", start=4000)

    assert found.frames == [FrameKind.CONTINUED, FrameKind.MAIN]


def test_years_ago_opens_a_flashback_and_now_closes_it() -> None:
    """A flashback needs clear words at its beginning."""
    found = read("顾云舟望着海。\n", "那是十二年前的事了。那时他七岁，住在岛上。\n", "如今岛没有了。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.FLASHBACK, FrameKind.MAIN]
    assert found.entities.frames[1].starts


def test_a_dream_lasts_until_the_dreamer_wakes() -> None:
    """梦里 begins a dream, and 醒来 ends it."""
    found = read("夜深了。\n", "顾云舟做了一个梦。梦里街道往水里沉，没有声音，谁也不回头。\n", "醒来时雨已经停了。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.DREAM, FrameKind.MAIN]


def test_a_quoted_letter_is_a_letter_frame() -> None:
    """书曰 and a long quotation are a letter."""
    letter = "“翎顿首：贼势浩大，城中粮尽，旦夕且破。望公速发兵来救，翎当开门以待，不敢相负，惟公察之。”"
    found = read("崔毅拆开视之。\n", f"书曰：{letter}\n", "崔毅览毕大惊。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.LETTER, FrameKind.MAIN]


def test_meanwhile_begins_a_parallel_passage() -> None:
    """The order of a “meanwhile” passage and the passage before it is unknown."""
    found = read("顾云舟出了城。\n", "与此同时，沈秋池还在港口等他。\n")

    assert [frame.aside for frame in found.entities.frames] == [False, True]


def test_time_words_come_from_the_time_expression_rules() -> None:
    """The frame rules have no time words of their own."""
    reader = RuleBasedReader(passage_time=lambda text, _, __: text[:2] if text.startswith("次日") else None)

    found = read("顾云舟出了城。\n", "次日，下起雨来。\n", reader=reader)

    assert [frame.time for frame in found.entities.frames] == [None, "次日"]
