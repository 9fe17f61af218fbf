"""Tests of random filters: every retriever and every read respects every field, with and without a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Entity, Fact
from episodic.model.holding import Holding
from episodic.model.readings import StatementScope
from episodic.ports import GraphStore
from episodic.search.candidates import Retriever
from episodic.search.chapter_refs import ChapterRef, chapter_refs
from episodic.search.entity_lookup import lookup_entity
from episodic.search.filter_fields import (
    ALLOWED,
    FIELDS,
    Condition,
    FieldType,
    Filterable,
    HitKind,
    Op,
    Scalar,
    Value,
    kind_of,
    type_of,
)
from episodic.search.filters import FilterMatcher, SearchFilters
from episodic.search.fusion import Recipe, RetrieverWeights
from episodic.search.hybrid_search import search
from episodic.search.reads import Traversal, explore, get_entity, get_facts, stats, timeline
from episodic.search.results import EntityHit, FactHit, PassageHit, SearchResults
from episodic.search.scope import Scope
from episodic.search.view import View, has_ended
from episodic.stores.sqlite import SQLiteStore
from tests.sample_sizes import examples
from tests.unit.search.story_builder import EMBEDDER, Tale, day, harbor

WEIGHTS = {
    Retriever.NAME: RetrieverWeights(name=1, text=0, vector=0, graph=0),
    Retriever.TEXT: RetrieverWeights(name=0, text=1, vector=0, graph=0),
    Retriever.VECTOR: RetrieverWeights(name=0, text=0, vector=1, graph=0),
    Retriever.GRAPH: RetrieverWeights(name=0, text=0, vector=0, graph=1),
}
QUERIES = (
    "Lin",
    "where does Lin Marsh live",
    "the Sword of Tides",
    "Mei believed Chen alive or dead",
    "quay rain nets",
    "Wu and the winter plan",
)
TEXTS = st.sampled_from(["Lin Marsh", "lives_in", "Person", "Harbor", "alive", "canon", "plan", "i", ""])
NUMBERS = st.integers(-1, 40)
SCALARS: dict[FieldType, st.SearchStrategy[Scalar]] = {
    FieldType.TEXT: TEXTS,
    FieldType.NUMBER: NUMBERS,
    FieldType.BOOLEAN: st.booleans(),
}


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    """Draw a condition: any field, an operation that its type allows, and a value of the type."""
    name = draw(st.sampled_from(sorted(frozenset[str]().union(*FIELDS.values()))))
    kind = type_of(name)
    op = draw(st.sampled_from([one for one in Op if one in ALLOWED[kind]]))
    match op:
        case Op.EXISTS:
            value: Value = draw(st.booleans())
        case Op.IN | Op.NOT_IN:
            value = tuple(draw(st.lists(SCALARS[kind], max_size=3)))
        case Op.BETWEEN:
            value = (draw(NUMBERS), draw(NUMBERS))
        case _:
            value = draw(SCALARS[kind])
    return (name, op.value, value)


def some(*values: str) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw none, one or two of these values."""
    return st.lists(st.sampled_from(values), max_size=2, unique=True).map(tuple)


FLAT = st.builds(
    SearchFilters,
    entity_types=some("Person", "地点", "Item"),
    predicates=some("lives_in", "gave", "state"),
    scopes=st.lists(st.sampled_from(StatementScope), max_size=2).map(tuple),
    holders=some("Mei", "Lin Marsh"),
    chapters=st.lists(st.sampled_from((1, 2, 3)), max_size=2).map(tuple),
    kinds=st.lists(st.sampled_from(HitKind), max_size=2).map(tuple),
    properties=st.lists(conditions(), max_size=1).map(tuple),
)
SPARSE = st.one_of(
    conditions().map(lambda one: SearchFilters(properties=(one,))),
    st.sampled_from(StatementScope).map(lambda one: SearchFilters(scopes=(one,))),
    some("Person", "地点").map(lambda types: SearchFilters(entity_types=types)),
    some("lives_in", "gave").map(lambda names: SearchFilters(predicates=names)),
    some("lives_in", "Person").map(lambda names: SearchFilters(labels=names, min_label_overlap=max(1, len(names)))),
    st.sampled_from((1, 2, 4)).map(lambda one: SearchFilters(chapters=(one,))),
)
ANY_FILTERS = st.recursive(
    SPARSE | FLAT,
    lambda inner: st.builds(
        SearchFilters,
        all=st.lists(inner, max_size=2).map(tuple),
        any=st.lists(inner, max_size=2).map(tuple),
    ),
    max_leaves=4,
)
LAYERS = st.sets(st.sampled_from((Layer.CANON, Layer.PLAN)), min_size=1).map(frozenset)
SCOPES = st.builds(
    Scope, layers=LAYERS, include_ended=st.booleans(), filters=ANY_FILTERS, as_of=st.sampled_from((None, "day 15"))
)


