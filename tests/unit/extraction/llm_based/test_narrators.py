"""Tests of narrators in LLM replies about the entities of a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.extraction.llm_based.entities import read_entities
from episodic.extraction.llm_based.prompt_text import entities_in_words
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.extraction.llm_based.statements import read_statements
from episodic.model.readings import Rejection, StatementScope, Voice, Window
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from tests.replies import Framed, Named, entities_reply, facts_reply
from tests.unit.extraction.llm_based.entity_replies import TABLE, read
from tests.unit.extraction.llm_based.window_of import facts_entry, window_of


def test_the_narrator_is_found_once_a_passage_and_only_outside_of_speech() -> None:
    """ "I" in speech does not mean the narrator."""
    window = window_of('"I am tired," said Ned. I was not. I rowed. ', '"I know," said Ned. Then I slept.')

    reading = read(window, Named(type="Person", titles=["I"], narrator=True), Named(type="Person", names=["Ned"]))

    narrator = reading.nodes[0]
    assert narrator.narrator
    assert [(surface.text, surface.shared) for surface in narrator.surfaces] == [("I", True)]
    assert [window.text[span.start : span.end + 4] for span in narrator.surfaces[0].spans] == ["I was", "I sle"]


def test_a_numeral_is_no_narrator() -> None:
    """The numeral in "Book I" does not mean the narrator."""
    window = window_of("Book I\n\nNobody heard when I came.")

    reading = read(window, Named(type="Person", titles=["I"], narrator=True))

    assert [span.start for span in reading.nodes[0].surfaces[0].spans] == [26]


def test_the_i_of_a_letter_is_not_the_narrators() -> None:
    """The writer of a letter says "I", too."""
    window = window_of("I broke the seal. ", "I am well, dear brother. ")
    reply = entities_reply(
        [Named(type="Person", narrator=True)],
        [Framed(passage=1), Framed(passage=2, frame="letter")],
    )

    reading = read_entities(reply, window, WorkSettings())

    assert [span.start for span in reading.nodes[0].surfaces[0].spans] == [0]


def test_the_chinese_narrator_is_not_we() -> None:
    """我们 is not a mention of the narrator's 我."""
    window = window_of("我们到了渡口。船家问：“我等你们多久了？”我没有答话。")

    reading = read(window, Named(type="人物", names=[], titles=["我"], narrator=True))

    assert [span.of(window.text) for span in reading.nodes[0].surfaces[0].spans] == ["我"]
    assert reading.nodes[0].surfaces[0].spans[0].start == window.text.index("我没有")


def test_somebody_who_only_speaks_is_no_narrator() -> None:
    """If a reply says that a speaker is the narrator, this part of the reply is rejected."""
    window = window_of("“我去。”阿远说。")

    reading = read(window, Named(type="人物", names=["阿远"], narrator=True))

    assert not reading.nodes[0].narrator
    assert Rejection("no_narrator", "阿远") in reading.rejected


def window_with_teller(teller: str, *, since: str = "I was", letter: bool = False) -> Window:
    """Return a window of a narrator who says "I", with another narrator from the given words on."""
    window = window_of("I was cold. ", "I slept at Wick. Dr. Vale came.")
    begin = window.text.index(since)
    return replace(window, voices=(Voice(Span(begin, len(window.text)), teller, letter),))


def test_who_says_i_in_a_chapter_of_another_teller_is_that_one() -> None:
    """The heading that names the other narrator is in an earlier window. The other narrator is not the main narrator of
    the work.
    """
    reading = read(window_with_teller("the Surgeon"), Named(type="Person", titles=["I"], narrator=True))

    (node,) = reading.nodes
    assert (node.name, node.narrator) == ("Surgeon", False)


def test_another_teller_keeps_the_name_that_the_window_gives() -> None:
    """The name in the text is more specific than the name in the heading."""
    reading = read(window_with_teller("the Surgeon"), Named(type="Person", names=["Dr. Vale"], narrator=True))

    (node,) = reading.nodes
    assert (node.name, node.narrator) == ("Dr. Vale", False)


@pytest.mark.parametrize(
    "window",
    [
        window_with_teller("the Surgeon", since="I slept"),
        window_with_teller("the Surgeon", letter=True),
        window_with_teller(""),
    ],
)
def test_the_narrator_stays_where_no_heading_gives_all_of_it_to_another(window: Window) -> None:
    """The main narrator remains if only a part of the window, a letter, or an unnamed narrator is not his."""
    reading = read(window, Named(type="Person", titles=["I"], narrator=True))

    (node,) = reading.nodes
    assert (node.name, node.narrator) == ("I", True)


def test_what_another_teller_tells_is_no_claim_of_his() -> None:
    """The reply names the other narrator as the teller of the tale. His statements are statements of the world."""
    window = window_with_teller("the Surgeon")
    entities = read(window, Named(type="Person", titles=["I"], narrator=True))
    told = facts_reply([facts_entry("I was cold", predicate="feels", value="cold", holder=1)])

    found = read_statements(told, window, entities=entities, table=TABLE, mark="¶")

    assert 'says "I"' in entities_in_words(entities.nodes, window, WorkSettings())
    assert [(one.core.scope, one.holder) for one in found.statements] == [(StatementScope.WORLD, None)]


def test_two_who_say_i_in_one_chapter_stay_two() -> None:
    """The "I" of the main narrator is not the "I" of a woman who narrates her tale within his."""
    window = window_of("I sat by the fire. ", "Mrs. Dean sewed. ", "I was young then, and I served here. ")
    rows = ["Person|#narrator", "Person|Mrs. Dean|~I@3"]
    reply = EntitiesReply(entities=rows, passages=["3|tale|starts"])

    reading = read_entities(reply, window, WorkSettings())

    assert [(node.name, node.narrator) for node in reading.nodes] == [("I", True), ("Mrs. Dean", False)]
    assert [[span.start for span in node.surfaces[-1].spans] for node in reading.nodes] == [[0], [36]]
    assert 'Mrs. Dean, I@3 (Person, says "I")' in entities_in_words(reading.nodes, window, WorkSettings())


def test_a_story_has_one_main_narrator() -> None:
    """A second main narrator in the reply is an ordinary person."""
    window = window_of("I sat with Ned.")

    reading = read(window, Named(type="Person", narrator=True), Named(type="Person", names=["Ned"], narrator=True))

    assert [(node.name, node.narrator) for node in reading.nodes] == [("I", True), ("Ned", False)]
    assert reading.rejected == (Rejection("second_narrator", "Ned"),)
