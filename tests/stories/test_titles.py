"""Tests of titles without a certain bearer: a title with one bearer finds the person, and a title with several bearers
lists them.
"""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import AmbiguousNameError
from episodic.extraction.llm_based.prompts import EntitiesPrompt
from episodic.extraction.llm_based.replies import EntitiesReply
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.replies import Named, entities_reply
from tests.stories.script import Script


class Titled(Script):
    """A script whose reader takes some names for shared titles."""

    def _entities(self, prompt: EntitiesPrompt) -> EntitiesReply:
        found = [
            Named(type="Person", names=[name], titles=[title])
            for name, title in {"林远": "母亲", "沈度": "掌柜", "吴海": "掌柜"}.items()
            if name in prompt.window
        ]
        return entities_reply(found)


async def test_a_title_of_one_bearer_is_resolved_and_one_of_several_lists_them() -> None:
    """In a story with one mother, 母亲 is that mother."""
    script = Titled({}, {})
    text = "母亲林远在家。掌柜沈度来了，母亲不理掌柜。\n"
    async with StoryGraph(SQLiteStore(":memory:"), model=script.model(), group_id="titles") as graph:
        await graph.add_episode(Chapter(text, title="一", key="one"))
        await graph.add_episode(Chapter("掌柜吴海走了。\n", title="二", key="two"))

        assert (await graph.get_entity("母亲")).entity.name == "林远"
        with pytest.raises(AmbiguousNameError) as raised:
            await graph.get_entity("掌柜")
        assert {name.partition(",")[0] for _, name in raised.value.candidates} == {"沈度", "吴海"}
