"""Property tests of the rule-based reader, for any text."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.extraction.readers import Reader
from episodic.extraction.rule_based import RuleBasedReader
from episodic.languages.en import ENGLISH
from episodic.model.predicates import PredicateTable, shipped_predicates
from episodic.model.settings import Density, EntityType, WorkSettings
from tests.unit.languages.zh.chinese_reading import MODERN_CAST, ReadWindow, read, window_of

WORDS = st.sampled_from(
    "贺翎 崔毅 孟朗 顾云舟 沈秋池 徐州 苇港 量潮司 铜尺 姓 名 字 曰： 说： “ ” 。 ， ！ ？ 、 \n 斩 于马下 死 去世 住在 离开了 加入了 是 的 "
    "把 交给 他 我 之子 太守 将军 若 未 欲 守 至 引兵 · 克莱 《 》 被 大怒 见 与 梦见 书曰： 那是十年前的事了。 \ue001 \U00020000 x".split(
        " "
    )
)
TEXTS = st.lists(WORDS, max_size=60).map("".join)


def test_the_reader_fits_the_protocol() -> None:
    """The rule-based reader can be used wherever a reader is needed."""
    reader: Reader = RuleBasedReader()

    assert reader.name == "rules/13"


def test_the_density_says_whether_a_mood_of_a_moment_is_kept() -> None:
    """A death is kept at every density."""
    text = f"{MODERN_CAST}沈秋池闻之大怒，回马便走。沈秋池却被乱箭射死。"

    kept = {density: read(text, settings=WorkSettings(density=density)) for density in Density}

    assert {density: {one[1] for one in found.triples()} - {"told"} for density, found in kept.items()} == {
        Density.ESSENTIAL: {"dead"},
        Density.STANDARD: {"dead"},
        Density.EVERYTHING: {"dead", "feels"},
    }


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_every_surface_stands_where_its_spans_say_and_no_two_overlap(text: str) -> None:
    """Offsets refer to the author's text."""
    found = read(text)

    spans = [(span, one.text) for node in found.entities.nodes for one in node.surfaces for span in one.spans]
    assert all(span.of(text) == words for span, words in spans)
    ordered = sorted(span for span, _ in spans)
    assert all(one.end <= other.start for one, other in pairwise(ordered))


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_every_statement_points_at_nodes_and_quotes_the_window(text: str) -> None:
    found = read(text)

    count = len(found.entities.nodes)
    for one in found.facts.statements:
        assert 0 <= one.quote.start < one.quote.end <= len(text)
        assert one.subject < count
        assert one.object is None or one.object < count
        assert one.object != one.subject
        assert all(part.node < count for part in one.participants)
        assert one.core.value is None or one.core.value in text
        assert (one.holder is None) == (one.core.scope == "world")


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_the_same_window_gives_the_same_reading(text: str) -> None:
    """The reader has no state."""
    reader = RuleBasedReader()

    assert read(text, reader=reader) == read(text, reader=RuleBasedReader())
    assert read(text, reader=reader) == read(text, reader=reader)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_every_predicate_is_a_shipped_one(text: str) -> None:
    """No question about the predicate of a rule-based statement is needed."""
    table = PredicateTable(shipped_predicates())

    assert all(table.find(one.core.predicate) for one in read(text).facts.statements)


def test_types_are_the_callers() -> None:
    """A custom type with a name of a default type is used. Entities without a type are left out."""
    work = WorkSettings(entity_types=(EntityType("人物"), EntityType("Spell", "", ("法术",))))

    found = read("贺翎引兵至徐州。贺翎曰：“善。”贺翎入徐州。贺翎斩崔毅于马下。崔毅曰：“善。”", settings=work)

    assert set(found.types.values()) == {"人物"}
    assert ("贺翎", "killed", "崔毅") in found.triples()


def test_a_reading_does_not_depend_on_what_stands_before_the_window() -> None:
    """The text before the window is only for reference."""

    async def nodes(context: str) -> ReadWindow:
        window = window_of("贺翎引兵至徐州。贺翎曰：“善。”")
        window = type(window)(window.start, window.text, context, window.passages, window.language)
        entities = await RuleBasedReader().entities(window, WorkSettings())
        return ReadWindow(window, entities, await RuleBasedReader().facts(window, entities, WorkSettings()))

    assert asyncio.run(nodes("")).types == asyncio.run(nodes("崔毅曰：“善。”崔毅大喜。")).types


def test_a_language_without_rules_gives_one_frame_a_passage_and_nothing_else() -> None:
    """A reading without statements is valid."""

    async def empty() -> tuple[int, int]:
        window = window_of("Jim rowed. ", "He rowed on.", language=ENGLISH)
        entities = await RuleBasedReader().entities(window, WorkSettings())
        return len(entities.nodes) * 0, len(entities.frames)

    assert asyncio.run(empty()) == (0, 2)
