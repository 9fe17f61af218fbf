"""Tests of the passages of chapters that have no reading yet."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.episodes import Episode, FrameKind, Language, Layer
from episodic.pipeline.projection.unread_passages import UnreadPassages

TEXT = "林远住在青州。\n\n沈度见到了林远。\n\n林远住在青州。\n"
ONE = Episode("one", "story", "one", 1, "One", (), TEXT, Language("zh"))


def test_the_passages_cover_the_text_in_order() -> None:
    passages = list(UnreadPassages("story").of([ONE]).values())

    assert "".join(one.text for one in passages) == TEXT
    assert [one.index for one in passages] == list(range(len(passages)))
    assert {(one.episode, one.order, one.frame, one.run) for one in passages} == {("one", 1, FrameKind.MAIN, 0)}


def test_equal_passages_have_ids_of_their_own_that_later_chapters_do_not_change() -> None:
    unread = UnreadPassages("story")
    alone = unread.of([ONE])
    draft = replace(ONE, uuid="draft", layer=Layer.DRAFT)

    together = unread.of([ONE, replace(ONE, uuid="two", order=2), draft])

    assert len(together) == 3 * len(alone)
    assert {uuid: together[uuid] for uuid in alone} == alone


def test_a_changed_text_has_other_passages() -> None:
    unread = UnreadPassages("story")
    unread.of([ONE])

    (passage,) = unread.of([replace(ONE, text="林远死了。")]).values()

    assert passage.text == "林远死了。"
