"""What the prompted reader believes of a window's passages."""

from __future__ import annotations

from episodic.extraction.llm_based.frames import read_frames
from episodic.extraction.llm_based.replies import PassageForm
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Rejection
from tests.unit.extraction.llm_based.window_of import window_of


def test_each_passage_has_the_frame_that_the_reply_gives_it() -> None:
    """Frames come back in the order of the passages, whatever the reply's order."""
    window = window_of("He slept. ", "He flew over the sea. ", "He woke.")

    frames, rejected = read_frames(
        [PassageForm(passage=3), PassageForm(passage=2, frame="dream", starts=True), PassageForm(passage=1)], window
    )

    assert frames == (
        FrameReading(FrameKind.MAIN),
        FrameReading(FrameKind.DREAM, starts=True),
        FrameReading(FrameKind.MAIN),
    )
    assert rejected == ()


def test_the_first_passage_of_a_frame_in_the_window_starts_it() -> None:
    """A letter that follows the main line begins there, even if the reply forgot to say so."""
    window = window_of("She broke the seal. ", "Dear sister, we sail. ", "Yours, Tam.")

    frames, _ = read_frames(
        [PassageForm(passage=1), PassageForm(passage=2, frame="letter"), PassageForm(passage=3, frame="letter")], window
    )

    assert [frame.starts for frame in frames] == [False, True, False]


def test_a_frame_at_the_windows_beginning_may_go_on_from_before() -> None:
    """The window does not show whether its first passage begins the letter."""
    window = window_of("and so we sail. ", "She folded it.", start=4_000)

    frames, _ = read_frames([PassageForm(passage=1, frame="letter"), PassageForm(passage=2)], window)

    assert not frames[0].starts


def test_continued_is_for_the_beginning_only() -> None:
    """Later passages go on as the one before them."""
    window = window_of("…he said. ", "She left. ", "She came back.", start=4_000)

    frames, _ = read_frames(
        [PassageForm(passage=1, frame="continued"), PassageForm(passage=2), PassageForm(passage=3, frame="continued")],
        window,
    )

    assert [frame.kind for frame in frames] == [FrameKind.CONTINUED, FrameKind.MAIN, FrameKind.MAIN]


def test_time_words_are_kept_as_the_passage_writes_them() -> None:
    """Spaces and width may differ in the reply."""
    window = window_of("三日 之后，船靠了岸。")

    frames, rejected = read_frames([PassageForm(passage=1, time="三日之后")], window)

    assert frames[0].time == "三日 之后"
    assert rejected == ()


def test_time_words_of_another_passage_are_rejected() -> None:
    """A date stands where the text puts it."""
    window = window_of("Three days later they sailed. ", "They landed.")

    frames, rejected = read_frames([PassageForm(passage=1), PassageForm(passage=2, time="Three days later")], window)

    assert frames[1].time is None
    assert rejected == (Rejection("time_rejected", "Three days later"),)


def test_a_passage_left_out_goes_on_as_the_one_before_and_is_reported() -> None:
    """A reply that forgets passages does not move them to another frame."""
    window = window_of("He dreamt. ", "And flew. ", "And fell.", start=4_000)

    frames, rejected = read_frames([PassageForm(passage=2, frame="dream")], window)

    assert [frame.kind for frame in frames] == [FrameKind.CONTINUED, FrameKind.DREAM, FrameKind.DREAM]
    assert [one.words for one in rejected] == ["passage 1", "passage 3"]


def test_passages_that_were_not_shown_and_unknown_frames_are_rejected() -> None:
    """Only numbers that were offered count, and only the words of the list."""
    window = window_of("He sang.")

    frames, rejected = read_frames([PassageForm(passage=7), PassageForm(passage=1, frame="opera")], window)

    assert frames == (FrameReading(FrameKind.MAIN),)
    assert [one.reason for one in rejected] == ["unknown_id", "unknown_choice"]
