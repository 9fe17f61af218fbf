"""Tests of invalid edits, which are refused with a specific error and change nothing, and of valid edits, which are
stored completely.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import (
    HistoryCompactedError,
    InvalidOverrideError,
    UnknownEpisodeError,
    UnreadableFileError,
)
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter, Layer
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementScope
from episodic.model.records import Kind
from episodic.pipeline.edits.overrides import Attribution, FactChange, NewFact
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.story import canonical

CHAPTERS = (
    Chapter("Marsh Weller lives in Harrow Ferry. Odile Reed walked to the quay.\n", title="One", key="one"),
    Chapter("The next day Marsh Weller moved to Port Sable.\n", title="Two", key="two"),
    Chapter("Odile Reed walked to Port Sable.\n", title="Three", key="three"),
)
HALF = "\udcff"


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of a small work read by rules."""
    async with StoryGraph(SQLiteStore(":memory:"), group_id="refused") as made:
        await made.add_manuscript(CHAPTERS)
        yield made


async def fact(graph: StoryGraph, predicate: str = "lives_in") -> str:
    """Return the id of the first fact of a predicate."""
    page = await graph.get_facts(FactQuery(predicate=predicate), scope=Scope(include_ended=True))
    return page.facts[0].fact.uuid


async def other_entities(graph: StoryGraph, predicate: str) -> list[str | None]:
    """Return the entities of the facts of a predicate, without the subjects."""
    page = await graph.get_facts(FactQuery(predicate=predicate), scope=Scope(include_ended=True))
    return [one.fact.object_name for one in page.facts]


@pytest.mark.parametrize(
    "change",
    [
        FactChange(object="Odile Reed", value="a boat"),
        FactChange(object="Port Sable"),
        FactChange(object="Marsh Weller"),
        FactChange(predicate=" "),
        FactChange(value=""),
        FactChange(value=HALF),
        FactChange(time=HALF),
        FactChange(text=HALF),
        FactChange(predicate=HALF),
    ],
)
async def test_a_correction_that_cannot_be_kept_is_refused(graph: StoryGraph, change: FactChange) -> None:
    """The corrections have two objects, an unknown entity, the subject as object, no change, or a lone surrogate. The
    fact does not change.
    """
    before = await canonical(graph)
    home = await fact(graph)

    with pytest.raises(InvalidOverrideError):
        await graph.correct_fact(home, change)

    assert await canonical(graph) == before
    assert await graph.acts() == ()


@pytest.mark.parametrize(
    "new",
    [
        NewFact("Marsh Weller", "fears", "Odile Reed walked to the quay", object="Marsh Weller"),
        NewFact("Marsh Weller", " ", "Odile Reed walked to the quay", object="Odile Reed"),
        NewFact("Marsh Weller", "fears", "Odile Reed walked to the quay", value=HALF),
        NewFact("Marsh Weller", "fears", "Odile Reed walked to the quay", object="Odile Reed", time=HALF),
        NewFact("Marsh Weller", "fears", "Odile Reed walked to the quay", object="Odile Reed", holder="Odile Reed"),
    ],
)
async def test_an_added_fact_that_cannot_be_kept_is_refused(graph: StoryGraph, new: NewFact) -> None:
    with pytest.raises(InvalidOverrideError):
        await graph.add_facts([new])

    assert await graph.acts() == ()


async def test_words_that_cannot_be_kept_are_refused_with_every_decision(graph: StoryGraph) -> None:
    """A lone surrogate is not text."""
    home = await fact(graph)

    with pytest.raises(InvalidOverrideError, match="reason"):
        await graph.lock(home, attribution=Attribution(reason=HALF))
    with pytest.raises(InvalidOverrideError, match="author"):
        await graph.merge_entities("Marsh Weller", "Odile Reed", by=HALF)
    with pytest.raises(InvalidOverrideError, match="reason"):
        await graph.split_entity("Marsh Weller", chapters=["two"], attribution=Attribution(reason=HALF))
    with pytest.raises(InvalidOverrideError, match="reason"):
        await graph.correct_entity("Marsh Weller", Correction.NAME, "Marsh", attribution=Attribution(reason=HALF))

    assert await graph.acts() == ()


async def test_a_merge_with_itself_names_who_it_is(graph: StoryGraph) -> None:
    """The error suggests a remedy."""
    with pytest.raises(InvalidOverrideError, match="'Marsh Weller' cannot be merged with itself") as raised:
        await graph.merge_entities("Marsh Weller", "Marsh Weller")

    assert raised.value.hint


async def test_an_added_fact_can_be_corrected_locked_and_retracted(graph: StoryGraph) -> None:
    """An added fact is a fact like any other."""
    await graph.add_facts([NewFact("Marsh Weller", "fears", "Odile Reed walked to the quay", object="Odile Reed")])

    await graph.correct_fact(await fact(graph, "fears"), FactChange(predicate="hates"))
    corrected = await other_entities(graph, "fears"), await other_entities(graph, "hates")
    await graph.lock(await fact(graph, "hates"))
    await graph.retract(await fact(graph, "hates"))

    assert corrected == ([], ["Odile Reed"])
    assert await other_entities(graph, "hates") == []
    assert await graph.acts(loose=True) == ()


