"""Tests of manuscripts from files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.errors import EmptyTextError, UnreadableFileError
from episodic.text.findings import FindingKind
from episodic.text.manuscript_files import load_chapter, load_manuscript

HAN = "天色将晚，渡口只剩一条船。老船工把缆绳又绕了两圈，回头望着堤上的灯。\n"
PROSE = "The ferry had gone over for the last time when the lamp went out. Nobody spoke of it.\n"


def write(path: Path, text: str, codec: str = "utf-8") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(codec))
    return path


def test_a_text_file_gives_its_chapters_format_and_encoding(tmp_path: Path) -> None:
    """Line breaks do not change, and the title is the file's name."""
    text = f"第一章 渡口\r\n\r\n{HAN}\r\n第二章 来信\r\n\r\n{HAN}"
    file = write(tmp_path / "潮汐.txt", text, "gb18030")

    manuscript = load_manuscript(str(file))

    assert "".join(chapter.text for chapter in manuscript.chapters) == text
    assert (manuscript.title, manuscript.format, manuscript.encoding) == ("潮汐", "plain text", "GB18030")
    assert [chapter.source_description for chapter in manuscript.chapters] == ["潮汐.txt", "潮汐.txt"]


def test_a_markdown_file_is_cut_at_its_headings_and_keeps_its_marks(tmp_path: Path) -> None:
    """The text has the author's asterisks, but the titles do not."""
    text = f"# The *Lamp*\n\n**Late.** {PROSE}\n# **The Jar**\n\n{PROSE}"
    file = write(tmp_path / "a.md", text)

    manuscript = load_manuscript(file)

    assert manuscript.format == "Markdown"
    assert [chapter.title for chapter in manuscript.chapters] == ["The *Lamp*", "The Jar"]
    assert "".join(chapter.text for chapter in manuscript.chapters) == text


def test_a_folder_is_read_in_natural_order(tmp_path: Path) -> None:
    """The file 2 is before 10, 第九 is before 第十, and a preface is first. Each file is one chapter named by its heading."""
    for stem in ("第十章 风", "第九章 灯", "第2章 船", "第一百零一章 归", "序"):
        write(tmp_path / f"{stem}.txt", f"{stem}\n\n{HAN}")

    manuscript = load_manuscript(tmp_path)

    assert [chapter.title for chapter in manuscript.chapters] == [
        "序",
        "第2章 船",
        "第九章 灯",
        "第十章 风",
        "第一百零一章 归",
    ]
    assert [chapter.number for chapter in manuscript.chapters] == [None, 2, 9, 10, 101]
    assert manuscript.format == "folder of 5 files"


def test_files_without_headings_are_named_by_their_names(tmp_path: Path) -> None:
    """The number of a chapter is the number in the name of its file."""
    for number in (1, 2, 10):
        write(tmp_path / f"chapter-{number}.txt", PROSE)

    chapters = load_manuscript(tmp_path).chapters

    assert [(chapter.title, chapter.number, chapter.text) for chapter in chapters] == [
        ("chapter-1", 1, PROSE),
        ("chapter-2", 2, PROSE),
        ("chapter-10", 10, PROSE),
    ]


def test_folders_inside_are_parts(tmp_path: Path) -> None:
    """The names of the folders are in the path of a chapter."""
    write(tmp_path / "book" / "卷二" / "1.txt", HAN)
    write(tmp_path / "book" / "卷一" / "2.txt", HAN)
    write(tmp_path / "book" / "卷一" / "1.txt", HAN)

    manuscript = load_manuscript(tmp_path / "book")

    assert [chapter.path for chapter in manuscript.chapters] == [("卷一", "1"), ("卷一", "2"), ("卷二", "1")]
    assert manuscript.findings == ()


def test_a_file_of_several_chapters_gives_them_all(tmp_path: Path) -> None:
    """A folder may contain one file for each volume."""
    write(tmp_path / "1.txt", f"第一章 渡口\n\n{HAN}\n第二章 来信\n\n{HAN}")
    write(tmp_path / "2.txt", f"第三章 起风\n\n{HAN}\n第五章 归\n\n{HAN}")

    manuscript = load_manuscript(tmp_path)

    assert [chapter.number for chapter in manuscript.chapters] == [1, 2, 3, 5]
    assert [(finding.kind, finding.about) for finding in manuscript.findings] == [(FindingKind.NUMBERS_MISSING, ("4",))]


def test_every_encoding_of_a_folder_is_named(tmp_path: Path) -> None:
    """The files of a folder may have different encodings."""
    write(tmp_path / "1.txt", HAN, "gb18030")
    write(tmp_path / "2.txt", HAN, "utf-8")

    assert load_manuscript(tmp_path).encoding == "GB18030, UTF-8"


