"""Tests of chapter lookup: what a caller may use to name a chapter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import UnknownEpisodeError
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Episode, Layer
from episodic.search.chapter_lookup import find_episode, matching_chapters
from episodic.search.chapter_refs import chapter_refs

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


def test_a_filter_and_told_by_name_the_same_chapter_by_one_number() -> None:
    """The manuscript begins with chapter 4, of which there is a draft, too."""
    canon = [replace(one, number=place + 3) for place, one in enumerate(EPISODES[:4], start=1)]
    draft = replace(canon[0], uuid="draft", layer=Layer.DRAFT)
    refs = chapter_refs([*canon, draft])

    assert find_episode(canon, 4).uuid == find_episode(list(refs.values()), 4).uuid == "id-1"
    assert matching_chapters(4, refs) == ["id-1", "draft"]
    assert matching_chapters("2", refs) == ["id-2"]
    assert matching_chapters("draft", refs) == ["draft"]


def test_a_chapter_that_a_read_does_not_see_counts_for_the_ordinals_of_the_others() -> None:
    refs = chapter_refs(replace(one, number=None) for one in EPISODES)

    assert find_episode([refs["id-2"], refs["id-4"]], 4).uuid == "id-4"


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
