"""Tests of docs/api: the pages are current, and describe every public name."""

from __future__ import annotations

from tests.docs.api_reference import FOLDER, pages


def test_the_pages_are_current() -> None:
    """The command `make api` writes the pages."""
    kept = {page.name: page.read_text(encoding="utf-8") for page in sorted(FOLDER.glob("*.md"))}

    assert kept == pages()


def test_every_public_name_has_a_description() -> None:
    for name, text in pages().items():
        for entry in text.split("\n## ")[1:]:
            assert len(entry.splitlines()) > 2, (name, entry)


def test_the_main_class_has_its_methods() -> None:
    page = pages()["episodic.md"]

    assert "### StoryGraph.search" in page
    assert "async rename_work(name: str) -> int" in page
