"""Tests of the list of the ids that a step of a search found."""

from episodic.model.records import Kind
from episodic.ports import CandidateSearch, IndexHits, IndexSearch, Scored
from episodic.stores.found_ids import found_ids


def test_what_a_step_found_is_listed_once_by_kind() -> None:
    """Hits by text come first, then hits by vector, then the facts found by link."""
    asked = CandidateSearch(searches=[IndexSearch(Kind.FACT, "lin"), IndexSearch(Kind.PASSAGE, "lin")])
    facts = IndexHits(by_text=[Scored("a", 2.0), Scored("b", 1.0)], by_vector=[Scored("c", 0.5), Scored("a", 0.4)])

    found = found_ids(asked, [facts, IndexHits()], [["d", "b"], []])

    assert {kind: list(ids) for kind, ids in found.items()} == {Kind.FACT: ["a", "b", "c", "d"], Kind.PASSAGE: []}
