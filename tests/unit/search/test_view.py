"""Views: visibility by layer, end, story moment and point of view, and refused scopes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from episodic.errors import InvalidFilterError
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.model.predicates import PredicateKind
from episodic.model.records import Kind
from episodic.search.chapter_refs import chapter_refs
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.search.view import View, has_ended
from tests.unit.search.story_builder import day, harbor, lotm, planned


async def test_ended_facts_are_left_out_unless_asked_for() -> None:
    tale = harbor()
    view = await tale.view()

    now = [one.text for one in tale.facts if view.visibility_of(one).seen]
    ever = [one.text for one in tale.facts if view.wider().visibility_of(one).seen]

    assert "Lin Marsh lives in Harbor." not in now
    assert "Lin Marsh lives in Harbor." in ever


def test_an_event_never_ends() -> None:
    """An event takes place at one moment."""
    gift = next(one for one in harbor().facts if one.kind is PredicateKind.EVENT)

    assert not has_ended(replace(gift, invalid_at=day(12), ended_by=("x",)))


@pytest.mark.parametrize("seen", [Holding.HOLDS, Holding.POSSIBLE])
async def test_as_of_decides_which_facts_are_visible(seen: Holding) -> None:
    """A fact is visible if it holds or may hold at the moment."""
    tale = harbor()
    refs = chapter_refs(tale.episodes)

    def holding(fact: Fact) -> Holding:
        return seen if "Harbor" in fact.text else Holding.NO

    for scope in (Scope(as_of="day 15"), Scope(as_of="day 15", include_ended=True)):
        view = View("harbor", await tale.saved(), None, refs, scope, holding=holding)
        standing = {one.text: view.visibility_of(one) for one in tale.facts}

        assert [text for text, one in standing.items() if one.seen] == ["Lin Marsh lives in Harbor."]
        assert standing["Lin Marsh lives in Harbor."].holding is seen


@pytest.mark.parametrize("scope", [Scope(as_of="day 15"), Scope(pov="Mei")])
async def test_a_scope_that_the_view_cannot_evaluate_is_refused(scope: Scope) -> None:
    """No restriction is ignored."""
    tale = harbor()

    with pytest.raises(InvalidFilterError):
        await tale.view(scope)


async def test_a_point_of_view_hides_facts_and_passages() -> None:
    """A point of view shows only facts that the person knows, and passages in which the person is present."""
    tale = harbor()

    def knows(thing: Fact | Passage) -> bool:
        return "Mei" in thing.text

    view = View("harbor", await tale.saved(), None, chapter_refs(tale.episodes), Scope(pov="Mei"), knows=knows)

    assert [one.text for one in tale.facts if view.visibility_of(one).seen] == ["Mei believed that Chen was alive."]
    assert all("Mei" in one.text for one in tale.passages if view.sees_passage(one))


async def test_a_point_of_view_store_reads_only_the_known_chapters() -> None:
    """Chapters keep their ordinals under a point of view. Entities named only in unknown chapters are not read."""
    tale = harbor()
    refs = chapter_refs(tale.episodes)
    known = frozenset(uuid for uuid, one in refs.items() if one.ordinal == 2)
    scope = Scope(pov="Mei", filters=SearchFilters(chapters=(1, 2)))

    view = View("harbor", await tale.saved(), None, refs, scope, knows=lambda _: True, known_chapters=known)

    assert [refs[uuid].ordinal for uuid in refs if view.reads_chapter(uuid)] == [2]
    assert view.reads_entity(tale.entities["Mei"])
    assert not view.reads_entity(tale.entities["Harbor"])


async def test_canon_shows_nothing_of_a_plan() -> None:
    """Canon shows no facts and passages of a plan, and no entities that only the plan names."""
    tale = planned()
    view = await tale.view()

    entities = {one.uuid: one for one in tale.entities.values()}.values()

    assert [one.predicate for one in tale.facts if view.visibility_of(one).seen] == ["lives_in"]
    assert [one.text for one in tale.passages if view.sees_passage(one)] == ["Lin lived in Harbor.\n"]
    assert [one.name for one in entities if view.sees_entity(one)] == ["Lin", "Harbor"]


async def test_an_alias_that_occurs_only_in_a_plan_is_not_shown_in_canon() -> None:
    tale = planned()
    view = await tale.view()

    lin = view.entity_as_seen(tale.entities["Lin"])

    assert [one.text for one in lin.aliases] == ["Lin"]
    assert lin.summary == ""


async def test_several_layers_can_be_read_together() -> None:
    """A plan can be read together with canon."""
    tale = planned()
    view = await tale.view(Scope(layers=frozenset({Layer.CANON, Layer.PLAN})))

    assert all(view.visibility_of(one).seen for one in tale.facts)
    assert len(view.entity_as_seen(tale.entities["Lin"]).aliases) == 2


@pytest.mark.parametrize("field", ["as_of", "pov"])
async def test_the_summary_is_not_shown_under_as_of_or_pov(field: str) -> None:
    """A summary states what holds at the end of the text, and what other persons know."""
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


def test_chapter_ordinals_are_counted_per_layer() -> None:
    """The first chapter of a plan has the ordinal 1."""
    refs = chapter_refs(planned().episodes)

    assert sorted((one.layer, one.ordinal, one.title) for one in refs.values()) == [
        (Layer.CANON, 1, "One"),
        (Layer.PLAN, 1, "Outline"),
    ]


@pytest.mark.parametrize(
    ("numbers", "english", "chinese"),
    [
        ((4, 5, 6), ("chapter 4", "chapter 5", "chapter 6"), ("第4章", "第5章", "第6章")),
        ((None, 1, 2), ("the chapter “0”", "chapter 1", "chapter 2"), ("“0”一章", "第1章", "第2章")),
        ((1, 2, 1), ("chapter 1", "chapter 2", "chapter 3"), ("第1章", "第2章", "第3章")),
        ((None, None, None), ("chapter 1", "chapter 2", "chapter 3"), ("第1章", "第2章", "第3章")),
    ],
)
def test_a_chapter_is_named_by_the_number_of_its_heading(
    numbers: Sequence[int | None], english: Sequence[str], chinese: Sequence[str]
) -> None:
    """A chapter without a number is named by its title. If a number occurs twice, all chapters are counted."""
    told = lotm().episodes[:3]
    episodes = [
        replace(one, number=number, title=f"{at}") for at, (one, number) in enumerate(zip(told, numbers, strict=True))
    ]

    refs = chapter_refs(episodes).values()

    assert [one.words(ENGLISH) for one in refs] == [*english]
    assert [one.words(CHINESE) for one in refs] == [*chinese]


def test_a_scope_describes_its_restrictions() -> None:
    """Every restriction is described in words."""
    words = Scope(as_of="day 15", told_by=8, pov="Mei", at_revision=3).words()

    assert words == ("as_of day 15", "told_by 8", "pov Mei", "at_revision 3", "layers canon")


@pytest.mark.parametrize("scope", [Scope(), Scope(include_ended=True), Scope(layers=frozenset({Layer.PLAN}))])
async def test_the_store_counts_the_visible_passages(scope: Scope) -> None:
    """The store counts as many passages as the view shows one by one."""
    for tale in (harbor(), lotm(), planned()):
        view = await tale.view(scope)

        bounds = view.passage_bounds

        assert bounds is not None
        counts = await view.store.counts_by_position(view.group_id, Kind.PASSAGE, bounds=bounds)
        assert sum(counts.values()) == sum(view.sees_passage(one) for one in tale.passages), tale.group_id


def holds_always(_: Fact) -> Holding:
    return Holding.HOLDS


async def test_the_store_cannot_count_what_only_the_view_decides() -> None:
    """The view decides with filters, several layers, a moment of story time or a point of view."""
    tale = harbor()
    filtered = await tale.view(Scope(filters=SearchFilters(salience=3)))
    layered = await tale.view(Scope(layers=frozenset({Layer.CANON, Layer.PLAN})))
    plain = await tale.view(Scope())

    def always(_: Fact | Passage) -> bool:
        return True

    views = (filtered, layered, replace(plain, holding=holds_always), replace(plain, knows=always))

    assert [one.passage_bounds for one in views] == [None] * 4
