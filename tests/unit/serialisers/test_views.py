"""Tests of the JSON of reads."""

from __future__ import annotations

from episodic.model.readings import StatementScope
from episodic.search.chapter_refs import chapter_refs
from episodic.search.fact_views import fact_view_of
from episodic.search.filter_fields import HitKind
from episodic.search.results import RetrieverReport, SearchReport
from episodic.search.view import View
from episodic.serialisers.views import VIEWS
from episodic.stores.sqlite import SQLiteStore
from tests.unit.search.story_builder import harbor


def test_a_search_report_keeps_its_json_keys() -> None:
    report = SearchReport((RetrieverReport("text", HitKind.FACT, 9, 2),), ("Mara",), ())

    found = VIEWS.object_of(report)

    assert found["arms"] == [{"arm": "text", "kind": "fact", "considered": 9, "kept": 2}]
    assert "retrievers" not in found


def test_what_somebody_believes_has_the_place_where_the_text_says_so() -> None:
    """The place is that of the first quote. A fact of the story's world has none."""
    tale = harbor()
    view = View(tale.group_id, SQLiteStore(":memory:"), None, chapter_refs(tale.episodes))

    found = [(fact, VIEWS.object_of(fact_view_of(view, fact))["said_at"]) for fact in tale.facts]

    for fact, place in found:
        first, world = fact.evidence[0], fact.scope is StatementScope.WORLD
        (chapter,) = [one for one in chapter_refs(tale.episodes).values() if one.uuid == first.episode]
        told = {"chapter": chapter.ordinal, "number": chapter.number, "offset": first.start}
        assert place == (None if world else told), fact.text
    assert any(place is not None for _, place in found)