@dataclass(frozen=True)
class StoredWork:
    """A work with a plan, and a store that contains it."""

    tale: Tale
    store: GraphStore
    chapters: Mapping[str, ChapterRef]

    def view(self, scope: Scope, standing: Mapping[str, Holding]) -> View:
        """Return a view of the work in this scope. With a moment, facts have the given validity."""

        def at_the_moment(fact: Fact) -> Holding:
            return standing[fact.uuid]

        holding = None if scope.as_of is None else at_the_moment
        return View(self.tale.group_id, self.store, EMBEDDER, self.chapters, scope, holding=holding)

    @property
    def items(self) -> tuple[Filterable, ...]:
        """Return every item of the work that a search can find."""
        return (*self.tale.facts, *self.tale.passages, *self.tale.entities.values())


@cache
def stored_work() -> StoredWork:
    """The work is created once, because reads do not change it."""
    tale = harbor()
    tale.chapter("Outline", "Lin Marsh will drown in winter.", "Wu will keep the quay.", layer=Layer.PLAN)
    tale.who("winter", "Concept")
    tale.fact("Lin Marsh", "will_drown", quote="Lin Marsh will drown in winter.", value="winter", since=day(99))
    return StoredWork(tale, asyncio.run(tale.saved(SQLiteStore(":memory:"))), chapter_refs(tale.episodes))


STANDINGS = st.fixed_dictionaries({fact.uuid: st.sampled_from(Holding) for fact in stored_work().tale.facts})


def allowed(view: View, item: Filterable, standing: Mapping[str, Holding]) -> bool:
    """Return whether the scope allows the item, by a simple reference implementation. A read at a moment of the story
    sees no summaries, because a summary describes the whole story.
    """
    if isinstance(item, Entity) and view.scope.as_of is not None:
        item = replace(item, summary="")
    if not FilterMatcher(view.scope.filters, view.chapters).passes(item):
        return False
    match item:
        case Fact():
            if item.layer not in view.scope.layers:
                return False
            if view.scope.as_of is not None:
                return standing[item.uuid] is not Holding.NO
            return view.scope.include_ended or not has_ended(item)
        case Passage():
            return item.layer in view.scope.layers
        case Entity():
            chapters = [view.chapters[one.first.episode] for one in item.aliases]
            return any(one.layer in view.scope.layers for one in chapters)


def items(found: SearchResults) -> Iterator[Filterable]:
    """Yield every item in the result, including attached passages."""
    for hit in (*found.hits, *found.facts, *found.entities, *found.passages):
        match hit:
            case FactHit():
                yield hit.shown.fact
                if hit.said_in is not None:
                    yield hit.said_in.passage
            case EntityHit():
                yield hit.entity
            case PassageHit():
                yield hit.passage


@settings(max_examples=examples(150), deadline=None)
@given(SCOPES, STANDINGS, st.sampled_from(QUERIES), st.sampled_from([*Retriever, None]))
def test_no_arm_shows_what_the_scope_hides(
    scope: Scope, standing: dict[str, Holding], query: str, retriever: Retriever | None
) -> None:
    """The retrievers are names, full text, vectors and graph, alone and together."""
    view = stored_work().view(scope, standing)
    recipe = (
        Recipe(candidates=3, neighbours=2)
        if retriever is None
        else Recipe(retrievers=WEIGHTS[retriever], candidates=3, neighbours=2)
    )

    found = asyncio.run(search(view, query, recipe=recipe, limit=3))

    assert all(allowed(view, item, standing) for item in items(found))


