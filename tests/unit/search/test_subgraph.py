"""A subgraph as a picture, as a prompt, as JSON."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from episodic.model.episodes import Layer
from episodic.model.graph import Entity, Fact
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from episodic.model.spans import Evidence, Told
from episodic.search.exploring import Reach, explore
from episodic.search.scope import Scope
from episodic.search.shown import ShownFact, Validity
from episodic.search.subgraph import Seed, Subgraph
from tests.store_contract.builders import HOSTILE
from tests.unit.search.telling import lotm


class PicturedEntity(BaseModel):
    """An entity in the JSON form."""

    uuid: str
    name: str


class PicturedQuote(BaseModel):
    """A quote in the JSON form."""

    chapter: int
    text: str
    start: int
    end: int


class PicturedFact(BaseModel):
    """A fact in the JSON form."""

    uuid: str
    quotes: list[PicturedQuote]


class Pictured(BaseModel):
    """A subgraph in the JSON form."""

    entities: list[PicturedEntity]
    facts: list[PicturedFact]


NODE = re.compile(r'    n\d+\["[^"\n\[\]<>{}|\\`\x00-\x1f]*(?:<br/>[^"\n\[\]<>{}|\\`\x00-\x1f]*)*"\]')
ARROW = re.compile(r'    n\d+ -->\|"[^"\n\[\]<>{}|\\`\x00-\x1f]*"\| n\d+')
WORDS = Evidence("e", "words", 0, 5, Told(1, 0))


def entity(uuid: str, name: str) -> Entity:
    """Somebody of that name."""
    return Entity(uuid, "g", name, "Person", (), "", 1, WORDS)


def says(subject: str, predicate: str, target: str | None, *, value: str | None = None, uuid: str = "f") -> ShownFact:
    """A fact between two ids, or of one with a value."""
    fact = Fact(
        uuid=uuid,
        group_id="g",
        layer=Layer.CANON,
        subject=subject,
        subject_name=subject,
        subject_type="Person",
        predicate=predicate,
        kind=PredicateKind.STATE,
        object=target,
        object_name=target,
        object_type=None if target is None else "Person",
        value=value,
        participants=(),
        text=f"{subject} {predicate} {target or value}",
        denied=False,
        scope=StatementScope.WORLD,
        holder=None,
        holder_name=None,
        tellers=(),
        valid_at=None,
        invalid_at=None,
        ended_by=(),
        told_at=WORDS.told,
        evidence=(WORDS,),
        ends=(),
        lo=None,
        hi=None,
    )
    return ShownFact(fact, Validity("since a time not stated", None, None, ended=False), None, ())


def named(name: str, predicate: str = "knows") -> Subgraph:
    """Two of that name, one knowing the other, with a value of that name, too."""
    facts = (says("a", predicate, "b"), says("a", predicate, None, value=name, uuid="g"))
    return Subgraph((Seed(name, "a", name),), (entity("a", name), entity("b", name)), facts)


async def test_the_picture_has_a_node_an_entity_and_an_arrow_a_fact() -> None:
    """Values stand in the node, not as arrows."""
    view = await lotm().view(Scope(include_ended=True))

    picture = (await explore(view, ["克莱恩"], reach=Reach(depth=2))).to_mermaid().splitlines()

    assert picture[0] == "flowchart LR"
    assert sum(bool(NODE.fullmatch(line)) for line in picture) == 6
    assert sum(bool(ARROW.fullmatch(line)) for line in picture) == 5
    assert any("克莱恩·莫雷蒂 (人物)" in line and "序列8:小丑" in line for line in picture)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_picture(name: str) -> None:
    """Every line is still one node or one arrow."""
    picture = named(name, name).to_mermaid().splitlines()

    assert len(picture) == 4
    assert all(NODE.fullmatch(line) for line in picture[1:3])
    assert ARROW.fullmatch(picture[3])


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_at_all_breaks_the_picture(name: str, predicate: str) -> None:
    """Whatever a manuscript calls them."""
    picture = named(name, predicate).to_mermaid().split("\n")

    assert len(picture) == 4
    assert all(NODE.fullmatch(line) for line in picture[1:3])
    assert ARROW.fullmatch(picture[3])


async def test_a_prompt_says_who_and_what_and_when_without_ids() -> None:
    """In the work's language."""
    tale = lotm()
    view = await tale.view(Scope(include_ended=True))
    ids = [*(one.uuid for one in tale.facts), *(one.uuid for one in tale.entities.values())]

    text = (await explore(view, ["克莱恩"])).to_prompt()

    assert text.splitlines()[0] == "克莱恩·莫雷蒂（人物），又称周明瑞、克莱恩"
    assert "- 克莱恩·莫雷蒂是值夜者的成员。（自第2章起，至第5章止）" in text
    assert not any(uuid in text for uuid in ids)


@pytest.mark.parametrize("most", [0, 5, 20, 60, 120, 150, 200, 10_000])
async def test_a_prompt_keeps_its_limit_and_counts_what_is_left_out(most: int) -> None:
    """Never a character more; what does not fit is said as far as that fits."""
    view = await lotm().view(Scope(include_ended=True))
    graph = await explore(view, ["克莱恩"])

    text = graph.to_prompt(most)

    assert len(text) <= most
    said = sum(line.startswith("- ") for line in text.splitlines())
    left_out = f"（另有{len(graph.facts) - said}条事实未列出）"
    assert (left_out in text) is (said < len(graph.facts) and most >= len(left_out))


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_begins_a_line_of_its_own_in_a_prompt(name: str) -> None:
    """Two seeds or others, and two facts, each on one line, nothing invisible in them."""
    lines = named(name, name).to_prompt(100_000).split("\n")

    assert len(lines) == 4
    assert all(line.isprintable() for line in lines)


async def test_the_json_form_is_json_and_complete() -> None:
    """Ids, quotes with their places, and no vectors."""
    tale = lotm()
    graph = await explore(await tale.view(), ["值夜者"])

    value = Pictured.model_validate_json(json.dumps(graph.to_dict(), ensure_ascii=False))

    assert [one.name for one in value.entities] == [one.name for one in graph.entities]
    for fact in value.facts:
        for quote in fact.quotes:
            assert tale.episodes[quote.chapter - 1].text[quote.start : quote.end] == quote.text
    assert value.facts
    assert "vector" not in json.dumps(graph.to_dict())


def test_merging_keeps_facts_of_the_same_ends_apart() -> None:
    """Joined, left, joined again: two facts."""
    entities = (entity("a", "Lin"), entity("b", "Guild"))
    first = Subgraph((), entities, (says("a", "member", "b", uuid="1"),))
    second = Subgraph((), entities, (says("a", "member", "b", uuid="1"), says("a", "member", "b", uuid="2")))

    both = first.merged(second)

    assert [one.uuid for one in both.facts] == ["1", "2"]
    assert len(both.entities) == 2


def test_printed_it_is_short() -> None:
    """Counts and at most twenty facts."""
    facts = tuple(says("a", "knows", "b", uuid=str(number)) for number in range(50))

    printed = str(Subgraph((), (entity("a", "Lin"), entity("b", "Wu")), facts))

    assert printed.splitlines()[0] == "2 entities, 50 facts, 0 left out"
    assert len(printed.splitlines()) == 21