def test_other_and_empty_files_of_a_folder_are_left_out_and_reported(tmp_path: Path) -> None:
    """Pictures, empty files and files of punctuation marks are reported. Hidden files are not reported."""
    write(tmp_path / "1.txt", HAN)
    write(tmp_path / "2.txt", "")
    write(tmp_path / "3.txt", "……！！\n")
    write(tmp_path / "map.png", "no text")
    write(tmp_path / ".notes.txt", HAN)

    manuscript = load_manuscript(tmp_path)

    assert [chapter.title for chapter in manuscript.chapters] == ["1"]
    assert [(finding.kind, finding.about) for finding in manuscript.findings] == [
        (FindingKind.FILE_SKIPPED, ("2.txt",)),
        (FindingKind.FILE_SKIPPED, ("3.txt",)),
        (FindingKind.FILE_SKIPPED, ("map.png",)),
    ]


def test_many_other_files_of_a_folder_are_one_finding(tmp_path: Path) -> None:
    write(tmp_path / "1.txt", HAN)
    names = tuple(f"{number}.json" for number in range(2, 9))
    for name in names:
        write(tmp_path / name, "{}")

    (finding,) = load_manuscript(tmp_path).findings

    assert finding.about == names
    assert finding.text == "2.json, 3.json, 4.json, 5.json, 6.json and 2 more are not text files and were left out."


def test_a_binary_file_in_a_folder_stops_everything(tmp_path: Path) -> None:
    """A refused manuscript is better than a manuscript with a missing chapter."""
    write(tmp_path / "1.txt", HAN)
    (tmp_path / "2.txt").write_bytes(bytes(500))

    with pytest.raises(UnreadableFileError) as refused:
        load_manuscript(tmp_path)

    assert refused.value.source == "2.txt"


def test_a_folder_linked_into_itself_ends(tmp_path: Path) -> None:
    """Links to folders are not followed."""
    write(tmp_path / "1.txt", HAN)
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)

    assert len(load_manuscript(tmp_path).chapters) == 1


@pytest.mark.parametrize("content", ["", " \r\n\u3000\n", "……！！——\n", "\ufeff"])
def test_a_file_without_a_letter_is_the_named_error(tmp_path: Path, content: str) -> None:
    file = write(tmp_path / "a.txt", content)

    with pytest.raises(EmptyTextError):
        load_manuscript(file)
    with pytest.raises(EmptyTextError):
        load_chapter(file)


def test_an_empty_folder_is_the_named_error(tmp_path: Path) -> None:
    with pytest.raises(EmptyTextError):
        load_manuscript(tmp_path)


@pytest.mark.parametrize("name", ["gone.txt", "gone.epub", "gone.docx", "a.pdf", "noending"])
def test_a_file_that_is_not_there_or_of_another_kind_is_the_named_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        load_manuscript(tmp_path / name)

    assert refused.value.source == name


def test_a_chapter_file_keeps_its_whole_text_and_takes_its_title_from_its_heading(tmp_path: Path) -> None:
    """Further headings in a chapter file do not split the chapter."""
    text = f"\n# 第四十一章 归\n\n{HAN}\n## 一\n\n{HAN}"
    file = write(tmp_path / "x.md", text)

    chapter = load_chapter(file)

    assert (chapter.text, chapter.title, chapter.number, chapter.path) == (
        text,
        "第四十一章 归",
        41,
        ("第四十一章 归",),
    )


@pytest.mark.parametrize(
    ("name", "number"),
    [("chapter-41.md", 41), ("第四十一章.txt", 41), ("041.txt", 41), ("Chapter XLI.txt", 41), ("归.txt", None)],
)
def test_a_chapter_without_a_heading_has_its_files_name_and_number(
    tmp_path: Path, name: str, number: int | None
) -> None:
    """The file's name may contain a number in any form."""
    file = write(tmp_path / name, HAN)

    chapter = load_chapter(file)

    assert (chapter.title, chapter.number) == (file.stem, number)


def test_a_file_name_that_the_system_cannot_decode_is_read_like_text(tmp_path: Path) -> None:
    """Old archives have file names in GB 18030. A title never contains an undecoded byte."""
    raw = "第四十一章 归.txt".encode("gb18030").decode("utf-8", "surrogateescape")
    file = write(tmp_path / raw, HAN)

    chapter = load_chapter(file)

    assert (chapter.title, chapter.number) == ("第四十一章 归", 41)


@pytest.mark.parametrize("name", ["a\x00b.txt", "a\ud800.txt"])
def test_a_name_that_no_file_can_have_is_the_named_error(tmp_path: Path, name: str) -> None:
    """Names with NUL or lone surrogates are not possible file names."""
    with pytest.raises(UnreadableFileError) as refused:
        load_manuscript(tmp_path / name)

    assert str(refused.value).encode("utf-8")
