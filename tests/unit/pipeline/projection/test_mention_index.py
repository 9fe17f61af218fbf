"""Tests of the mentions of each entity."""

from __future__ import annotations

from episodic.pipeline.projection.mention_index import MentionIndex


def test_mentions_are_found_before_and_after_the_index_was_built() -> None:
    entity_of = {"m1": "ann", "m2": "bo"}
    index = MentionIndex(entity_of)

    for mention, entity in (("m3", "ann"), ("m4", "bo"), ("m5", "bo")):
        entity_of[mention] = entity
        index.add(mention, entity)
        if mention == "m4":
            assert (index.of("ann"), index.of("bo"), index.of("cy")) == (["m1", "m3"], ["m2", "m4"], ())

    assert index.of("bo") == ["m2", "m4", "m5"]
