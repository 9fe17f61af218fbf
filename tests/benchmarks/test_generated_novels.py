"""Tests of the benchmark of generated novels: a perfect reader's memory answers every question that the text decides."""

from __future__ import annotations

import pytest

from benchmarks.generated_novels import PerfectReader, Score, measure
from benchmarks.told_novel import Novel
from episodic.dedup.llm_judge import SamePrompt
from episodic.model.episodes import Language


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_perfect_reader_s_memory_knows_what_holds_when(language: str) -> None:
    """What is true now, at the end of each chapter, in the text up to each chapter, and on days of the calendar."""
    score = Score()

    await measure(Novel(language, seed=1, chapters=6), score)

    assert score.misses == []
    assert all(score.asked[label] > 20 for label in ("true now", "as of chapter", "told by chapter", "as of date"))


def test_the_same_seed_gives_the_same_novel() -> None:
    assert Novel("en", seed=3, chapters=4).texts == Novel("en", seed=3, chapters=4).texts


def test_a_perfect_reader_knows_that_a_novel_has_no_namesakes() -> None:
    """A death that is told again after many chapters is the death of the same person."""
    asked = 'N1 [Person] Dain: "Dain left." → K1\nN2 [Person] Ash: "Ash died, and that was that." → K1, K2'
    known = 'K1 [Person] Greta: "Greta came."\nK2 [Person] Ash: "Ash died."'
    prompt = SamePrompt(Language("en"), known=known, asked=asked)

    assert PerfectReader(Novel("en", seed=1, chapters=1)).answer(prompt).model_dump()["answers"] == ["2|2"]
