"""Tests of statements that share a passage with a dream and are told before or after it."""

from __future__ import annotations

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.predicates import shipped_table
from episodic.model.readings import FrameReading, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.frames.dream_bounds import outside_dreams
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

MAIN, DREAM = FrameKind.MAIN, FrameKind.DREAM
WORLD, DREAMT = StatementScope.WORLD, StatementScope.DREAM
ENGLISH = (
    "Ann sat down.\n\n",
    "She was ill for a month. That night she dreamed that her sister came with a sword. The sister wept.\n\n",
    "The sister went away. Ann awoke. She called Ben.\n\n",
    "Ben came.\n",
)
CHINESE = (
    "尤氏坐下。\n\n",
    "她病了一个月。夜来合上眼，只见她妹妹捧剑前来。妹妹哭了。\n\n",
    "妹妹去了。尤氏惊醒，却是一梦。她叫贾琏。\n\n",
    "贾琏来了。\n",
)
FRAMES = (MAIN, DREAM, DREAM, MAIN)
Told = tuple[str, StatementScope]


def placed(
    parts: tuple[str, ...], *told: Told, predicate: str = "visited", frames: tuple[FrameKind, ...] = FRAMES
) -> list[int]:
    """Return the index of the passage of each of these statements, given by quote and scope."""
    text, framed, start = "".join(parts), list[FramedPassage](), 0
    for number, (part, frame) in enumerate(zip(parts, frames, strict=True)):
        span = Span(start, start + len(part))
        framed.append(FramedPassage(number, span, frame, int(frame is not MAIN), FrameReading(frame), 0))
        start = span.end
    sources: list[StatementSource] = []
    for quote, scope in told:
        at = text.index(quote)
        number = next(one.index for one in framed if one.span.start <= at < one.span.end)
        reading = StatementReading(Span(0, 1), StatementCore(text=quote, predicate=predicate, scope=scope), subject=0)
        sources.append((SpannedStatement(0, reading, Span(at, at + len(quote)), number), (1,), ("Ann",)))
    return [one.passage for one, _, _ in outside_dreams(sources, framed, text, shipped_table().find)]


@pytest.mark.parametrize(
    ("parts", "before", "within", "after"),
    [
        (ENGLISH, "ill for a month", "her sister came", "She called Ben"),
        (CHINESE, "病了一个月", "她妹妹捧剑前来", "她叫贾琏"),
    ],
)
def test_what_is_told_before_and_after_a_dream_is_of_the_main_line(
    parts: tuple[str, ...], before: str, within: str, after: str
) -> None:
    assert placed(parts, (before, WORLD), (within, WORLD), (after, WORLD)) == [0, 1, 0]
    assert placed(parts, (before, WORLD), (within, DREAMT), (after, StatementScope.CLAIM)) == [0, 1, 0]


def test_without_words_the_dreamt_statements_bound_a_dream() -> None:
    parts = ("Ann sat down.\n\n", "She was ill. Her sister came. The sister wept. She called Ben.\n")
    told = [("She was ill", WORLD), ("Her sister came", DREAMT), ("The sister wept", DREAMT), ("She called Ben", WORLD)]

    assert placed(parts, *told, frames=(MAIN, DREAM)) == [0, 1, 1, 0]
    assert placed(parts, *((quote, WORLD) for quote, _ in told), frames=(MAIN, DREAM)) == [1, 1, 1, 1]


def test_a_dream_that_words_before_its_passage_announce_begins_with_the_passage() -> None:
    parts = ("Ann fell asleep.\n\n", "She was ill. In her dream, her sister came.\n")
    told = (("She was ill", WORLD), ("her sister came", DREAMT))

    assert placed(parts, *told, frames=(MAIN, DREAM)) == [1, 1]
    assert placed(("Ann sat down.\n\n", parts[1]), *told, frames=(MAIN, DREAM)) == [0, 1]


def test_what_is_dreamt_stays_in_the_dream() -> None:
    assert placed(ENGLISH, ("ill for a month", DREAMT), ("She called Ben", DREAMT)) == [1, 2]


def test_a_kinship_of_the_world_is_not_only_dreamt() -> None:
    """If a reader gives all of a dream the scope of the story's world, its kinships may be dreamt."""
    kin = ("her sister came with a sword", WORLD)

    assert placed(ENGLISH, kin, ("The sister wept", DREAMT), predicate="sibling_of") == [0, 1]
    assert placed(ENGLISH, kin, ("The sister wept", WORLD), predicate="sibling_of") == [1, 1]
    assert placed(ENGLISH, kin, ("The sister wept", DREAMT), predicate="visited") == [1, 1]


def test_a_dream_that_opens_a_chapter_has_the_main_line_after_it() -> None:
    parts = ("She was ill. She dreamed of a sword.\n\n", "Ben came.\n")

    assert placed(parts, ("She was ill", WORLD), ("dreamed of a sword", DREAMT), frames=(DREAM, MAIN)) == [1, 0]


def test_a_text_without_dreams_and_one_without_a_main_line_stay_as_they_are() -> None:
    parts = ("She was ill. She dreamed of a sword.\n",)

    assert placed(parts, ("She was ill", WORLD), frames=(MAIN,)) == [0]
    assert placed(parts, ("She was ill", WORLD), frames=(DREAM,)) == [0]
