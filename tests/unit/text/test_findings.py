"""Tests of the preview of a manuscript: what is reported before anything is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from episodic.text.chapter_splitting import CHAPTER_LENGTH, split_chapters
from episodic.text.findings import FindingKind
from episodic.text.paragraphs import paragraphs

PROSE = "天色将晚，渡口只剩一条船。老船工把缆绳又绕了两圈，回头望着堤上的灯。他说今夜怕是要起风。\n"


def story(*headings: str) -> str:
    return "".join(f"{heading}\n\n    {PROSE}\n    {PROSE}\n" for heading in headings)


def kinds(text: str) -> list[FindingKind]:
    return [finding.kind for finding in split_chapters(text).findings]


def test_a_gap_in_the_numbers_is_named() -> None:
    """In this test, chapter 3 and chapters 5 to 7 are missing."""
    text = story("第一章 渡口", "第二章 来信", "第四章 起风", "第八章 归")

    [finding] = split_chapters(text).findings

    assert finding.kind is FindingKind.NUMBERS_MISSING
    assert finding.about == ("3", "5-7")


def test_two_chapters_of_one_number_are_both_kept_and_named() -> None:
    """A repeated chapter number is a mistake of the author, and no text is lost."""
    text = story("第一章 渡口", "第二章 来信", "第二章 起风", "第三章 归")

    plan = split_chapters(text)

    assert [chapter.title for chapter in plan.chapters] == ["第一章 渡口", "第二章 来信", "第二章 起风", "第三章 归"]
    [finding] = plan.findings
    assert finding.kind is FindingKind.NUMBER_REPEATED
    assert finding.about == ("第二章 来信", "第二章 起风")


def test_chapters_out_of_order_are_named() -> None:
    """Chapters out of order stay in the order of the text."""
    text = story("第一章 渡口", "第三章 起风", "第二章 来信", "第四章 归")

    plan = split_chapters(text)

    assert [chapter.number for chapter in plan.chapters] == [1, 3, 2, 4]
    assert [finding.kind for finding in plan.findings] == [FindingKind.NUMBERS_OUT_OF_ORDER]


def test_numbers_that_start_again_in_each_volume_are_in_order() -> None:
    """The chapters of a new volume may start again at 1."""
    text = story("第一卷 潮", "第一章 渡口", "第二章 来信", "第二卷 汐", "第一章 起风", "第二章 归")

    found = kinds(text)

    assert FindingKind.NUMBER_REPEATED not in found
    assert FindingKind.NUMBERS_OUT_OF_ORDER not in found


def test_numbers_that_go_on_through_the_volumes_are_in_order() -> None:
    """A new volume may continue the count. A gap between two volumes is a gap."""
    text = story("第一卷 潮", "第一章 渡口", "第二章 来信", "第二卷 汐", "第四章 起风", "第五章 归")

    findings = [finding for finding in split_chapters(text).findings if finding.kind is FindingKind.NUMBERS_MISSING]

    assert [finding.about for finding in findings] == [("3",)]


def test_numbers_that_start_again_without_a_volume_are_named() -> None:
    """The heading of a volume may be missing."""
    text = story("第一章 渡口", "第二章 来信", "第三章 起风", "第一章 归", "第二章 潮", "第三章 汐")

    [finding] = split_chapters(text).findings

    assert finding.kind is FindingKind.NUMBERS_OUT_OF_ORDER
    assert finding.about == ("第一章 归",)


def test_a_manuscript_may_start_at_any_number() -> None:
    """A manuscript of chapters 41 to 43 has no gap before chapter 41."""
    text = story("第四十一章 渡口", "第四十二章 来信", "第四十三章 起风")

    found = kinds(text)

    assert found == []


def test_a_title_repeated_at_page_heads_is_one_chapter() -> None:
    """The running title stays in the text and is counted."""
    text = story("第一章 渡口", "第一章 渡口", "第一章 渡口", "第二章 来信", "第二章 来信")

    plan = split_chapters(text)

    assert [chapter.title for chapter in plan.chapters] == ["第一章 渡口", "第二章 来信"]
    assert "".join(chapter.text for chapter in plan.chapters) == text
    [finding] = plan.findings
    assert finding.kind is FindingKind.TITLE_REPEATED
    assert finding.text.startswith("3 ")


def test_a_bare_page_head_that_breaks_into_a_sentence_is_one_chapter() -> None:
    """A page head without a title is recognised by its position in the middle of a sentence."""
    broken = "Chapter 1\n\nThe lamp on the far landing went out. Nobody on our side\n\nChapter 1\n\nspoke of it until the morning came.\n\n"
    text = f"{broken}Chapter 2\n\nMy aunt counted the coins. She put them back into the jar again.\n\n"

    chapters = split_chapters(text).chapters

    assert [chapter.title for chapter in chapters] == ["Chapter 1", "Chapter 2"]


def test_a_chapter_without_text_is_named() -> None:
    """A heading without text after it is a chapter, and so is a heading followed only by punctuation marks."""
    text = story("第一章 渡口") + "第二章 来信\n\n第三章 起风\n\n……！！\n\n" + story("第四章 归")

    plan = split_chapters(text)

    assert [chapter.number for chapter in plan.chapters] == [1, 2, 3, 4]
    [finding] = plan.findings
    assert finding.kind is FindingKind.CHAPTER_WITHOUT_TEXT
    assert finding.about == ("第二章 来信", "第三章 起风")


def test_a_long_text_without_headings_is_split_by_size_at_paragraph_ends() -> None:
    """Splitting by size is reported, loses no text, and does not split a paragraph."""
    text = f"    {PROSE}" * 900

    plan = split_chapters(text)

    assert [finding.kind for finding in plan.findings] == [FindingKind.SPLIT_BY_SIZE]
    assert len(plan.chapters) == round(len(text) / CHAPTER_LENGTH)
    assert "".join(chapter.text for chapter in plan.chapters) == text
    assert {span.end for span in plan.spans} <= {paragraph.span.end for paragraph in paragraphs(text)}


def test_a_short_text_without_headings_is_one_chapter() -> None:
    """A short text has nothing to report. Its title is its first line if a blank line follows."""
    text = f"旧船\n\n{PROSE}{PROSE}"

    plan = split_chapters(text, source="story")

    assert [(chapter.title, chapter.text) for chapter in plan.chapters] == [("旧船", text)]
    assert plan.findings == ()


PIECES = st.sampled_from(
    [
        *("第一章 渡口", "第二章", "第三回里写道", "第一卷 潮", "目录", "序", "尾声", "# 灯", "## 风"),
        *("Chapter I", "Chapter 2: The Jar", "PART ONE", "1", "2", "3", "II. The Jar"),
        *("他走了。", PROSE.strip(), "***", "", "", "　　“走罢。”", "The lamp went out. Nobody spoke of it."),
    ]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_chapters_and_what_is_left_out_cover_the_text(pieces: list[str], line_break: str) -> None:
    """Every character of a text belongs to exactly one chapter or left-out part, for any sequence of headings, prose
    and empty lines.
    """
    text = line_break.join(pieces)

    plan = split_chapters(text)

    assert [span.of(text) for span in plan.spans] == [chapter.text for chapter in plan.chapters]
    assert "".join(span.of(text) for span in sorted((*plan.spans, *plan.left_out))) == text
    assert all(chapter.path[-1:] == (chapter.title,) or not chapter.title for chapter in plan.chapters)
