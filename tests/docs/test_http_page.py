"""Tests that the requests on the page about the HTTP server have routes."""

from __future__ import annotations

import re

from episodic.server.http_app import http_routes
from tests.docs.pages import ROOT, blocks

PAGE = ROOT / "docs" / "http.md"
CALL = re.compile(r"curl(?P<options>.*?)https?://[^/\s]+(?P<path>/[^\s'?]*)(?P<rest>.*?)(?=\ncurl|\Z)", re.DOTALL)


def test_every_request_of_the_page_has_a_route() -> None:
    routes = [(one.method, re.compile(re.sub(r"\{\w+\}", "[^/]+", one.path))) for one in http_routes()]
    calls = [found for block in blocks(PAGE) if block.kind == "bash server" for found in CALL.finditer(block.code)]

    assert len(calls) > 10
    for found in calls:
        words = found["options"] + found["rest"]
        named = re.search(r"-X (\w+)", words)
        method = named[1] if named else "POST" if re.search(r"\n? -d '\{", words) else "GET"
        assert any(method == one and path.fullmatch(found["path"]) for one, path in routes), found[0]


def test_the_page_names_every_path() -> None:
    text = PAGE.read_text(encoding="utf-8")

    for route in http_routes():
        last = route.path.removeprefix("/v1/works/{work}")
        assert last.replace("{job}", "JOB") in text, route.path
