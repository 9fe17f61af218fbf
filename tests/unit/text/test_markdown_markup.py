"""Tests of the front matter and comments of Markdown files, which are not part of the story."""

from __future__ import annotations

from pathlib import Path

from episodic.text.manuscript_files import load_chapter, load_manuscript
from episodic.text.markdown_markup import MarkdownText, without_markup

STORY = "# The Mill\n\nAda Fenn kept the mill.\n"


def test_front_matter_is_left_out_and_gives_the_title() -> None:
    """The fields between two rules at the beginning of a file describe the file."""
    found = without_markup(f'---\ntitle: "The Long Weir"\ntags:\n  - draft\n---\n{STORY}')

    assert found == MarkdownText(STORY, "The Long Weir")


def test_rules_around_prose_are_kept() -> None:
    """A scene break is not front matter."""
    text = "---\n\nAda Fenn kept the mill, and nobody came.\n\n---\n\nThe weir was dry.\n"

    assert without_markup(text) == MarkdownText(text)


def test_comments_are_left_out() -> None:
    """A comment may have several lines or be inside a sentence."""
    text = "Ada Fenn <!-- check her name -->kept the mill.\n<!-- Bram Thorn\ndies here? -->\nThe weir was dry.\n"

    assert without_markup(text).text == "Ada Fenn kept the mill.\nThe weir was dry.\n"


def test_a_comment_that_is_not_closed_is_kept() -> None:
    """An author's mistake does not remove text of the story."""
    text = "Ada Fenn kept the mill. <!-- and then\n\nThe weir was dry.\n"

    assert without_markup(text).text == text


def test_a_markdown_file_is_read_without_them_and_a_text_file_with_them(tmp_path: Path) -> None:
    """Only Markdown files have comments and front matter."""
    text = f"---\ntitle: The Long Weir\n---\n{STORY}<!-- Bram Thorn -->\n"
    markdown, plain = tmp_path / "weir.md", tmp_path / "weir.txt"
    markdown.write_text(text, encoding="utf-8")
    plain.write_text(text, encoding="utf-8")

    read = load_manuscript(markdown)

    assert (read.title, [one.text for one in read.chapters]) == ("The Long Weir", [STORY])
    assert load_chapter(markdown).text == STORY
    assert load_chapter(plain).text == text