@settings(max_examples=examples(60), deadline=None)
@given(
    SCOPES,
    STANDINGS,
    st.sampled_from(QUERIES),
    st.sampled_from((Retriever.TEXT, Retriever.VECTOR)),
    st.sampled_from(HitKind),
)
def test_a_strict_scope_costs_no_answers(
    scope: Scope, standing: dict[str, Holding], query: str, retriever: Retriever, kind: HitKind
) -> None:
    """A retriever continues until the limit is reached or no candidates are left."""
    view = stored_work().view(scope, standing)
    wide = stored_work().view(Scope(layers=frozenset(Layer), include_ended=True), standing)
    recipe = Recipe(retrievers=WEIGHTS[retriever], candidates=1)

    found = asyncio.run(search(view, query, kinds={kind}, recipe=recipe, limit=2))
    every = asyncio.run(search(wide, query, kinds={kind}, recipe=recipe, limit=200))

    passing = [hit for hit in items_of(every) if allowed(view, hit, standing)]
    assert len(found.hits) == min(2, len(passing))


def items_of(found: SearchResults) -> list[Filterable]:
    """Return the item of each hit once."""
    return list({item.uuid: item for item in items(found)}.values())


@settings(max_examples=examples(60), deadline=None)
@given(SCOPES, STANDINGS)
def test_exact_reads_show_just_what_the_scope_lets_through(scope: Scope, standing: dict[str, Holding]) -> None:
    """The reads are listings, timelines, counts, profiles and explorations."""
    here = stored_work()
    view = here.view(scope, standing)
    facts = {one.uuid for one in here.tale.facts if allowed(view, one, standing)}
    wider = {one.uuid for one in here.tale.facts if allowed(view.wider(), one, standing)}

    async def read() -> None:
        assert {one.uuid for one in (await get_facts(view)).facts} == facts
        assert {one.uuid for one in (await timeline(view)).versions} == wider
        counted = await stats(view)
        assert counted.facts == len(facts)
        assert counted.passages == sum(allowed(view, one, standing) for one in here.tale.passages)
        if await lookup_entity(view, "Lin Marsh") is not None:
            assert {one.uuid for one in (await get_entity(view, "Lin Marsh")).facts} <= facts
            graph = await explore(view, ["Lin Marsh"], traversal=Traversal(depth=3))
            assert {one.uuid for one in graph.facts} <= facts

    asyncio.run(read())


@settings(max_examples=examples(60), deadline=None)
@given(ANY_FILTERS, ANY_FILTERS)
def test_nesting_means_and_and_or(one: SearchFilters, other: SearchFilters) -> None:
    """The test covers every item of the work."""
    here = stored_work()
    first, second = FilterMatcher(one, here.chapters), FilterMatcher(other, here.chapters)
    both = FilterMatcher(SearchFilters(all=(one, other)), here.chapters)
    either = FilterMatcher(SearchFilters(any=(one, other)), here.chapters)

    for item in here.items:
        assert both.passes(item) == (first.passes(item) and second.passes(item))
        assert either.passes(item) == (first.passes(item) or second.passes(item))


@given(conditions())
def test_an_operation_and_its_contrary_part_the_things_that_have_the_field(condition: Condition) -> None:
    """Each item fulfils exactly one of "equal" and "unequal", and exactly one of "in" and "not in"."""
    here = stored_work()
    contrary = {"=": "!=", "in": "not_in"}.get(condition[1])
    if contrary is None:
        return
    has = [item for item in here.items if condition[0] in FIELDS[kind_of(item)]]

    yes = FilterMatcher(SearchFilters(properties=(condition,)), here.chapters)
    no = FilterMatcher(SearchFilters(properties=((condition[0], contrary, condition[2]),)), here.chapters)

    assert all(yes.passes(item) is not no.passes(item) for item in has)
