"""Tests of chapter lookup: what a caller may use to name a chapter."""

from __future__ import annotations

import pytest

from episodic.errors import UnknownEpisodeError
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Episode
from episodic.views.chapter_lookup import find_episode

TITLES = ("第一章 井架", "第二章 柯城来信", "第三章 磨坊", "Chapter 4: The Mill", "Chapter 5: Fog", "Epilogue")
EPISODES = [
    Episode(f"id-{place}", "work", f"key-{place}", place, title, (), "", CHINESE, number=place % 6 or None)
    for place, title in enumerate(TITLES, start=1)
]


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("第三章", "第三章 磨坊"),
        ("第3章", "第三章 磨坊"),
        ("第三回", "第三章 磨坊"),
        ("磨坊", "第三章 磨坊"),
        ("Chapter 4", "Chapter 4: The Mill"),
        ("chapter four", "Chapter 4: The Mill"),
        ("the mill", "Chapter 4: The Mill"),
        ("FOG", "Chapter 5: Fog"),
        ("epilogue", "Epilogue"),
        ("Chapter 5: Fog", "Chapter 5: Fog"),
        (5, "Chapter 5: Fog"),
        ("key-2", "第二章 柯城来信"),
    ],
)
def test_a_chapter_is_found_by_what_people_call_it(reference: str | int, title: str) -> None:
    """A chapter has a number, a heading, the words of the heading, and a key."""
    assert find_episode(EPISODES, reference).title == title


@pytest.mark.parametrize("reference", ["第九章", "chapter 12", "第三卷", "柯城", "", "Chapter"])
def test_what_names_no_chapter_is_an_error(reference: str) -> None:
    """A part of a word or the number of a volume does not name a chapter."""
    with pytest.raises(UnknownEpisodeError):
        find_episode(EPISODES, reference)


def test_a_heading_that_two_chapters_have_names_neither() -> None:
    """An ambiguous heading is an error."""
    twice = [*EPISODES, Episode("id-9", "work", "key-9", 9, "Chapter 9: Fog", (), "", ENGLISH, number=9)]

    with pytest.raises(UnknownEpisodeError):
        find_episode(twice, "fog")
