"""Digests as search results."""

from __future__ import annotations

from episodic.search.digest_hits import DigestHit, DigestKind, matching_digests


def chapter(title: str, *names: str) -> DigestHit:
    return DigestHit(DigestKind.CHAPTER, title, (), names=names)


STORM, HARBOUR, FEAST = (
    chapter("The storm at sea"),
    chapter("The harbour"),
    chapter("The feast", "Ann", "Wu the sailor"),
)


def titles(query: str, *candidates: DigestHit, limit: int = 10) -> list[str]:
    return [one.title for one in matching_digests(query, candidates, limit=limit)]


def test_digests_with_more_words_of_the_query_come_first() -> None:
    assert titles("storm in the harbour at sea", HARBOUR, STORM, FEAST) == ["The storm at sea", "The harbour"]


def test_names_of_members_count() -> None:
    assert titles("where is the sailor", STORM, HARBOUR, FEAST) == ["The feast"]


def test_a_rare_word_counts_more_than_a_frequent_one() -> None:
    frequent = [chapter(f"Harbour {n}") for n in range(5)]

    assert titles("harbour storm", *frequent, STORM)[0] == "The storm at sea"


def test_chinese_queries_are_found_by_their_characters() -> None:
    assert titles("潮屋的夜晚", chapter("第一章 潮屋"), chapter("第二章 进城")) == ["第一章 潮屋"]


def test_the_number_of_hits_is_limited_and_scores_are_between_zero_and_one() -> None:
    found = matching_digests("storm harbour feast", [STORM, HARBOUR, FEAST], limit=2)

    assert len(found) == 2
    assert all(0 < one.score <= 1 for one in found)


def test_a_query_without_content_words_finds_nothing() -> None:
    assert titles("who is the", STORM) == []
    assert titles("storm") == []
