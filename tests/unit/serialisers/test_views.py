"""Tests of the JSON of reads."""

from __future__ import annotations

from episodic.search.filter_fields import HitKind
from episodic.search.results import RetrieverReport, SearchReport
from episodic.serialisers.views import VIEWS


def test_a_search_report_keeps_its_json_keys() -> None:
    report = SearchReport((RetrieverReport("text", HitKind.FACT, 9, 2),), ("Mara",), ())

    found = VIEWS.object_of(report)

    assert found["arms"] == [{"arm": "text", "kind": "fact", "considered": 9, "kept": 2}]
    assert "retrievers" not in found
