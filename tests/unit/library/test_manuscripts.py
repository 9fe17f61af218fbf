from pathlib import Path

import pytest

from episodic.errors import EmptyTextError, InputError, InvalidNameError, UnreadableFileError
from episodic.library.manuscripts import manuscripts_in


def test_each_file_and_each_folder_of_chapters_is_a_manuscript_in_natural_order(tmp_path: Path) -> None:
    for name in (
        "潮声10.txt",
        "潮声2.txt",
        "The Tide/1.md",
        "The Tide/2.md",
        "notes.pdf",
        ".hidden.txt",
        "images/a.png",
    ):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("林晚住在苇港。", encoding="utf-8")

    found = manuscripts_in(tmp_path)

    assert [one.work for one in found] == ["The Tide", "潮声2", "潮声10"]


def test_a_folder_without_manuscripts_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.pdf").write_text("x")

    with pytest.raises(EmptyTextError):
        manuscripts_in(tmp_path)


def test_a_file_is_no_library(tmp_path: Path) -> None:
    file = tmp_path / "tale.txt"
    file.write_text("x")

    with pytest.raises(UnreadableFileError, match="it is not a folder") as raised:
        manuscripts_in(file)

    assert "episodic ingest" in raised.value.hint


def test_two_files_of_one_name_are_not_joined_in_one_work(tmp_path: Path) -> None:
    (tmp_path / "tale.txt").write_text("x")
    (tmp_path / "tale.md").write_text("x")

    with pytest.raises(InputError, match=r"'tale\.(md|txt)' and 'tale\.(md|txt)' would both be the work 'tale'"):
        manuscripts_in(tmp_path)


def test_a_file_name_that_is_no_name_of_a_work_is_an_error(tmp_path: Path) -> None:
    (tmp_path / " .txt").write_text("x")

    with pytest.raises(InvalidNameError):
        manuscripts_in(tmp_path)
