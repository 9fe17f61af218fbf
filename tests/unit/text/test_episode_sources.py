"""Tests of messages and JSON as the text of a chapter."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.errors import InputError
from episodic.model.episodes import EpisodeSource
from episodic.model.json_shapes import Json
from episodic.model.readings import StatementScope
from episodic.text.episode_sources import text_of
from tests.story import memory_graph

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def test_messages_become_direct_speech_in_their_language() -> None:
    chinese = text_of("林远：我住在海门城。\n沈度: 他说“好”。\n真的。\n", EpisodeSource.MESSAGE)
    english = text_of("Mara: I live in Caldmere.\n\nTom Reed: Good.", EpisodeSource.MESSAGE)

    assert chinese == "林远说：“我住在海门城。”\n\n沈度说：“他说‘好’。 真的。”\n"
    assert english == "Mara said: “I live in Caldmere.”\n\nTom Reed said: “Good.”\n"


def test_json_becomes_lines_with_the_names_of_its_values() -> None:
    body = json.dumps(
        {"name": "林远", "age": 30, "dead": False, "homes": ["海门城", "云州"], "sword": {"owner": None, "of": "iron"}}
    )

    assert text_of(body, EpisodeSource.JSON).split("\n\n") == [
        "name: 林远\nage: 30\ndead: false",
        "homes: 海门城\nhomes: 云州",
        "sword of: iron\n",
    ]


def test_a_text_stays_as_it_is() -> None:
    assert text_of("Mara: lived.\n", EpisodeSource.TEXT) == "Mara: lived.\n"


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("nobody speaks here\nMara: yes", EpisodeSource.MESSAGE),
        ("{", EpisodeSource.JSON),
        ("[" * 60 + "]" * 60, EpisodeSource.JSON),
    ],
)
def test_a_body_that_is_not_of_its_source_is_refused(body: str, source: EpisodeSource) -> None:
    with pytest.raises(InputError):
        text_of(body, source)


@settings(deadline=None)
@given(JSON_VALUES)
def test_every_value_of_a_json_stands_in_the_text(value: Json) -> None:
    text = text_of(json.dumps(value), EpisodeSource.JSON)

    def leaves(one: Json) -> list[str]:
        if isinstance(one, dict):
            return [leaf for inner in one.values() for leaf in leaves(inner)]
        if isinstance(one, list):
            return [leaf for inner in one for leaf in leaves(inner)]
        return [] if one is None else [one if isinstance(one, str) else json.dumps(one)]

    assert all(leaf in text for leaf in leaves(value))


async def test_messages_and_json_are_read_as_chapters() -> None:
    """What a message says is a claim of its speaker."""
    async with memory_graph() as graph:
        await graph.add_episode("林远：沈度住在云州。\n沈度：林远死了。", name="谈话", source=EpisodeSource.MESSAGE)
        sheet = await graph.add_episode('{"人物": "林远住在海门城。"}', name="人物表", source=EpisodeSource.JSON)
        page = await graph.get_facts()

    assert sheet.diff.added
    claims = {one.fact.holder_name for one in page.facts if one.fact.scope is StatementScope.CLAIM}
    assert claims & {"林远", "沈度"}
