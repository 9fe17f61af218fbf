"""What a view sees: layers, ended facts, moments of the story, and what it refuses to guess."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.search.chapters import chapter_refs
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.search.view import View, has_ended
from episodic.temporal.asof import Holding
from tests.unit.search.telling import day, harbor, lotm, planned


async def test_ended_facts_are_left_out_unless_asked_for() -> None:
    """What held once is no answer to what holds."""
    tale = harbor()
    view = await tale.view()

    now = [one.text for one in tale.facts if view.standing(one).seen]
    ever = [one.text for one in tale.facts if view.wider().standing(one).seen]

    assert "Lin Marsh lives in Harbor." not in now
    assert "Lin Marsh lives in Harbor." in ever


def test_an_event_never_ends() -> None:
    """It has one moment."""
    gift = next(one for one in harbor().facts if one.kind is PredicateKind.EVENT)

    assert not has_ended(replace(gift, invalid_at=day(12), ended_by=("x",)))


@pytest.mark.parametrize("seen", [Holding.HOLDS, Holding.POSSIBLE])
async def test_the_moment_that_is_asked_for_decides(seen: Holding) -> None:
    """What holds or may hold then is seen, ended since or not; what does not hold is not seen, whatever else is asked."""
    tale = harbor()
    refs = chapter_refs(tale.episodes)

    def holding(fact: Fact) -> Holding:
        return seen if "Harbor" in fact.text else Holding.NO

    for scope in (Scope(as_of="day 15"), Scope(as_of="day 15", include_ended=True)):
        view = View("harbor", await tale.saved(), None, refs, scope, holding=holding)
        standing = {one.text: view.standing(one) for one in tale.facts}

        assert [text for text, one in standing.items() if one.seen] == ["Lin Marsh lives in Harbor."]
        assert standing["Lin Marsh lives in Harbor."].holding is seen


@pytest.mark.parametrize("scope", [Scope(as_of="day 15"), Scope(pov="Mei")])
async def test_a_question_that_nobody_can_decide_is_refused(scope: Scope) -> None:
    """A restriction is never silently dropped."""
    tale = harbor()

    with pytest.raises(InvalidFilterError):
        await tale.view(scope)


async def test_a_point_of_view_hides_facts_and_passages() -> None:
    """Only what that person knows, and where that person was."""
    tale = harbor()

    def knows(thing: Fact | Passage) -> bool:
        return "Mei" in thing.text

    view = View("harbor", await tale.saved(), None, chapter_refs(tale.episodes), Scope(pov="Mei"), knows=knows)

    assert [one.text for one in tale.facts if view.standing(one).seen] == ["Mei believed that Chen was alive."]
    assert all("Mei" in one.text for one in tale.passages if view.sees_passage(one))


async def test_a_store_of_one_mind_reads_only_the_chapters_that_the_person_has_words_from() -> None:
    """Chapters keep their numbers, and filters may name any of them; an entity first named elsewhere is not read."""
    tale = harbor()
    refs = chapter_refs(tale.episodes)
    known = frozenset(uuid for uuid, one in refs.items() if one.ordinal == 2)
    scope = Scope(pov="Mei", filters=SearchFilters(chapters=(1, 2)))

    view = View("harbor", await tale.saved(), None, refs, scope, knows=lambda _: True, known_chapters=known)

    assert [refs[uuid].ordinal for uuid in refs if view.reads_chapter(uuid)] == [2]
    assert view.reads_entity(tale.entities["Mei"])
    assert not view.reads_entity(tale.entities["Harbor"])


async def test_canon_shows_nothing_of_a_plan() -> None:
    """Neither its facts and passages, nor who or what only it names."""
    tale = planned()
    view = await tale.view()

    entities = {one.uuid: one for one in tale.entities.values()}.values()

    assert [one.predicate for one in tale.facts if view.standing(one).seen] == ["lives_in"]
    assert [one.text for one in tale.passages if view.sees_passage(one)] == ["Lin lived in Harbor.\n"]
    assert [one.name for one in entities if view.sees_entity(one)] == ["Lin", "Harbor"]


async def test_a_name_that_only_a_plan_gives_is_not_shown_in_canon() -> None:
    """The entity is, without it and without the summary made of all layers."""
    tale = planned()
    view = await tale.view()

    lin = view.entity_as_seen(tale.entities["Lin"])

    assert [one.text for one in lin.aliases] == ["Lin"]
    assert lin.summary == ""


async def test_several_layers_are_seen_together_when_asked_for() -> None:
    """A plan beside canon."""
    tale = planned()
    view = await tale.view(Scope(layers=frozenset({Layer.CANON, Layer.PLAN})))

    assert all(view.standing(one).seen for one in tale.facts)
    assert len(view.entity_as_seen(tale.entities["Lin"]).aliases) == 2


@pytest.mark.parametrize("field", ["as_of", "pov"])
async def test_a_summary_of_the_end_is_not_shown_at_another_moment(field: str) -> None:
    """It tells what holds when all is told, and what others know."""
    tale = lotm()
    scope = Scope(as_of="第3章") if field == "as_of" else Scope(pov="邓恩")
    view = View(
        "lotm",
        await tale.saved(),
        None,
        chapter_refs(tale.episodes),
        scope,
        holding=(lambda _: Holding.HOLDS) if field == "as_of" else None,
        knows=lambda _: True,
    )

    assert view.entity_as_seen(tale.entities["值夜者"]).summary == ""


def test_chapters_are_counted_layer_by_layer() -> None:
    """A plan's first chapter is its first."""
    refs = chapter_refs(planned().episodes)

    assert sorted((one.layer, one.ordinal, one.title) for one in refs.values()) == [
        (Layer.CANON, 1, "One"),
        (Layer.PLAN, 1, "Outline"),
    ]


def test_a_scope_says_what_is_in_force() -> None:
    """Every restriction, in words."""
    words = Scope(as_of="day 15", told_by=8, pov="Mei", at_revision=3).words()

    assert words == ("as_of day 15", "told_by 8", "pov Mei", "at_revision 3", "layers canon")
