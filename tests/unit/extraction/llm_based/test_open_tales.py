"""Tests of tales and letters that continue in the next window."""

from __future__ import annotations

from episodic.extraction.llm_based.open_tales import OpenTale, continued, open_tale
from episodic.extraction.readers import EntitiesReading
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import FrameReading, NodeReading, Surface, Window
from episodic.model.spans import Span

MAIN, TALE, GOES_ON = map(FrameReading, (FrameKind.MAIN, FrameKind.TALE, FrameKind.CONTINUED))
TEXT = "Nan took up her sewing.\n\nI was at Harbor, she began.\n\n“I am cold,” said Wu."


def window(text: str = TEXT) -> Window:
    starts = [0, *(at + 2 for at in range(len(text)) if text.startswith("\n\n", at))]
    spans = tuple(Span(start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True))
    return Window(0, text, "", spans, Language("en"))


def node(name: str, *surfaces: Surface, narrator: bool = False) -> NodeReading:
    return NodeReading(name, "Person", surfaces, narrator)


def first_person(at: int) -> Surface:
    return Surface("I", (Span(at, at + 1),), shared=True)


def test_the_teller_of_an_open_tale_says_i_outside_quotation_marks() -> None:
    nan = node("Nan", Surface("Nan", (Span(0, 3),)), first_person(TEXT.index("I was")))
    quoted = node("Wu", Surface("Wu", (Span(len(TEXT) - 3, len(TEXT) - 1),)), first_person(TEXT.index("I am")))

    assert open_tale(window(), [nan], (MAIN, TALE, TALE)) == OpenTale(FrameKind.TALE, "Nan")
    assert open_tale(window(), [quoted], (MAIN, TALE, TALE)) == OpenTale(FrameKind.TALE, None)
    assert open_tale(window(), [nan], (MAIN, TALE, MAIN)) is None


def test_a_window_inside_a_tale_is_told_by_its_teller() -> None:
    told = EntitiesReading((node("I", first_person(0), narrator=True), node("Wu")), (MAIN, MAIN))

    found = continued(told, OpenTale(FrameKind.TALE, "Nan"))

    assert [(one.name, one.narrator) for one in found.nodes] == [("Nan", False), ("Wu", False)]
    assert [one.kind for one in found.frames] == [FrameKind.TALE, FrameKind.TALE]


def test_a_window_whose_reader_saw_the_end_of_the_tale_keeps_its_narrator() -> None:
    """The reader lists the passages of the tale, or finds no narrator."""
    ends = EntitiesReading((node("I", first_person(0), narrator=True),), (TALE, MAIN))
    nobody = EntitiesReading((node("Wu"),), (MAIN, MAIN))

    for one in (ends, nobody):
        assert continued(one, OpenTale(FrameKind.TALE, "Nan")) == one


def test_what_goes_on_at_the_start_of_a_window_belongs_to_the_tale() -> None:
    """The window need not show who tells it."""
    nobody = EntitiesReading((node("Wu"),), (GOES_ON, GOES_ON, MAIN))

    for teller in ("Nan", None):
        found = continued(nobody, OpenTale(FrameKind.LETTER, teller))
        assert [one.kind for one in found.frames] == [FrameKind.LETTER, FrameKind.LETTER, FrameKind.MAIN]
        assert found.nodes == nobody.nodes
