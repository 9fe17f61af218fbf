"""Tests of the chapters of Chinese texts, found by the structure of the text."""

from __future__ import annotations

import pytest

from episodic.text.chapter_splitting import split_chapters
from episodic.text.findings import FindingKind

PROSE = "天色将晚，渡口只剩一条船。老船工把缆绳又绕了两圈，回头望着堤上的灯。他说今夜怕是要起风。\n"
MORE = "第二天清早，雾还没有散，孩子们已经站在石阶上等信。送信的人却一直没有来，谁也不肯先走。\n"


def body(count: int = 3) -> str:
    return f"\n    {PROSE}\n    {MORE}" * count + "\n"


def titles(text: str) -> list[str]:
    return [chapter.title for chapter in split_chapters(text).chapters]


def test_chapters_are_exact_slices_that_begin_with_their_headings() -> None:
    text = f"第一章 渡口\n{body()}第二章 信\n{body()}"

    plan = split_chapters(text)

    assert [span.of(text) for span in plan.spans] == [chapter.text for chapter in plan.chapters]
    assert [chapter.text[:6] for chapter in plan.chapters] == ["第一章 渡口", "第二章 信\n"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("第一章 渡口", "第二章 来信"),
        ("第一章　渡口", "第二章　来信"),
        ("第一章渡口", "第二章来信"),
        ("第1章 渡口", "第2章 来信"),
        ("第１章：渡口", "第２章：来信"),
        ("第 1 章 渡口", "第 2 章 来信"),
        ("【第一章】渡口", "【第二章】来信"),
        ("正文 第一章 渡口", "正文 第二章 来信"),
        ("第一回 渡口风波 老船工系缆", "第二回 雾里等信 众孩童立阶"),
        ("第一节 渡口", "第二节 来信"),
        ("第一集", "第二集"),
        ("第一话 渡口", "第二话 来信"),
        ("卷一 渡口", "卷二 来信"),
        ("第一部 渡口", "第二部 来信"),
        ("# 第一章 渡口", "# 第二章 来信"),
    ],
)
def test_chinese_headings_of_every_form_cut_the_text(first: str, second: str) -> None:
    third = first.replace("一", "三").replace("1", "3").replace("１", "３")
    text = f"{first}\n{body()}{second}\n{body()}{third}\n{body()}"

    chapters = split_chapters(text).chapters

    assert [chapter.number for chapter in chapters] == [1, 2, 3]
    assert [chapter.title for chapter in chapters] == [
        one.strip("# ").replace("　", " ") for one in (first, second, third)
    ]


def test_numerals_with_places_and_digit_by_digit_are_one_count() -> None:
    """第一百十九回, 第一百二十回 and 第一二一回 are consecutive numbers."""
    text = "".join(f"第{number}回 夜雨\n{body()}" for number in ("一百十九", "一百二十", "一二一"))

    plan = split_chapters(text)

    assert [chapter.number for chapter in plan.chapters] == [119, 120, 121]
    assert plan.findings == ()


def test_a_sentence_that_begins_with_a_chapter_number_is_prose() -> None:
    """「第四回中既将……」 refers to a chapter and is not a heading, even on a line of its own."""
    prose = "    第四回中既将周家母子寄居等事略已表明，此回则暂不能写矣。\n"
    text = f"第四回 渡口\n{body()}第五回 来信\n\n{prose}{body()}第六回 风\n{body()}"

    found = titles(text)

    assert found == ["第四回 渡口", "第五回 来信", "第六回 风"]


@pytest.mark.parametrize(
    "sentence",
    [
        "第一部电影上映了",
        "第二部分讲的是灯塔",
        "第三节课下了",
        "第二天",
        "第三季度的账还没有算完",
        "第一次见他是在渡口",
    ],
)
def test_a_short_line_that_only_counts_something_is_prose(sentence: str) -> None:
    """Ordinals of films, lessons and seasons are not headings."""
    text = f"第一章 渡口\n{body()}{sentence}\n{body()}第二章 来信\n{body()}"

    found = titles(text)

    assert found == ["第一章 渡口", "第二章 来信"]


