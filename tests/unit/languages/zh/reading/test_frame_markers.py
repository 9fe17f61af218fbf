"""How the passages of a Chinese window stand to the main line."""

from __future__ import annotations

from episodic.extraction.rule_based import RuleBasedReader
from episodic.model.episodes import FrameKind
from tests.unit.languages.zh.chinese_reading import read


def test_without_marks_everything_is_the_main_line() -> None:
    """Nothing is guessed."""
    found = read("顾云舟推开门。\n", "他走进院子。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.MAIN]


def test_the_first_passage_of_a_later_window_goes_on_from_the_one_before() -> None:
    """The window does not show its frame."""
    found = read("顾云舟推开门。\n", "他走进院子。\n", start=4000)

    assert found.frames == [FrameKind.CONTINUED, FrameKind.MAIN]


def test_years_ago_opens_a_flashback_and_now_closes_it() -> None:
    """Only clear words open one."""
    found = read("顾云舟望着海。\n", "那是十二年前的事了。那时他七岁，住在岛上。\n", "如今岛没有了。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.FLASHBACK, FrameKind.MAIN]
    assert found.entities.frames[1].starts


def test_a_dream_lasts_until_the_dreamer_wakes() -> None:
    """梦里 opens, 醒来 closes."""
    found = read("夜深了。\n", "顾云舟做了一个梦。梦里街道往水里沉，没有声音，谁也不回头。\n", "醒来时雨已经停了。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.DREAM, FrameKind.MAIN]


def test_a_letter_is_the_words_that_are_read() -> None:
    """书曰 and a long quotation."""
    letter = "“翎顿首：贼势浩大，城中粮尽，旦夕且破。望公速发兵来救，翎当开门以待，不敢相负，惟公察之。”"
    found = read("崔毅拆开视之。\n", f"书曰：{letter}\n", "崔毅览毕大惊。\n")

    assert found.frames == [FrameKind.MAIN, FrameKind.LETTER, FrameKind.MAIN]


def test_meanwhile_stands_beside_the_passage_before() -> None:
    """No order between the two."""
    found = read("顾云舟出了城。\n", "与此同时，沈秋池还在港口等他。\n")

    assert [frame.aside for frame in found.entities.frames] == [False, True]


def test_time_words_come_from_the_rule_that_was_handed_in() -> None:
    """The reader knows no time words of its own."""
    reader = RuleBasedReader(passage_time=lambda text, _, __: text[:2] if text.startswith("次日") else None)

    found = read("顾云舟出了城。\n", "次日，下起雨来。\n", reader=reader)

    assert [frame.time for frame in found.entities.frames] == [None, "次日"]
