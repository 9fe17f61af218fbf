"""Tests of where an override takes effect: in the chapters that contain the text to which it refers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from episodic.model.decisions import Correction, MentionAnchor, Override, OverrideKind, StatementAnchor
from episodic.model.episodes import Episode, Language
from episodic.model.predicates import Predicate
from episodic.model.readings import ChapterReading, Phase
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.overrides.affected_chapters import joined, with_text
from episodic.pipeline.overrides.identity_overrides import AppliedOverrides

TEXTS = ("Lin left. Wu came.", "Nobody spoke.", "Wu slept.", "Lin left. Tao ran.", "Rain.")
LIN = MentionAnchor("Lin", "Lin left.", 1)
TAO = MentionAnchor("Tao", "Tao ran.", 0)
WU = MentionAnchor("Wu", "Wu slept.", 0)
SAID = StatementAnchor("Lin left", "Lin", "left", None, None, Phase.HOLDS, 0)


def chapter(number: int) -> ChapterInput:
    """Return a chapter with one of the texts."""
    episode = Episode(f"c{number}", "w", f"k{number}", number, "", (), TEXTS[number], Language("en"), reader="rules/1")
    return ChapterInput(episode, ChapterReading(episode.uuid, (), (), (), ()))


TOLD = tuple(map(chapter, range(len(TEXTS))))
BLANK = Override("a1", "w", OverrideKind.WAIVE, (), None, by="author", at="", reason="", number=1)


def affected(*acts: Override, waits: bool = False, told: Sequence[ChapterInput] = TOLD) -> range:
    """Return the chapters in which overrides take effect. With *waits*, the work has the last chapter, from which some
    of them apply.
    """
    return AppliedOverrides.of(acts, ["c4"] if waits else []).affected(told)


@pytest.mark.parametrize("kind", [OverrideKind.WAIVE, OverrideKind.SETTLE])
def test_waivers_and_settled_threads_take_effect_in_no_chapter(kind: OverrideKind) -> None:
    assert not affected(replace(BLANK, kind=kind, quotes=("Lin left",)))


def test_an_override_of_a_statement_takes_effect_in_the_chapters_with_its_quote() -> None:
    assert affected(replace(BLANK, kind=OverrideKind.LOCK, statements=(SAID,))) == range(4)
    assert affected(replace(BLANK, kind=OverrideKind.RETRACT, statements=(replace(SAID, quote="Tao"),))) == range(3, 4)


def test_a_correction_of_an_entity_takes_effect_where_its_mention_is() -> None:
    corrected = replace(BLANK, kind=OverrideKind.CORRECT, correction=Correction.NAME, anchors=(WU,))

    assert affected(corrected) == range(2, 3)


def test_a_corrected_predicate_takes_effect_everywhere() -> None:
    act = replace(BLANK, kind=OverrideKind.CORRECT, correction=Correction.PREDICATE, predicate=Predicate("left"))

    assert affected(act) == range(5)


def test_a_merge_takes_effect_after_both_mentions_and_its_chapter() -> None:
    merge = replace(BLANK, kind=OverrideKind.MERGE, anchors=(LIN, WU))
    late = replace(merge, told_from="c4")

    assert affected(merge) == range(2, 4)
    assert affected(late, waits=True) == range(4, 5)
    assert affected(late) == range(2, 4)
    assert not affected(late, waits=True, told=TOLD[:4])
    assert not affected(replace(merge, anchors=(LIN, replace(WU, sentence="Wu died."))))


def test_a_range_of_chapters_begins_and_ends_with_a_text() -> None:
    assert with_text(("Wu", "Tao"), TOLD) == range(4)
    assert not with_text(("Bo",), TOLD)
    assert not with_text((), TOLD)
    assert joined(range(1, 2), range(0), range(3, 4)) == range(1, 4)
    assert not joined()


def test_several_overrides_take_effect_from_the_first_chapter_to_the_last() -> None:
    split = replace(BLANK, kind=OverrideKind.SPLIT, anchors=(TAO,), kept=(WU,))
    waiver = replace(BLANK, uuid="a2", quotes=("Rain",))

    assert affected(split, waiver) == range(2, 4)