def test_headings_without_blank_lines_around_them_are_found() -> None:
    """Many downloaded texts have no blank lines. Headings are recognised by their form and by the finished sentence
    before them.
    """
    lines = f"　　{PROSE}　　{MORE}" * 3
    text = f"第一章 渡口\n{lines}第二章 来信\n{lines}第三章 起风\n{lines}"

    found = titles(text)

    assert found == ["第一章 渡口", "第二章 来信", "第三章 起风"]


def test_titles_glued_to_their_numbers_may_begin_or_end_like_sentences() -> None:
    """The numbering shows that 中秋 and a text with an exclamation mark are titles, also in the last chapter."""
    headings = ("第一章渡口", "第二章来信！", "第三章中秋", "第四章归", "第五章我是谁")
    text = "".join(f"{heading}\n　　{PROSE}　　{MORE}" for heading in headings)

    found = titles(text)

    assert found == list(headings)


def test_volumes_stand_in_the_path_of_their_chapters() -> None:
    """The heading of a part belongs to the text of the part's first chapter, and to the path of every chapter of the
    part.
    """
    text = (
        f"第一卷 潮\n\n第一章 渡口\n{body()}第二章 来信\n{body()}第二卷 汐\n\n第一章 起风\n{body()}第二章 归\n{body()}"
    )

    plan = split_chapters(text)

    assert [chapter.path for chapter in plan.chapters] == [
        ("第一卷 潮", "第一章 渡口"),
        ("第一卷 潮", "第二章 来信"),
        ("第二卷 汐", "第一章 起风"),
        ("第二卷 汐", "第二章 归"),
    ]
    assert plan.chapters[2].text.startswith("第二卷 汐")
    assert plan.findings == ()


def test_a_volume_and_its_chapter_can_share_one_line() -> None:
    """The volume is named on the line of every chapter, and is one part."""
    text = "".join(
        f"第一卷 潮 第{number}章 {name}\n{body()}" for number, name in (("一", "渡口"), ("二", "来信"), ("三", "起风"))
    )

    plan = split_chapters(text)

    assert [chapter.path for chapter in plan.chapters] == [
        ("第一卷 潮", "第一章 渡口"),
        ("第一卷 潮", "第二章 来信"),
        ("第一卷 潮", "第三章 起风"),
    ]
    assert plan.findings == ()


def test_a_parts_own_prose_is_a_chapter_of_its_own() -> None:
    """The text between the heading of a part and its first chapter does not belong to that chapter."""
    text = f"第一卷 潮\n{body()}第一章 渡口\n{body()}第二章 来信\n{body()}"

    chapters = split_chapters(text).chapters

    assert [chapter.path for chapter in chapters] == [
        ("第一卷 潮",),
        ("第一卷 潮", "第一章 渡口"),
        ("第一卷 潮", "第二章 来信"),
    ]


def test_sections_inside_chapters_do_not_cut() -> None:
    """If a text has 章, the 节 of the text are not chapters."""
    sections = "".join(f"第{number}节 灯\n{body(1)}" for number in "一二三")
    text = f"第一章 渡口\n\n{sections}第二章 来信\n\n{sections}"

    found = titles(text)

    assert found == ["第一章 渡口", "第二章 来信"]


def test_what_stands_before_and_behind_the_count_is_a_chapter_too() -> None:
    """序, 楔子, 尾声 and 番外 need no number."""
    text = f"序\n{body()}楔子\n{body()}第一章 渡口\n{body()}第二章 来信\n{body()}尾声\n{body()}番外一 旧船\n{body()}"

    chapters = split_chapters(text).chapters

    assert [chapter.title for chapter in chapters] == [
        "序",
        "楔子",
        "第一章 渡口",
        "第二章 来信",
        "尾声",
        "番外一 旧船",
    ]
    assert [chapter.number for chapter in chapters] == [None, None, 1, 2, None, None]


def test_bare_chinese_numerals_by_themselves_are_chapters() -> None:
    """The lines 一, 二 and 三 are chapter headings if the text has no other headings."""
    text = "".join(f"{number}\n{body()}" for number in "一二三四")

    plan = split_chapters(text)

    assert [chapter.number for chapter in plan.chapters] == [1, 2, 3, 4]


def test_bare_numerals_inside_chapters_are_scenes() -> None:
    """If chapters have names, bare numbers do not split the text."""
    scenes = "".join(f"{number}\n{body(1)}" for number in "一二三")
    text = f"第一章 渡口\n\n{scenes}第二章 来信\n\n{scenes}"

    found = titles(text)

    assert found == ["第一章 渡口", "第二章 来信"]


