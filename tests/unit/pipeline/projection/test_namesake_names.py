"""Tests of the names that tell entities with the same main name apart."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language, Layer
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.entity_naming import Profile, ProfileName
from episodic.pipeline.projection.namesake_names import chapter_names, told_apart

CHAPTERS = {CHINESE: "第{}章", ENGLISH: "chapter {}"}


class Numbered(NamedTuple):
    """A chapter with the number of its heading."""

    uuid: str
    order: int
    number: int | None
    layer: Layer = Layer.CANON


def profile(chapter: int, start: int, *names: str) -> Profile:
    """Return an entity that is first mentioned at the offset *start* of a chapter."""
    told = [Evidence(f"e{chapter}", name, start, start + 1, NarrativePosition(chapter, start)) for name in names]
    return Profile(told[0], names[0], {one.quote: ProfileName(one.quote, shared=False, first=one) for one in told})


def apart(name: str, profiles: dict[int, Profile], language: Language, *given: int) -> list[str]:
    names = dict.fromkeys(profiles, name)
    chapters = {f"e{number}": CHAPTERS[language].format(number) for number in (1, 2)}
    found = told_apart(names, profiles, given=given, chapters=chapters, language=language)
    return [found[number] for number in profiles]


@pytest.mark.parametrize(
    ("name", "language", "shown"),
    [
        ("使者", CHINESE, ["使者（第1章·2）", "使者（第1章·1）", "使者（第2章）"]),
        ("Tom", ENGLISH, ["Tom (chapter 1, the 2nd)", "Tom (chapter 1, the 1st)", "Tom (chapter 2)"]),
    ],
)
def test_namesakes_of_one_chapter_are_numbered(name: str, language: Language, shown: list[str]) -> None:
    told = {1: profile(1, 80, name), 2: profile(1, 20, name), 3: profile(2, 5, name)}

    assert apart(name, told, language) == shown


@pytest.mark.parametrize(
    ("name", "epithet", "language", "shown"),
    [
        ("使者", "魏使", CHINESE, ["使者（魏使）", "使者（第1章·1）"]),
        ("Tom", "Long Tom", ENGLISH, ["Tom (Long Tom)", "Tom (chapter 1, the 1st)"]),
    ],
)
def test_a_namesake_with_another_name_needs_no_number_and_changes_no_number(
    name: str, epithet: str, language: Language, shown: list[str]
) -> None:
    told = {1: profile(1, 80, name, epithet), 2: profile(1, 20, name)}

    assert apart(name, told, language) == shown


def test_a_name_that_the_author_gave_is_kept_and_counts_for_no_number() -> None:
    told = {1: profile(1, 80, "使者"), 2: profile(1, 20, "使者")}

    assert apart("使者", told, CHINESE, 2) == ["使者（第1章）", "使者"]


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ([110], [110]),
        ([110, 111], [110, 111]),
        ([None, 1, 2], [1, 1, 2]),
        ([None, None], [1, 2]),
        ([1, 2, 1, 2], [1, 2, 3, 4]),
    ],
)
def test_chapters_are_named_by_the_numbers_of_their_headings(numbers: list[int | None], shown: list[int]) -> None:
    """If several parts have a chapter 1, the chapters are counted. A later chapter changes the name of no other one."""
    chapters = [Numbered(f"e{place}", place, number) for place, number in enumerate(numbers)]
    plan = Numbered("plan", 0, 7, Layer.PLAN)

    for language, words in CHAPTERS.items():
        names = chapter_names(reversed([*chapters, plan]), language)
        assert names == {"plan": words.format(7), **{f"e{n}": words.format(one) for n, one in enumerate(shown)}}
        assert chapter_names(chapters[:-1], language).items() <= names.items()


def test_namesakes_of_two_chapters_with_one_name_are_numbered() -> None:
    """A prologue without a number is counted as the first chapter."""
    told = {1: profile(1, 80, "使者"), 2: profile(2, 20, "使者")}
    found = told_apart(
        {1: "使者", 2: "使者"}, told, given=(), chapters={"e1": "第1章", "e2": "第1章"}, language=CHINESE
    )

    assert list(found.values()) == ["使者（第1章·1）", "使者（第1章·2）"]
