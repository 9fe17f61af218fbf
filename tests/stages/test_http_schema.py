"""Tests of the HTTP server with generated requests: every response is as the description in OpenAPI says."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.generation.case import Case
from schemathesis.openapi import from_dict
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from episodic.server.http_app import http_routes
from episodic.server.http_calls import Route
from tests.unit.server.http_stories import STORY, Api, MemoryWorks, api, told_works

ROUTES = http_routes()
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 6
AnyCase = Case[Any]
MODES = {GenerationMode.POSITIVE: CHECKS, GenerationMode.NEGATIVE: [*CHECKS, negative_data_rejection]}
CASES = [
    pytest.param(route, mode, id=f"{route.method} {route.path} {mode.value}")
    for route in ROUTES
    for mode in MODES
    if mode is GenerationMode.POSITIVE or route.parameters or route.body is not None
]
"""A route without arguments has no invalid requests."""


@pytest.fixture(scope="module")
def schema() -> OpenApiSchema:
    """Return the description of the server."""

    async def described() -> dict[str, Any]:
        async with api(MemoryWorks()) as one:
            return one.app.openapi()

    return from_dict(asyncio.run(described()))


@pytest.mark.parametrize(("route", "mode"), CASES)
def test_every_response_is_as_described(route: Route, mode: GenerationMode, schema: OpenApiSchema) -> None:
    """Requests are generated from the description. Valid and invalid requests get the statuses and bodies that the
    description has, and none makes the server fail.
    """
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        one = runner.run(_opened(stack))
        operation = schema[route.path][route.method]

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def sent(case: AnyCase) -> None:
            if "work" in case.path_parameters and mode is GenerationMode.POSITIVE:
                case.path_parameters["work"] = STORY
            response = runner.run(_answer(one, case))
            case.validate_response(response, checks=MODES[mode])

        try:
            sent()
        finally:
            runner.run(stack.aclose())


async def _opened(stack: AsyncExitStack) -> Api:
    return await stack.enter_async_context(api(await told_works()))


async def _answer(one: Api, case: AnyCase) -> httpx.Response:
    request = case.as_transport_kwargs(base_url="http://127.0.0.1:8765")
    one.client.cookies = request.pop("cookies", None)
    if "data" in request:
        request["content"] = request.pop("data")
    return await one.client.request(**request)
