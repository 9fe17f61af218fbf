"""Tests of the maintained summaries of entities: they equal the summaries of all facts about each entity."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition
from episodic.pipeline.projection.summaries import EntitySummaries, summary_of
from tests.unit.temporal.story_builder import LIVES_IN, Tale

ENTITIES = ("ann", "bo", "cy")


def drawn(chance: random.Random, uuid: str, template: Fact) -> Fact:
    """Return a fact about one or two entities, with a random rank. Every fourth fact can be in no summary."""
    subject, target = chance.choice(ENTITIES), chance.choice((None, *ENTITIES))
    told, evidence = NarrativePosition(chance.randrange(5), chance.randrange(5)), template.evidence[0]
    return replace(
        template,
        uuid=uuid,
        subject=subject,
        object=target,
        kind=chance.choice(list(PredicateKind)),
        text=f"text {chance.randrange(30)}",
        told_at=told,
        denied=chance.random() < 0.25,
        evidence=tuple(replace(evidence, start=number) for number in range(chance.randrange(1, 4))),
    )


@pytest.mark.parametrize("seed", range(20))
def test_the_summaries_are_those_of_all_facts(seed: int) -> None:
    """Facts are added, changed and removed, until fewer are left than a summary can have."""
    chance = random.Random(seed)
    (template,) = (one.core for one in Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").read().folded.by_id.values())
    summaries, facts = EntitySummaries(), SharedDict[str, Fact]()
    for step in range(60):
        for _ in range(chance.randrange(6)):
            uuid = f"fact {chance.randrange(90)}"
            if chance.random() < (0.2 if step < 30 else 0.8):
                facts.pop(uuid, None)
            else:
                facts[uuid] = drawn(chance, uuid, template)

        summaries.update(facts.copy())

        for entity in ENTITIES:
            about = [one for one in facts.values() if entity in (one.subject, one.object)]
            assert summaries.of(entity) == summary_of(about), (seed, step)