async def test_a_correction_whose_people_are_no_longer_told_of_leaves_what_was_read(graph: StoryGraph) -> None:
    """The correction is unmatched, and applies again when its entities return."""
    await graph.replace_episode("three", "Kara Holt walked to the quay. Marsh Weller lives in Harrow Ferry.\n")
    homes = (await graph.get_facts(FactQuery(predicate="lives_in"), scope=Scope(include_ended=True))).facts
    last = max(homes, key=lambda one: one.fact.evidence[-1].told).fact.uuid
    await graph.correct_fact(last, FactChange(predicate="fears", object="Kara Holt"))
    corrected = await other_entities(graph, "fears")

    await graph.replace_episode("three", "Marsh Weller lives in Harrow Ferry.\n")
    gone = await other_entities(graph, "fears"), [one.kind.value for one in await graph.acts(loose=True)]
    homes_left = len(await other_entities(graph, "lives_in"))
    await graph.undo()

    assert corrected == ["Kara Holt"]
    assert gone == ([], ["correct"])
    assert homes_left == len(homes)
    assert await other_entities(graph, "fears") == ["Kara Holt"]


async def test_a_draft_is_no_place_to_stand_beside(graph: StoryGraph) -> None:
    """The error says that the neighbour is a draft, not that it does not exist."""
    await graph.add_manuscript([Chapter("Odile Reed slept.\n", title="Four", key="four")], layer=Layer.DRAFT)

    with pytest.raises(InvalidOverrideError, match="draft"):
        await graph.move_episode("one", before="four")
    with pytest.raises(InvalidOverrideError, match="draft"):
        await graph.insert_episode("Odile Reed woke.\n", name="Five", after="four")
    with pytest.raises(InvalidOverrideError, match="draft"):
        await graph.move_episode("four", before="one")


async def test_a_reference_of_thousands_of_digits_is_no_chapter(graph: StoryGraph) -> None:
    """Python does not parse a number of that length."""
    with pytest.raises(UnknownEpisodeError):
        await graph.move_episode("9" * 5000, before="one")


async def test_a_draft_is_checked_at_one_place(graph: StoryGraph) -> None:
    """A draft cannot both replace a chapter and follow another."""
    with pytest.raises(InvalidOverrideError, match="'Two'"):
        await graph.check("Odile Reed slept.\n", instead_of="one", after="two")


async def test_text_and_titles_with_half_a_character_are_refused_everywhere(graph: StoryGraph) -> None:
    """The text is refused before any chapter is read."""
    with pytest.raises(UnreadableFileError):
        await graph.check(f"Odile Reed slept{HALF}.\n")
    with pytest.raises(UnreadableFileError):
        await graph.insert_episode(Chapter("Odile Reed slept.\n", title=HALF, key="four"), after="one")
    with pytest.raises(UnreadableFileError):
        await graph.replace_episode("one", Chapter("Odile Reed slept.\n", title=HALF))

    assert len(await graph.commits()) == len(CHAPTERS)


async def test_an_undo_that_reaches_behind_what_was_compacted_changes_nothing(graph: StoryGraph) -> None:
    """No step is undone, even if some steps could be undone."""
    await graph.rename_episode("one", "Uno")
    await graph.compact(keep_revisions=2)
    before = await graph.commits()

    with pytest.raises(HistoryCompactedError):
        await graph.undo(3)

    assert await graph.commits() == before


async def test_a_predicate_is_corrected_bit_by_bit(graph: StoryGraph) -> None:
    """A later correction adds to the earlier corrections of a predicate."""
    shipped = await graph.predicate("lives in")
    assert shipped is not None

    await graph.correct_predicate(Predicate(shipped.name, living=not shipped.living))

    known = await graph.predicate(shipped.name)
    assert known is not None
    assert known.living is not shipped.living
    assert await graph.predicate("frobnicates") is None


async def test_a_draft_taken_out_leaves_no_answer_behind() -> None:
    """The answers to a draft's questions are removed with the draft."""
    script = Script(
        {"林远": "Person", "灰鹭": "Person", "云州": "Place"}, {"林远住在云州": [Says("林远", "lives_in", "云州")]}
    )
    async with StoryGraph(SQLiteStore(":memory:"), model=script.model(), group_id="residue") as graph:
        await graph.add_episode(Chapter("林远住在云州。\n", title="一", key="one"))
        before = await graph.store.fetch("residue", Kind.JUDGEMENT)
        await graph.add_manuscript([Chapter("灰鹭走了。\n", title="二", key="two")], layer=Layer.DRAFT)
        during = await graph.store.fetch("residue", Kind.JUDGEMENT)

        await graph.remove_episode("two")

        assert len(during) > len(before)
        assert await graph.store.fetch("residue", Kind.JUDGEMENT) == before


async def test_a_claim_has_its_holder(graph: StoryGraph) -> None:
    """A claim has a holder and is separate from facts of the world."""
    quote = "Odile Reed walked to the quay"
    claim = NewFact(
        "Marsh Weller", "fears", quote, object="Odile Reed", scope=StatementScope.CLAIM, holder="Odile Reed"
    )

    edited = await graph.add_facts([claim])

    assert [(one.scope, one.holder_name) for one in edited.diff.added] == [(StatementScope.CLAIM, "Odile Reed")]
