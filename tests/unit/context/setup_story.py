"""A story with a setup that a later chapter pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from episodic.app import StoryGraph
from episodic.llm.scripted import ScriptedModel
from episodic.model.episodes import Chapter
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = {"Ann": "Person", "Bo": "Person", "Cal": "Person", "the horn": "Item"}
WHO = "Who made the horn?"
SWORN = "Will Bo bring the horn back?"
SETUPS = {
    "Nobody knew the maker of the horn": [f"the horn,Ann|{WHO}|Nobody knew the maker of the horn|3"],
    "Bo swore to bring back the horn": [f"Bo,the horn|{SWORN}|Bo swore to bring back the horn|by:before Easter"],
}
SENTENCES = {
    "Ann hid the horn": [Says("Ann", "covered", "the horn", text="Ann hid the horn.")],
    "Bo swore to bring back the horn": [Says("Bo", "promised", value="bring back the horn", text="Bo promised.")],
    "Ann met Bo": [Says("Ann", "met", "Bo", text="Ann met Bo.")],
    "Bo had made the horn": [Says("Bo", "made", "the horn", text="Bo made the horn.")],
    "Cal blew the horn": [Says("Cal", "blew", "the horn", text="Cal blew the horn.")],
}
TEXTS = (
    "Ann hid the horn. Nobody knew the maker of the horn. Bo swore to bring back the horn.",
    "Ann met Bo.",
    "Bo had made the horn.",
    "Cal blew the horn.",
)
PAID = {WHO: "Bo made the horn."}


def model_of(payoffs: Mapping[str, str] = PAID) -> ScriptedModel:
    """Return a model that notes both setups, and that finds these payoffs."""
    return Script(PEOPLE, SENTENCES, setups=SETUPS, payoffs=payoffs).model()


def graph_of(model: ScriptedModel) -> StoryGraph:
    """Return an empty work that the model reads."""
    clock = "2026-01-01T00:00:00+00:00"
    return StoryGraph(SQLiteStore(":memory:"), group_id="story", model=model, clock=lambda: clock)


def chapters(texts: Sequence[str] = TEXTS) -> list[Chapter]:
    """Return these texts as chapters."""
    return [Chapter(text, key=f"ch{n}", title=f"ch{n}", number=n) for n, text in enumerate(texts, 1)]