def test_a_contents_page_is_no_chapter_and_is_reported() -> None:
    """The list of headings before the text is skipped and reported once. The numbers of the list are not counted."""
    contents = "目录\n\n第一章 渡口\n第二章 来信\n第三章 起风\n\n"
    text = f"{contents}第一章 渡口\n{body()}第二章 来信\n{body()}第三章 起风\n{body()}"

    plan = split_chapters(text)

    assert [chapter.title for chapter in plan.chapters] == ["第一章 渡口", "第二章 来信", "第三章 起风"]
    assert plan.chapters[0].text.startswith("第一章 渡口\n\n    天色")
    assert FindingKind.CONTENTS_SKIPPED in {finding.kind for finding in plan.findings}


def test_a_contents_page_with_page_numbers_is_skipped_too() -> None:
    """Dots and page numbers after the titles do not prevent the recognition of a contents page."""
    contents = "第一章 渡口 ........ 1\n第二章 来信 ........ 15\n第三章 起风 ........ 31\n\n"
    text = f"{contents}第一章 渡口\n{body()}第二章 来信\n{body()}第三章 起风\n{body()}"

    found = titles(text)

    assert found == ["第一章 渡口", "第二章 来信", "第三章 起风"]


def test_a_contents_page_with_volumes_is_skipped_too() -> None:
    """The parts of a contents page occur again in the text, like its chapters."""
    contents = "目 录\n第一卷 潮\n第一章 渡口\n第二章 来信\n第二卷 汐\n第三章 起风\n第四章 归\n\n"
    text = f"{contents}第一卷 潮\n\n第一章 渡口\n{body()}第二章 来信\n{body()}第二卷 汐\n\n第三章 起风\n{body()}第四章 归\n{body()}"

    plan = split_chapters(text)

    assert [chapter.path[0] for chapter in plan.chapters] == ["第一卷 潮", "第一卷 潮", "第二卷 汐", "第二卷 汐"]
    assert [chapter.number for chapter in plan.chapters] == [1, 2, 3, 4]


def test_a_preface_without_a_heading_is_kept_if_it_is_prose() -> None:
    """The author's text before the first heading is a chapter. Its title is its first line if the line can be a title."""
    text = f"写在前面\n{body()}第一章 渡口\n{body()}第二章 来信\n{body()}"

    plan = split_chapters(text)

    assert [chapter.title for chapter in plan.chapters] == ["写在前面", "第一章 渡口", "第二章 来信"]
    assert plan.chapters[0].text + plan.chapters[1].text + plan.chapters[2].text == text


def test_a_title_page_is_left_out_and_reported() -> None:
    """A page with title and author is not a chapter. The finding quotes the page."""
    text = f"《潮汐》\n某某 著\n\n第一章 渡口\n{body()}第二章 来信\n{body()}"

    plan = split_chapters(text)

    assert len(plan.chapters) == 2
    assert [span.of(text) for span in plan.left_out] == ["《潮汐》\n某某 著\n\n"]
    [finding] = plan.findings
    assert finding.kind is FindingKind.FRONT_MATTER_LEFT_OUT
    assert "《潮汐》" in finding.text


def test_bare_numbers_without_blank_lines_are_chapters() -> None:
    """Each number has its own line after a finished sentence."""
    text = "".join(f"{number}\n　　{PROSE}　　{MORE}" for number in (1, 2, 3, 4))

    plan = split_chapters(text)

    assert [chapter.number for chapter in plan.chapters] == [1, 2, 3, 4]


def test_extras_of_one_name_are_chapters_of_their_own() -> None:
    """Two unnumbered headings of the same name are two chapters, unless one directly follows the other."""
    text = f"第一章 渡口\n{body()}番外\n{body()}番外\n\n番外\n{body()}"

    found = titles(text)

    assert found == ["第一章 渡口", "番外", "番外"]


def test_a_lone_section_heading_in_the_middle_does_not_cut() -> None:
    """A single 第三节 does not show that the text has chapters."""
    text = f"{body()}第三节 灯\n{body()}"

    assert len(titles(text)) == 1
