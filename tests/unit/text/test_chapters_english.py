"""Tests of the chapters of English texts, found by the structure of the text."""

from __future__ import annotations

import pytest

from episodic.text.chapter_splitting import split_chapters
from episodic.text.findings import FindingKind

PROSE = (
    "The ferry had gone over for the last time when the lamp on the far\nlanding went out. Nobody on our side spoke of it. My aunt\n"
    "counted the coins twice and put them back into the jar.\n\n"
    "“It will be the wind,” she said at last, though there was no wind\nthat night, and we all knew it.\n"
)


def body(count: int = 2) -> str:
    return f"\n{PROSE}" * count + "\n\n"


def titles(text: str) -> list[str]:
    return [chapter.title for chapter in split_chapters(text).chapters]


def test_english_headings_of_every_form_cut_the_text() -> None:
    """Numbers may be roman, spelled out or plain, with or without titles."""
    for headings in [
        ("Chapter 1", "Chapter 2", "Chapter 3"),
        ("CHAPTER I.", "CHAPTER II.", "CHAPTER III."),
        ("Chapter One: The Lamp", "Chapter Two: The Jar", "Chapter Three: The Wind"),
        ("CHAPTER I. THE LAMP.", "CHAPTER II. THE JAR.", "CHAPTER III. THE WIND."),
        ("Chapter the First", "Chapter the Second", "Chapter the Third"),
        ("Chapter 1 – The Lamp", "Chapter 2 – The Jar", "Chapter 3 – The Wind"),
        ("STAVE ONE", "STAVE TWO", "STAVE THREE"),
        ("Letter 1", "Letter 2", "Letter 3"),
        ("Part One", "Part Two", "Part Three"),
        ("BOOK THE FIRST", "BOOK THE SECOND", "BOOK THE THIRD"),
        ("## Chapter 1", "## Chapter 2", "## Chapter 3"),
        ("I", "II", "III"),
        ("1.", "2.", "3."),
        ("1. The Lamp", "2. The Jar", "3. The Wind"),
        ("One", "Two", "Three"),
    ]:
        text = "".join(f"{heading}\n{body()}" for heading in headings)

        plan = split_chapters(text)

        assert [chapter.number for chapter in plan.chapters] == [1, 2, 3], headings
        assert "".join(chapter.text for chapter in plan.chapters) == text, headings
        assert plan.findings == (), headings


def test_a_bare_number_above_a_title_is_a_chapter_named_by_the_title() -> None:
    """The chapter has the number and the title of the two lines, and the part above them."""
    text = f"PART ONE--The Ferry\n\n\n1\n\nThe Lamp\n{body()}2\n\nThe Jar\n{body()}PART TWO--The Mill\n\n\n3\n\nThe Wind\n{body()}"

    plan = split_chapters(text)

    assert [chapter.path for chapter in plan.chapters] == [
        ("PART ONE--The Ferry", "The Lamp"),
        ("PART ONE--The Ferry", "The Jar"),
        ("PART TWO--The Mill", "The Wind"),
    ]
    assert [chapter.number for chapter in plan.chapters] == [1, 2, 3]


def test_a_title_below_the_chapters_number_belongs_to_the_heading() -> None:
    """The title of "Chapter I" is on a line of its own after a blank line."""
    text = f"Chapter I\n\nThe Lamp\n{body()}Chapter II\n\nThe Jar\n{body()}Chapter III\n\nThe Wind\n{body()}"

    found = titles(text)

    assert found == ["Chapter I The Lamp", "Chapter II The Jar", "Chapter III The Wind"]


def test_a_first_line_of_prose_is_not_taken_for_a_title() -> None:
    """If most chapters start with prose after the number, a short first line is prose."""
    text = f"Chapter I\n{body()}Chapter II\n\n“Well!” said I.\n{body()}Chapter III\n{body()}"

    found = titles(text)

    assert found == ["Chapter I", "Chapter II", "Chapter III"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Chapter 3 was the hardest part of the book to write.",
        "Part I played in it was small.",
        "Part of the island lay in mist.",
    ],
)
def test_a_sentence_that_begins_like_a_heading_is_prose(sentence: str) -> None:
    """A small letter after the number continues a sentence."""
    text = f"Chapter 1\n{body()}{sentence}\n{body()}Chapter 2\n{body()}"

    found = titles(text)

    assert found == ["Chapter 1", "Chapter 2"]


def test_a_heading_mentioned_inside_a_paragraph_is_prose() -> None:
    """A wrapped line with the text "Chapter 2" is inside a paragraph."""
    inside = "\nShe had read the whole of it but for the end of what was called\nChapter 2\nand nobody could make her go on with it.\n\n"
    text = f"Chapter 1\n{body()}{inside}Chapter 2\n{body()}Chapter 3\n{body()}"

    plan = split_chapters(text)

    assert [chapter.title for chapter in plan.chapters] == ["Chapter 1", "Chapter 2", "Chapter 3"]
    assert "called\nChapter 2\nand" in plan.chapters[0].text


def test_page_numbers_are_no_chapters() -> None:
    """Bare numbers in the middle of sentences are page numbers."""
    page = "The ferry had gone over for the last time when the lamp on the far\nlanding went out, and nobody on our side spoke of"
    text = "".join(
        f"{page}\n\n{number}\n\nit until the morning, when the coins were counted again.\n\n" for number in range(1, 9)
    )

    plan = split_chapters(text)

    assert len(plan.chapters) == 1
    assert plan.chapters[0].text == text


