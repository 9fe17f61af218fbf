"""What a point-of-view character knows in a context pack."""

from __future__ import annotations

import re

from episodic.app import StoryGraph
from episodic.context.pack import ContextPack
from episodic.context.sections import SectionKind
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = dict.fromkeys(("Lin", "Mei", "Wu"), "Person") | {"Harbor": "Place", "Capital": "Place", "Sword": "Item"}
SENTENCES = {
    "Lin lived in Harbor": [Says("Lin", "lives_in", "Harbor")],
    "Wu lived in Capital": [Says("Wu", "lives_in", "Capital")],
    "Mei held the Sword": [Says("Mei", "holds", "Sword")],
    "Lin died": [Says("Lin", "dead", phase="begins")],
    "Mei lived in Capital": [Says("Mei", "lives_in", "Capital")],
}
TEXTS = (
    "Wu said nothing, and Lin left. Lin lived in Harbor.\n\n* * *\n\nMei held the Sword.\n",
    "Lin died.\n",
    "Mei lived in Capital.\n",
)


def lines_of(pack: ContextPack) -> str:
    return "\n".join(line.text for one in pack.sections if one.kind is SectionKind.KNOWLEDGE for line in one.lines)


async def test_the_dead_learn_nothing_more_and_are_wrong_about_nothing_that_their_death_has_ended() -> None:
    """What was told before, and what Lin did not know of it, stays."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=Script(PEOPLE, SENTENCES).model()) as graph:
        await graph.add_manuscript([Chapter(text, key=f"ch{n}", title=f"ch{n}") for n, text in enumerate(TEXTS, 1)])

        living = lines_of(await graph.context(2, cast=["Lin", "Mei"], pov="Lin"))
        dead = lines_of(await graph.context(cast=["Lin", "Mei"], pov="Lin"))

    assert re.search("knows: .*Lin lived in Harbor", living)
    assert re.search("does not know: .*Mei held the Sword", living)
    assert re.search("does not know: .*Mei held the Sword", dead)
    assert "Lin died" not in dead
    assert "Mei lived in Capital" not in dead
    assert "wrong" not in dead
