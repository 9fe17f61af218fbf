"""Tests of the sentences of promises."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.stores.sqlite import SQLiteStore
from tests.stories.scenario_stories import chapter
from tests.stories.script import Says, Script


@pytest.mark.parametrize(
    ("people", "told", "expected"),
    [
        (("Ann", "Wu"), "Ann comes to Wu tomorrow", "Ann promised: Ann comes to Wu tomorrow"),
        (("Ann", "Wu"), "Ann gave Wu her word to come", "Ann gave Wu her word to come"),
        (("安儿", "吴海"), "安儿明儿来看吴海", "安儿许诺：安儿明儿来看吴海"),
        (("安儿", "吴海"), "安儿答应吴海明儿来", "安儿答应吴海明儿来"),
    ],
)
async def test_a_promise_does_not_read_as_something_that_happens(
    people: tuple[str, str], told: str, expected: str
) -> None:
    promise = Says(people[0], "promised", people[1], placing="ahead", text=told)
    script = Script(dict.fromkeys(people, "Person"), {told: [promise]})
    async with StoryGraph(SQLiteStore(":memory:"), group_id="story", model=script.model()) as graph:
        await graph.add_manuscript([chapter(1, f"{told}。\n")])
        (fact,) = (await graph.get_facts()).facts

    assert fact.text == expected
