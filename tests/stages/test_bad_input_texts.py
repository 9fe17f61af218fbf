"""Tests of files and chapters that are unreadable or difficult: each is read or raises a named error, and nothing is
partly stored.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from episodic.errors import (
    ArchiveLimitError,
    DuplicateEpisodeError,
    EmptyTextError,
    EpisodicError,
    InvalidNameError,
    UnreadableFileError,
)
from episodic.model.episodes import Chapter
from episodic.pipeline.reports import Outcome
from tests.stages.bad_input import assert_refused, file_graph, small_story_graph
from tests.story import CHAPTERS, canonical

BINARY = bytes(range(256)) * 400
UNKNOWN_ENCODING = bytes((number * 37 + number // 7) % 128 + 128 for number in range(1, 4_000))


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("empty.txt", b"", EmptyTextError),
        ("blank.txt", b" \n\t\r\n \xe3\x80\x80\n", EmptyTextError),
        ("marks.md", "……！？——\n\n。。。\n".encode(), EmptyTextError),
        ("binary.txt", BINARY, UnreadableFileError),
        ("picture.txt", b"\x89PNG\r\n\x1a\n" + BINARY, UnreadableFileError),
        ("broken.epub", b"PK\x03\x04 this is no archive", UnreadableFileError),
        ("story.pdf", b"%PDF-1.7", UnreadableFileError),
    ],
)
async def test_a_file_that_cannot_be_read_is_refused_and_changes_nothing(
    tmp_path: Path, name: str, content: bytes, kind: type[EpisodicError]
) -> None:
    """The file is empty, blank, binary, broken, of another kind, or has only punctuation."""
    file = tmp_path / name
    file.write_bytes(content)

    async with small_story_graph(tmp_path / "story.db") as graph, assert_refused(graph, kind, code=2) as raised:
        await graph.add_manuscript(file)

    assert name in raised.value.message


async def test_bytes_of_no_known_encoding_are_refused(tmp_path: Path) -> None:
    """No supported encoding fits the bytes."""
    file = tmp_path / "unknown.txt"
    file.write_bytes(UNKNOWN_ENCODING)

    async with small_story_graph(tmp_path / "story.db") as graph, assert_refused(graph, UnreadableFileError, code=2):
        await graph.add_manuscript(file)


async def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The error contains the name of the file."""
    async with (
        small_story_graph(tmp_path / "story.db") as graph,
        assert_refused(graph, UnreadableFileError, code=2) as raised,
    ):
        await graph.add_manuscript(tmp_path / "nowhere.txt")

    assert "nowhere.txt" in raised.value.message


async def test_a_text_without_chapters_is_read_as_it_is(tmp_path: Path) -> None:
    """Without a heading, a text is one chapter, or several chapters by size, and no text is lost."""
    file = tmp_path / "plain.txt"
    text = "林远住在海门城。沈度见到了林远。\n\n" * 20
    file.write_text(text, encoding="utf-8")

    async with file_graph(tmp_path / "story.db") as graph:
        report = await graph.add_manuscript(file)
        episodes = (await graph.session.state()).inputs.episodes

    assert not report.failed
    assert "".join("".join(one.text.split()) for one in episodes) == "".join(text.split())


@pytest.mark.parametrize("chapters", [[], [Chapter("", title="一")], [Chapter("……！？\n——\n", title="一")]])
async def test_chapters_without_a_letter_are_refused(tmp_path: Path, chapters: list[Chapter]) -> None:
    """A manuscript without chapters, with an empty chapter, or with a chapter of only punctuation is not stored."""
    async with small_story_graph(tmp_path / "story.db") as graph, assert_refused(graph, EmptyTextError, code=2):
        await graph.add_manuscript([*([Chapter("林远来了。", title="前")] if chapters else []), *chapters])


async def test_a_chapter_key_that_is_there_with_another_text_is_refused(tmp_path: Path) -> None:
    """Adding never overwrites. The hint names the command that does."""
    async with (
        small_story_graph(tmp_path / "story.db") as graph,
        assert_refused(graph, DuplicateEpisodeError, code=2) as raised,
    ):
        await graph.add_episode("全然不同的一章。林远睡着了。", name=CHAPTERS[0].title)

    assert "replace" in raised.value.hint


@pytest.mark.parametrize("text", ["林远\ud800住在海门城。", "\udfff林远住在海门城。"])
async def test_a_text_with_half_a_surrogate_pair_is_a_named_error(tmp_path: Path, text: str) -> None:
    """A text with a lone surrogate is refused before it is read, because no store can save it."""
    async with small_story_graph(tmp_path / "story.db") as graph:
        before = await canonical(graph)

        with pytest.raises(EpisodicError) as raised:
            await graph.add_episode(text, name="第九章")

        assert raised.value.exit_code == 2
        assert await canonical(graph) == before


@pytest.mark.parametrize("name", ["海\ud800门", "门" * 501])
async def test_a_title_that_cannot_be_kept_is_a_named_error(tmp_path: Path, name: str) -> None:
    """The rules for names apply to chapter keys."""
    async with small_story_graph(tmp_path / "story.db") as graph, assert_refused(graph, InvalidNameError, code=2):
        await graph.add_episode("林远住在海门城。", name=name)


async def test_a_zip_bomb_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    """The EPUB of some kilobytes unpacks to a gigabyte and a half."""
    bomb = tmp_path / "bomb.epub"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for number in range(3):
            with archive.open(f"page{number}.xhtml", "w", force_zip64=True) as page:
                for _ in range(64):
                    page.write(b" " * (1 << 20))

    async with small_story_graph(tmp_path / "story.db") as graph, assert_refused(graph, ArchiveLimitError, code=2):
        await graph.add_manuscript(bomb)


async def test_one_chapter_of_a_megabyte_is_read_by_rules(tmp_path: Path) -> None:
    """A paragraph of a third of a million characters is slow to read, but its last sentence is in the graph."""
    filler = "那天的风很大，院子里的树影在墙上晃来晃去。"
    text = "林远住在海门城。" + filler * (350_000 // len(filler)) + "沈度住在云州城。"
    assert len(text.encode()) > 1_000_000

    async with file_graph(tmp_path / "story.db") as graph:
        report = await graph.add_episode(text, name="长")
        found = await graph.search("沈度", limit=3)

    assert report.outcome is Outcome.ADDED
    assert [one.shown.quotes[0].text for one in found.facts] == ["沈度住在云州城"]
    assert found.facts[0].shown.quotes[0].start == len(text) - len("沈度住在云州城。")
