"""Tests of quoted speech, as distinct from quoted terms and apostrophes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.text.speech import quoted, speech

TEXT = st.text(alphabet="风说他aI .,!?。：，“”‘’「」『』\"'\n", max_size=200)


def spoken(text: str) -> list[str]:
    return [span.of(text) for span in speech(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他说：“今夜起风。”众人散去。", ["“今夜起风。”"]),
        ("「今夜起風。」他說。", ["「今夜起風。」"]),
        ("“走罢，”他说，“天快黑了。”", ["“走罢，”", "“天快黑了。”"]),
        ("老者道：“他告诉我：‘船不来了。’我信了。”", ["“他告诉我：‘船不来了。’我信了。”"]),
        ("“好”，他说。", ["“好”"]),
        ("他只说“好”。", ["“好”"]),
        ("“It will rain,” she said. “I know it.”", ["“It will rain,”", "“I know it.”"]),
        ('"It will rain," she said. "I know it."', ['"It will rain,"', '"I know it."']),
        ("'It will rain,' she said. 'I don't doubt it.'", ["'It will rain,'", "'I don't doubt it.'"]),
        ("‘It’s late,’ she said.", ["‘It’s late,’"]),
        ("\"He told me, 'No boat today.' I believed him.\"", ["\"He told me, 'No boat today.' I believed him.\""]),
    ],
)
def test_speech_is_found_with_its_marks(text: str, expected: list[str]) -> None:
    """Quotation marks may be Chinese or English, straight or curly. Of nested quotations, the outer one is found."""
    assert spoken(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "张让等朋比为奸，号为“十常侍”。",
        "帝尊信张让，呼为“阿父”。",
        "船名‘潮生’，已用了多年。",
        'They called him a "true sea-dog" and such names.',
        "It was the dogs' dinner and the cats' milk.",
        "'Tis late, and 'twas dark, and they let 'em go.",
        "The boys' boat isn't there.",
    ],
)
def test_terms_and_apostrophes_are_no_speech(text: str) -> None:
    """A name in quotation marks is not speech, and an apostrophe does not open speech."""
    assert spoken(text) == []


def test_speech_that_goes_on_in_the_next_paragraph_is_one_span() -> None:
    """Each paragraph of the speech has an opening mark, and only the last has a closing mark."""
    text = "She began: “First the lamp went out.\n\n“Then the boat was gone.\n\n“That was all.”\n\nNobody spoke.\n"

    assert spoken(text) == ["“First the lamp went out.\n\n“Then the boat was gone.\n\n“That was all.”"]


def test_straight_speech_that_goes_on_in_the_next_paragraph_is_one_span() -> None:
    """The quotation marks are straight."""
    text = 'She began: "First the lamp went out.\n\n"Then the boat was gone."\n\nNobody spoke.\n'

    assert spoken(text) == ['"First the lamp went out.\n\n"Then the boat was gone."']


def test_speech_that_nobody_closes_ends_with_its_paragraph() -> None:
    """A missing closing mark affects only its paragraph."""
    text = "他说：“今夜起风。\n\n众人散去。\n\n“走罢。”\n"

    assert spoken(text) == ["“今夜起风。", "“走罢。”"]


def test_a_forgotten_mark_ends_before_the_next_speech() -> None:
    """If the same mark opens again, the unclosed speech ends at the end of its sentence."""
    text = "“船家！他见无人答应，走近又喊：“船家！可渡么？”\n"

    assert spoken(text) == ["“船家！", "“船家！可渡么？”"]


def test_a_curly_mark_may_be_closed_by_a_straight_one() -> None:
    text = '僧问：“意欲何往？"石头听了不语．僧又道：“你放心．"忽见"太虚幻境"四字，大如斗．道：“走罢．”'

    assert [one.of(text) for one in speech(text)] == ['“意欲何往？"', '“你放心．"', "“走罢．”"]
    assert [one.span.of(text) for one in quoted(text) if not one.speech] == ['"太虚幻境"']


def test_a_straight_mark_inside_closed_speech_closes_nothing() -> None:
    text = 'He said, “Do read "The Mill." It is good.” She laughed.'

    assert [one.of(text) for one in speech(text)] == ['“Do read "The Mill." It is good.”']


def test_nested_speech_is_told_with_its_depth() -> None:
    text = "老者道：“他说：‘船不来了。’我信了。”"

    found = [(one.span.of(text), one.depth, one.speech) for one in quoted(text)]

    assert found == [("“他说：‘船不来了。’我信了。”", 0, True), ("‘船不来了。’", 1, True)]


@given(TEXT)
def test_spans_of_speech_are_in_order_and_never_overlap(text: str) -> None:
    found = speech(text)

    edges = [edge for span in found for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(0 <= span.start < span.end <= len(text) for span in found)