def test_prologue_and_epilogue_are_chapters() -> None:
    """A prologue and an epilogue have no numbers."""
    text = f"Prologue\n{body()}Chapter 1\n{body()}Chapter 2\n{body()}Epilogue: The Tide\n{body()}"

    found = titles(text)

    assert found == ["Prologue", "Chapter 1", "Chapter 2", "Epilogue: The Tide"]


def test_books_hold_parts_and_parts_hold_chapters() -> None:
    """The kind of heading that appears first is the outermost level."""
    text = (
        f"BOOK ONE: 1805\n\nPart One\n\nChapter 1\n{body()}Chapter 2\n{body()}Part Two\n\nChapter 1\n{body()}"
        f"BOOK TWO: 1806\n\nPart One\n\nChapter 1\n{body()}"
    )

    chapters = split_chapters(text).chapters

    assert [chapter.path for chapter in chapters] == [
        ("BOOK ONE: 1805", "Part One", "Chapter 1"),
        ("BOOK ONE: 1805", "Part One", "Chapter 2"),
        ("BOOK ONE: 1805", "Part Two", "Chapter 1"),
        ("BOOK TWO: 1806", "Part One", "Chapter 1"),
    ]


def test_roman_parts_hold_chapters_counted_in_digits() -> None:
    """If a text has two counts of bare numbers, a number directly above another number is the outer level."""
    text = f"I\n\n1\n{body()}2\n{body()}II\n\n1\n{body()}2\n{body()}III\n\n1\n{body()}2\n{body()}"

    chapters = split_chapters(text).chapters

    assert [chapter.path for chapter in chapters] == [
        ("I", "1"),
        ("I", "2"),
        ("II", "1"),
        ("II", "2"),
        ("III", "1"),
        ("III", "2"),
    ]


def test_markdown_headings_without_numbers_are_chapters_below_the_books_title() -> None:
    """The only heading of the highest level names the book, not a part."""
    text = f"# The Ferry\n\n## The Lamp\n{body()}## The Jar\n{body()}### Later\n{body()}## The Wind\n{body()}"

    plan = split_chapters(text)

    assert [chapter.path for chapter in plan.chapters] == [("The Lamp",), ("The Jar",), ("The Wind",)]


def test_markdown_headings_without_prose_of_their_own_are_parts() -> None:
    """The upper of two levels of headings has no text of its own."""
    text = f"# Water\n\n## The Lamp\n{body()}## The Jar\n{body()}# Air\n\n## The Wind\n{body()}"

    plan = split_chapters(text)

    assert [chapter.path for chapter in plan.chapters] == [
        ("Water", "The Lamp"),
        ("Water", "The Jar"),
        ("Air", "The Wind"),
    ]


def test_a_contents_page_with_leaders_is_skipped() -> None:
    """A contents page may number the chapters in another way than the headings."""
    contents = "CONTENTS\n\nI. The Lamp .... 3\nII. The Jar .... 17\nIII. The Wind .... 29\n\n\n"
    text = f"{contents}Chapter I\n\nThe Lamp\n{body()}Chapter II\n\nThe Jar\n{body()}Chapter III\n\nThe Wind\n{body()}"

    plan = split_chapters(text)

    assert [chapter.number for chapter in plan.chapters] == [1, 2, 3]
    assert FindingKind.CONTENTS_SKIPPED in {finding.kind for finding in plan.findings}


def test_one_chapter_with_its_heading_is_one_chapter() -> None:
    """The bare scene numbers of a single chapter are not chapters."""
    text = f"Chapter 41: The Tide\n{body()}1\n{body()}2\n{body()}"

    plan = split_chapters(text)

    assert [(chapter.title, chapter.number) for chapter in plan.chapters] == [("Chapter 41: The Tide", 41)]
    assert plan.chapters[0].text == text


def test_a_heading_at_the_end_is_no_chapter() -> None:
    """A heading at the end belongs to a chapter that is not written yet."""
    text = "Chapter 1\n\nAda Fenn kept the mill by the weir.\n\nChapter 2\n\nBram Thorn left the mill at dawn.\n\nChapter 3\n"

    plan = split_chapters(text)

    assert [one.title for one in plan.chapters] == ["Chapter 1", "Chapter 2"]
    assert [span.of(text) for span in plan.left_out] == ["Chapter 3\n"]
    assert [one.kind for one in plan.findings] == [FindingKind.CHAPTER_WITHOUT_TEXT]


def test_a_title_in_quotation_marks_below_a_number_is_kept() -> None:
    """Words of a song can be a title, but a line of dialogue is not a title."""
    text = (
        '1\n\n"Wheels of the Mill"\n\nAda Fenn kept the mill by the weir.\n\n'
        '2\n\n"Who is there?"\n\nBram Thorn asked it twice, and nobody answered.\n\n'
        "3\n\nThe Dry Weir\n\nThe weir was dry in the morning.\n"
    )

    titles = [one.title for one in split_chapters(text).chapters]

    assert titles[0].endswith('"Wheels of the Mill"')
    assert "Who" not in titles[1]
    assert titles[2].endswith("The Dry Weir")
