"""Tests every route in the HTTP server's list of routes, with each kind of key, and with texts that the caller must not
see.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from starlette.routing import Route as StarletteRoute

from episodic.agents.budgets import LEAST_TOKENS, tokens_of
from episodic.jobs.records import JobOptions
from episodic.model.access import Access
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Kind
from episodic.search.scope import Scope
from episodic.server.http_app import http_routes
from episodic.server.http_calls import Route
from tests.stages.http_matrix import BLIND, BODIES, EARLY, Sent, arguments_of, expected, name_of, sent
from tests.unit.server.http_stories import DELETED, DRAFT, ELSEWHERE, OTHER, STORY, MemoryWorks, api, told_works

ROUTES = http_routes()
PUBLIC = {"/v1/health", "/openapi.json"}
UNCHANGING = [route for route in ROUTES if route.access in {None, Access.READ}]
CHANGING = [route for route in ROUTES if route not in UNCHANGING]
READING = [route for route in ROUTES if route.access is Access.READ]
HIDDEN = {
    "another work": ("顾青崖", "雁回关", "阮小满", "关外"),
    "a deleted chapter": (DELETED.title, "慕容雪", "白鹿原"),
    "a draft": (DRAFT.title, "秦无咎", "龙门渡"),
}
LATER = ("望潮城", "进城", "归来", "裴照", "死了")
"""Words of the chapters after the first chapter."""


async def test_the_application_has_no_other_routes_than_those_that_are_tested() -> None:
    async with api(MemoryWorks()) as one:
        routes = [route for route in one.app.routes if isinstance(route, StarletteRoute)]
        assert len(routes) == len(one.app.routes)
        found = {(method, route.path) for route in routes for method in route.methods or ()}

    documented = {("GET", "/openapi.json"), ("HEAD", "/openapi.json")}
    assert found - documented == {(route.method, route.path) for route in ROUTES}
    assert {route.path for route in ROUTES if route.access is None} <= PUBLIC


def test_every_route_of_a_work_that_shows_its_text_can_end_with_a_chapter() -> None:
    """A new route of the tier `read` has `told_by`, or is listed with another way to ask for what is known early."""
    texts = [one for one in READING if one.of_work and one.path != "/v1/works/{work}"]

    blind = {name_of(one) for one in texts if "told_by" not in arguments_of(one)} - EARLY.keys()

    assert blind == BLIND


def test_every_route_with_a_body_has_a_body_to_test_with() -> None:
    names = {name_of(route) for route in ROUTES if route.body is not None}

    assert names <= BODIES.keys()


@pytest.mark.parametrize("routes", [UNCHANGING, *([one] for one in CHANGING)], ids=["reading", *map(name_of, CHANGING)])
async def test_a_route_answers_only_keys_of_its_work_and_tier(routes: list[Route]) -> None:
    """Send a request with a key of each tier, for this work and for another work, and a request without a key. Routes
    that change nothing are called one after another on one server.
    """
    works = await told_works()
    added = Chapter("林晚回到了苇港。", title="尾声")
    await works.graph(STORY).jobs.submit_ingestion([added], options=JobOptions(replacing=False), job_id="a")
    async with api(works, client="192.168.1.2") as one:
        keys = {
            (access, work): await one.key(access, work=work) for access, work in product(Access, ("", STORY, OTHER))
        }
        for route in routes:
            without = await sent(route, STORY).answered(one, {})
            assert without.status_code == (200 if route.access is None else 401), route.path
            for (access, work), header in keys.items():
                status = (await sent(route, STORY).answered(one, header)).status_code
                refused = expected(route, access, opens=work in {"", STORY})
                assert (status == 403) == (refused == 403), (route.path, access, work, status)
                assert status < 500, (route.path, access, work, status)


async def test_a_route_shows_nothing_that_its_caller_must_not_see() -> None:
    """Another work, a deleted chapter and a draft are not shown, and with `told_by` no later chapter either."""
    works = await told_works()
    own = [record.uuid for record in await works.store.fetch(STORY, Kind.FACT)]
    first = [fact.fact.uuid for fact in (await works.graph(STORY).get_facts(scope=Scope(told_by=1))).facts]
    async with api(works) as one:
        key = await one.key(Access.READ, work=STORY)
        for route in READING:
            whole = await sent(route, STORY, facts=own).answered(one, key)
            early = await sent(route, STORY, facts=first, more={"told_by": "1"}, early=True).answered(one, key)

            assert whole.status_code == 200, (route.path, whole.text)
            for what, words in HIDDEN.items():
                assert [word for word in words if word in whole.text] == [], (route.path, what)
            if name_of(route) in EARLY or "told_by" in arguments_of(route):
                assert early.status_code == 200, (route.path, early.text)
                assert [word for word in LATER if word in early.text] == [], route.path


async def test_hidden_things_cannot_be_asked_for_by_id_or_name() -> None:
    """Facts of another work, of a draft and of later chapters are not found, nor are their entities."""
    works = await told_works()
    drafted = await works.graph(STORY).get_facts(scope=Scope(layers=frozenset({Layer.DRAFT})))
    elsewhere = [record.uuid for record in await works.store.fetch(OTHER, Kind.FACT)]
    later = await works.graph(STORY).get_facts(scope=Scope(include_ended=True))
    hidden = [*elsewhere, *(one.fact.uuid for one in drafted.facts)]
    late = [one.fact.uuid for one in later.facts if one.quotes[0].ordinal > 1]
    assert elsewhere
    assert drafted.facts
    assert late
    async with api(works) as one:
        for route in READING:
            for word in (word for words in (*HIDDEN.values(), LATER) for word in words):
                asked = dict.fromkeys(("query", "question", "name", "entity", "subject", "object"), word)
                more = asked | {"told_by": "1"}
                found = await sent(route, STORY, facts=late, more=more, early=True).answered(one, {})
                assert _shown(found.text, word) == [], (route.path, word, found.text)
            for uuid in hidden:
                found = await sent(route, STORY, facts=[uuid], more={"uuid": uuid}).answered(one, {})
                shown = [word for words in HIDDEN.values() for word in words if word in found.text]
                assert shown == [], (route.path, found.text)


def _shown(text: str, asked: str) -> list[str]:
    """Return the hidden words in a text, except for the word that the request itself contains."""
    words = [word for hidden in (*HIDDEN.values(), LATER) for word in hidden if word not in asked and asked not in word]
    return [word for word in words if word in text]


async def test_a_route_says_the_same_of_another_work_whether_it_exists_or_not() -> None:
    async with api(await told_works()) as one:
        key = await one.key(Access.READ, work=STORY)
        for route in (route for route in READING if route.of_work):
            existing = await sent(route, OTHER).answered(one, key)
            missing = await sent(route, "missing").answered(one, key)

            assert existing.json() == missing.json(), route.path
            assert ELSEWHERE[0].title not in existing.text, route.path


def test_a_forgotten_tier_would_be_noticed() -> None:
    """A route has a tier unless it is one of the public routes."""
    assert all(route.access is not None or route.path in PUBLIC for route in ROUTES)


UNBUDGETED = {
    "GET ": "has a fixed number of keys",
    "GET /export": "is a stream of the whole work",
    "POST /answer": "is a stream, whose budget is that of the model",
}
"""The routes that read and have no budget, and why."""


async def test_a_response_fits_its_budget_and_says_what_is_left_out() -> None:
    works = await told_works()
    own = [record.uuid for record in await works.store.fetch(STORY, Kind.FACT)]
    async with api(works) as one:
        for route in READING:
            if name_of(route) in UNBUDGETED:
                assert "truncated" not in str(route.response), route.path
                continue
            for budget in (1, 300, 700, 8_000):
                response = await _with_budget(sent(route, STORY, facts=own), budget).answered(one, {})
                found = response.json()

                assert response.status_code == 200, (route.path, response.text)
                assert {"truncated", "left_out", "revision", "cursor"} <= found.keys(), route.path
                assert tokens_of(found) <= max(budget, LEAST_TOKENS), (route.path, budget)
                assert found["truncated"] or (found["left_out"], found["cursor"]) == (0, None), (route.path, budget)


def _with_budget(asked: Sent, budget: int) -> Sent:
    """Return the request with a budget, in its address or its body."""
    if asked.body is None:
        return replace(asked, query={**asked.query, "max_tokens": str(budget)})
    return replace(asked, body={**asked.body, "max_tokens": budget})
