"""A scripted story for tests of context packs, and what a pack shows of it."""

from __future__ import annotations

from episodic.app import StoryGraph
from episodic.context.pack import ContextPack
from episodic.context.sections import SectionKind
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = dict.fromkeys(("Lin", "Mei", "Wu"), "Person") | {"Harbor": "Place", "Capital": "Place", "Sword": "Item"}
SENTENCES = {
    "Lin lived in Harbor": [Says("Lin", "lives_in", "Harbor")],
    "Lin moved to Capital": [Says("Lin", "lives_in", "Capital")],
    "Mei was Lin's sister": [Says("Mei", "sibling_of", "Lin")],
    "Lin held the Sword": [Says("Lin", "holds", "Sword")],
    "Lin promised Mei to bring the Sword home": [Says("Lin", "promised", "Mei")],
    "Wu met Mei": [Says("Wu", "met", "Mei")],
}
TEXTS = (
    "On day 10, Lin lived in Harbor. Mei was Lin's sister.\n\n“I shall wait for you,” said Mei.\n",
    "On day 12, Lin held the Sword. Lin promised Mei to bring the Sword home.\n\n* * *\n\nThe rain fell.\n",
    "On day 20, Lin moved to Capital. Wu met Mei.\n",
)


def scripted() -> StoryGraph:
    """Return an empty work that the scripted model reads."""
    model = Script(PEOPLE, SENTENCES).model()
    return StoryGraph(SQLiteStore(":memory:"), group_id="pack", model=model, clock=lambda: "2026-01-01T00:00:00+00:00")


def chapters(*texts: str) -> list[Chapter]:
    """Return these texts as chapters."""
    return [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(texts, start=1)]


def texts_of(pack: ContextPack, kind: SectionKind) -> str:
    """Return the lines of a section of a pack, without their quotes."""
    return "\n".join(line.text for section in pack.sections if section.kind is kind for line in section.lines)
