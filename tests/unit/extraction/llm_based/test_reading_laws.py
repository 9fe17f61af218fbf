"""Property tests of readings, for any window and any reply."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from episodic.extraction.llm_based.entities import read_entities
from episodic.extraction.llm_based.statements import read_statements
from episodic.languages.zh import CHINESE
from episodic.model.predicates import PredicateTable, shipped_predicates
from episodic.model.readings import Window
from episodic.model.settings import WorkSettings
from tests.replies import Framed, Named, Other, Stated, entities_reply, facts_reply
from tests.unit.extraction.llm_based.window_of import window_of

TABLE = PredicateTable(shipped_predicates())
WORDS = st.sampled_from(
    [
        "林晚",
        "张三",
        "张三丰",
        "我",
        "船长的刀",
        "船长",
        "Ann",
        "Anna",
        "the Captain",
        "I",
        "“",
        "”",
        '"',
        " ",
        "，",
        "。",
        "\n",
        "说",
        "¶1",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=25).map("".join)
FORMS = st.one_of(WORDS, TEXTS, st.text(max_size=6))
NUMBERS = st.integers(-2, 6)
ENTITIES = st.builds(
    Named,
    type=st.sampled_from(["Person", "物品", "Event"]),
    names=st.lists(FORMS, max_size=3),
    titles=st.lists(FORMS, max_size=2),
    narrator=st.booleans(),
    passages=st.lists(NUMBERS, max_size=2),
)
PASSAGES = st.builds(
    Framed,
    passage=NUMBERS,
    frame=st.sampled_from(["main", "dream", "letter", "continued", "?"]),
    starts=st.booleans(),
    time=FORMS,
)
STATEMENTS = st.builds(
    Stated,
    quote=FORMS,
    text=FORMS,
    subject=NUMBERS,
    predicate=st.sampled_from(["居住于", "dead", "gave", "vexes", "", "nickname"]),
    object=NUMBERS,
    value=FORMS,
    others=st.lists(st.builds(Other, entity=NUMBERS, role=FORMS), max_size=2),
    phase=st.sampled_from(["begins", "holds", "ends", "denied", "!"]),
    scope=st.sampled_from(["world", "claim", "dream"]),
    holder=NUMBERS,
    tellers=st.lists(NUMBERS, max_size=3),
    time=FORMS,
)


def chinese_window(passages: list[str]) -> Window:
    """Return a Chinese window of these passages."""
    return window_of(*passages, language=CHINESE)


WINDOWS = st.builds(chinese_window, st.lists(TEXTS, min_size=1, max_size=4))


@given(window=WINDOWS, entities=st.lists(ENTITIES, max_size=5), passages=st.lists(PASSAGES, max_size=5))
def test_every_place_of_a_form_holds_that_form(window: Window, entities: list[Named], passages: list[Framed]) -> None:
    """Every span of a mention contains the form of the mention. Every node has a mention, and every passage has a
    frame.
    """
    reading = read_entities(entities_reply(entities, passages), window, WorkSettings())

    assert len(reading.frames) == len(window.passages)
    for node in reading.nodes:
        assert node.surfaces
        assert node.name == node.surfaces[0].text
        for surface in node.surfaces:
            assert surface.spans
            assert {" ".join(span.of(window.text).split()).casefold() for span in surface.spans} == {
                surface.text.casefold()
            }


@given(window=WINDOWS, entities=st.lists(ENTITIES, max_size=5))
def test_no_place_has_two_owners_of_one_form(window: Window, entities: list[Named]) -> None:
    """The same form at the same place refers to one entity."""
    reading = read_entities(entities_reply(entities), window, WorkSettings())

    named = [
        span
        for node in reading.nodes
        for surface in node.surfaces
        if surface.text not in ("我", "I")
        for span in surface.spans
    ]
    assert len(named) == len(set(named))


@given(window=WINDOWS, entities=st.lists(ENTITIES, max_size=4), statements=st.lists(STATEMENTS, max_size=5))
def test_every_statement_stands_on_words_of_the_window_and_on_nodes_that_were_offered(
    window: Window, entities: list[Named], statements: list[Stated]
) -> None:
    """Every statement refers to text of the window and to offered nodes. Every rejected part is reported."""
    nodes = read_entities(entities_reply(entities), window, WorkSettings())

    reading = read_statements(facts_reply(statements), window, entities=nodes, table=TABLE, mark="⁋")

    offered = range(len(nodes.nodes))
    for one in reading.statements:
        assert 0 <= one.quote.start < one.quote.end <= len(window.text)
        assert one.subject in offered
        assert one.subject != one.object
        assert one.object is None or (one.object in offered and one.core.value is None)
        assert one.holder is None or one.holder in offered
        assert all(part.node in offered for part in one.participants)
        assert all(teller in offered for teller in one.tellers)
        assert one.core.time is None or one.core.time in window.text
    assert len(reading.statements) + len(reading.rejected) >= len(statements)
