"""Tests of the validation of LLM replies about the frames of passages."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.llm_based.frames import read_frames
from episodic.extraction.llm_based.replies import PassageForm
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Rejection, Window
from tests.replies import Framed
from tests.unit.extraction.llm_based.window_of import window_of


def read(passages: Sequence[Framed], window: Window) -> tuple[tuple[FrameReading, ...], tuple[Rejection, ...]]:
    """Return the frames of a reply with these passages."""
    return read_frames([one.form() for one in passages], window)


def test_each_passage_has_the_frame_that_the_reply_gives_it() -> None:
    """Frames are in the order of the passages, whatever the order in the reply."""
    window = window_of("He slept. ", "He flew over the sea. ", "He woke.")

    frames, rejected = read(
        [Framed(passage=3), Framed(passage=2, frame="dream", starts=True), Framed(passage=1)], window
    )

    assert frames == (
        FrameReading(FrameKind.MAIN),
        FrameReading(FrameKind.DREAM, starts=True),
        FrameReading(FrameKind.MAIN),
    )
    assert rejected == ()


def test_the_first_passage_of_a_frame_in_the_window_starts_it() -> None:
    """A letter after the main line begins at its first passage, even if the reply does not say so."""
    window = window_of("She broke the seal. ", "Dear sister, we sail. ", "Yours, Tam.")

    frames, _ = read([Framed(passage=1), Framed(passage=2, frame="letter"), Framed(passage=3, frame="letter")], window)

    assert [frame.starts for frame in frames] == [False, True, False]


def test_a_frame_at_the_windows_beginning_may_go_on_from_before() -> None:
    """The window does not show whether its first passage begins the letter."""
    window = window_of("and so we sail. ", "She folded it.", start=4_000)

    frames, _ = read([Framed(passage=1, frame="letter"), Framed(passage=2)], window)

    assert not frames[0].starts


def test_continued_is_for_the_beginning_only() -> None:
    """Later passages continue the frame of the passage before them."""
    window = window_of("…he said. ", "She left. ", "She came back.", start=4_000)

    frames, _ = read(
        [Framed(passage=1, frame="continued"), Framed(passage=2), Framed(passage=3, frame="continued")],
        window,
    )

    assert [frame.kind for frame in frames] == [FrameKind.CONTINUED, FrameKind.MAIN, FrameKind.MAIN]


def test_time_words_are_kept_as_the_passage_writes_them() -> None:
    """Spaces and character width may differ in the reply."""
    window = window_of("三日 之后，船靠了岸。")

    frames, rejected = read([Framed(passage=1, time="三日之后")], window)

    assert frames[0].time == "三日 之后"
    assert rejected == ()


def test_time_words_of_another_passage_are_rejected() -> None:
    """A date must occur in the passage that it dates."""
    window = window_of("Three days later they sailed. ", "They landed.")

    frames, rejected = read([Framed(passage=1), Framed(passage=2, time="Three days later")], window)

    assert frames[1].time is None
    assert rejected == (Rejection("time_rejected", "Three days later"),)


def test_a_passage_left_out_is_on_the_main_line() -> None:
    """A reply lists only passages that have a frame other than the main line or a time."""
    window = window_of("He slept. ", "And flew. ", "He woke.", start=4_000)

    frames, rejected = read([Framed(passage=2, frame="dream")], window)

    assert [frame.kind for frame in frames] == [FrameKind.MAIN, FrameKind.DREAM, FrameKind.MAIN]
    assert rejected == ()


def test_one_entry_covers_several_passages_and_its_marks_are_those_of_the_first() -> None:
    """A flashback of three passages starts once and is dated once."""
    window = window_of("He sat. ", "Two years before, he sailed. ", "He wrecked. ", "He swam home.")

    frames, rejected = read_frames(
        [PassageForm(p=[2, 3, 4], f="flashback", m=["starts", "time:Two years before"])], window
    )

    assert [(one.kind, one.starts, one.time) for one in frames] == [
        (FrameKind.MAIN, False, None),
        (FrameKind.FLASHBACK, True, "Two years before"),
        (FrameKind.FLASHBACK, False, None),
        (FrameKind.FLASHBACK, False, None),
    ]
    assert rejected == ()


def test_a_mark_of_a_passage_that_is_none_is_rejected_alone() -> None:
    """The frame of the entry is accepted."""
    window = window_of("He dreamt.")

    frames, rejected = read_frames([PassageForm(p=1, f="dream", m=["starts", "deep"])], window)

    assert frames == (FrameReading(FrameKind.DREAM, starts=True),)
    assert rejected == (Rejection("unknown_mark", "deep"),)


def test_passages_that_were_not_shown_and_unknown_frames_are_rejected() -> None:
    """Only passage numbers of the prompt and frame names of the list are accepted."""
    window = window_of("He sang.")

    frames, rejected = read([Framed(passage=7), Framed(passage=1, frame="opera")], window)

    assert frames == (FrameReading(FrameKind.MAIN),)
    assert [one.reason for one in rejected] == ["unknown_id", "unknown_choice"]
