"""Tests of the word lists of all languages: well-formed data files, and how they are loaded."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import episodic.languages
from episodic.languages.lexicon import pattern
from episodic.languages.word_lists import alternatives, word_set, words

ROOT = Path(episodic.languages.__path__[0])
FILES = sorted(ROOT.glob("*/lexicon/**/*.txt"))


def test_a_list_has_no_duplicate_and_no_blank() -> None:
    for file in FILES:
        lines = file.read_text(encoding="utf-8").split("\n")

        entries = [line for line in lines[:-1] if not line.startswith("#")]

        assert lines[-1] == "", file
        assert [entry for entry, count in Counter(entries).items() if count > 1] == [], file
        assert [entry for entry in entries if not entry or entry != entry.strip()] == [], file


def test_each_language_has_lists() -> None:
    assert {file.relative_to(ROOT).parts[0] for file in FILES} >= {"en", "zh"}


def test_every_pattern_is_a_regular_expression() -> None:
    lines = [(file.name, line) for file in FILES if file.parent.name == "patterns" for line in words_of(file)]

    assert len(lines) > 20
    for name, line in lines:
        assert re.compile(line).fullmatch("") is None, f"{name}: {line} matches nothing at all"


def words_of(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def test_a_pattern_joins_the_expressions_of_all_languages() -> None:
    found = pattern("heading_style_names", after=r"\s*([1-9])")

    assert [match[1] for name in ("Heading 2", "标题 3", "Titre 1") if (match := found.fullmatch(name))] == ["2", "3"]


def test_an_unknown_pattern_matches_nothing() -> None:
    assert pattern("no_such_list").search("any text") is None


def test_comments_are_no_entries_and_the_order_of_the_file_is_kept() -> None:
    assert words("en", "ship_nouns")[:2] == ("barge", "barque")
    assert not any(word.startswith("#") for word in words("en", "ship_nouns"))


def test_lists_are_joined_into_one_set() -> None:
    titles = word_set("en", "male_titles", "female_titles")

    assert {"Mr", "Mrs"} <= titles
    assert len(titles) <= len(words("en", "male_titles")) + len(words("en", "female_titles"))


def test_an_unknown_list_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        words("en", "no_such_list")


def test_a_womans_name_is_a_given_name() -> None:
    assert word_set("en", "female_given_names") <= word_set("en", "given_names")


def test_longer_alternatives_stand_before_their_beginnings() -> None:
    found = alternatives(["说", "说道", "a.b"])

    assert found == r"a\.b|说道|说"
    assert re.match(found, "说道：") is not None
