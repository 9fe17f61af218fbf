"""Subgraph output: Mermaid diagram, prompt text, JSON, merging and string form."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from episodic.model.graph import Entity
from episodic.model.spans import Evidence, NarrativePosition
from episodic.search.fact_views import FactView
from episodic.search.scope import Scope
from episodic.search.subgraph import Seed, Subgraph
from episodic.search.traversal import Traversal, explore
from episodic.search.validity import Validity
from episodic.testing.store_contract.builders import HOSTILE
from episodic.text.token_counts import token_bound
from tests.unit.search.story_builder import lotm
from tests.unit.search.work_builder import plain_fact


class EntityJson(BaseModel):
    """An entity in the JSON form."""

    uuid: str
    name: str


class QuoteJson(BaseModel):
    """A quote in the JSON form."""

    chapter: int
    text: str
    start: int
    end: int


class FactJson(BaseModel):
    """A fact in the JSON form."""

    uuid: str
    quotes: list[QuoteJson]


class SubgraphJson(BaseModel):
    """A subgraph in the JSON form."""

    entities: list[EntityJson]
    facts: list[FactJson]


NODE = re.compile(r'    n\d+\["[^"\n\[\]<>{}|\\`\x00-\x1f]*(?:<br/>[^"\n\[\]<>{}|\\`\x00-\x1f]*)*"\]')
ARROW = re.compile(r'    n\d+ -->\|"[^"\n\[\]<>{}|\\`\x00-\x1f]*"\| n\d+')
WORDS = Evidence("e", "words", 0, 5, NarrativePosition(1, 0))


def entity(uuid: str, name: str) -> Entity:
    """Return a person of this name."""
    return Entity(uuid, "g", name, "Person", (), "", 1, WORDS)


def states(subject: str, predicate: str, target: str | None, *, value: str | None = None, uuid: str = "f") -> FactView:
    """Return a fact between two entity ids, or with a value."""
    who, whom = entity(subject, subject), None if target is None else entity(target, target)
    fact = replace(
        plain_fact(who, predicate, whom, (WORDS,)),
        uuid=uuid,
        value=value,
        text=f"{subject} {predicate} {target or value}",
    )
    return FactView(fact, Validity("since a time not stated", None, None, ended=False), None, ())


def named(name: str, predicate: str = "knows") -> Subgraph:
    """Return a subgraph of two entities of this name, one fact between them, and a fact with this name as value."""
    facts = (states("a", predicate, "b"), states("a", predicate, None, value=name, uuid="g"))
    return Subgraph((Seed(name, "a", name),), (entity("a", name), entity("b", name)), facts)


async def test_the_diagram_has_a_node_per_entity_and_an_arrow_per_fact() -> None:
    """The diagram shows values in the node and not as arrows."""
    view = await lotm().view(Scope(include_ended=True))

    picture = (await explore(view, ["克莱恩"], traversal=Traversal(depth=2))).to_mermaid().splitlines()

    assert picture[0] == "flowchart LR"
    assert sum(bool(NODE.fullmatch(line)) for line in picture) == 6
    assert sum(bool(ARROW.fullmatch(line)) for line in picture) == 5
    assert any("克莱恩·莫雷蒂 (人物)" in line and "序列8:小丑" in line for line in picture)


def test_hostile_names_do_not_break_the_diagram() -> None:
    """Every line of the diagram is one node or one arrow, even with hostile names."""
    for name in HOSTILE:
        picture = named(name, name).to_mermaid().splitlines()

        assert len(picture) == 4, name
        assert all(NODE.fullmatch(line) for line in picture[1:3]), name
        assert ARROW.fullmatch(picture[3]), name


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_breaks_the_diagram(name: str, predicate: str) -> None:
    picture = named(name, predicate).to_mermaid().split("\n")

    assert len(picture) == 4
    assert all(NODE.fullmatch(line) for line in picture[1:3])
    assert ARROW.fullmatch(picture[3])


async def test_prompt_text_has_entities_facts_and_validity_without_ids() -> None:
    tale = lotm()
    view = await tale.view(Scope(include_ended=True))
    ids = [*(one.uuid for one in tale.facts), *(one.uuid for one in tale.entities.values())]

    text = (await explore(view, ["克莱恩"])).to_prompt()

    assert text.splitlines()[0] == "克莱恩·莫雷蒂（人物），又称周明瑞、克莱恩"
    assert "- 克莱恩·莫雷蒂是值夜者的成员。（自第2章起，至第5章止）" in text
    assert not any(uuid in text for uuid in ids)


@pytest.mark.parametrize("most", [0, 5, 20, 60, 120, 150, 200, 10_000])
async def test_a_prompt_keeps_its_limit_and_counts_what_is_left_out(most: int) -> None:
    """The prompt text never has more tokens than the limit. The count of left-out facts is included if there is room."""
    view = await lotm().view(Scope(include_ended=True))
    graph = await explore(view, ["克莱恩"])

    text = graph.to_prompt(most)

    assert token_bound(text) <= most
    said = sum(line.startswith("- ") for line in text.splitlines())
    left_out = f"（另有{len(graph.facts) - said}条事实未列出）"
    assert (left_out in text) is (said < len(graph.facts) and most >= token_bound(left_out))


def test_no_name_starts_a_new_line_in_a_prompt() -> None:
    """Two entities and two facts are each on one line, without unprintable characters."""
    for name in HOSTILE:
        lines = named(name, name).to_prompt(100_000).split("\n")

        assert len(lines) == 4, name
        assert all(line.isprintable() for line in lines), name


async def test_the_json_form_is_valid_and_complete() -> None:
    """The JSON form has ids, and quotes with offsets, but no vectors."""
    tale = lotm()
    graph = await explore(await tale.view(), ["值夜者"])

    value = SubgraphJson.model_validate_json(json.dumps(graph.to_dict(), ensure_ascii=False))

    assert [one.name for one in value.entities] == [one.name for one in graph.entities]
    for fact in value.facts:
        for quote in fact.quotes:
            assert tale.episodes[quote.chapter - 1].text[quote.start : quote.end] == quote.text
    assert value.facts
    assert "vector" not in json.dumps(graph.to_dict())


def test_merging_keeps_facts_of_the_same_ends_apart() -> None:
    """Two memberships at different times stay two facts."""
    entities = (entity("a", "Lin"), entity("b", "Guild"))
    first = Subgraph((), entities, (states("a", "member", "b", uuid="1"),))
    second = Subgraph((), entities, (states("a", "member", "b", uuid="1"), states("a", "member", "b", uuid="2")))

    both = first.merged(second)

    assert [one.uuid for one in both.facts] == ["1", "2"]
    assert len(both.entities) == 2


def test_the_string_form_is_short() -> None:
    """The string form has counts and at most 20 facts."""
    facts = tuple(states("a", "knows", "b", uuid=str(number)) for number in range(50))

    printed = str(Subgraph((), (entity("a", "Lin"), entity("b", "Wu")), facts))

    assert printed.splitlines()[0] == "2 entities, 50 facts, 0 left out"
    assert len(printed.splitlines()) == 21
