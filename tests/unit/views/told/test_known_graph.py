"""Tests of what a person knows of a work's first chapters: derived value by value, it equals what a fold of all known
statements gives.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from episodic.languages.messages import message_text
from episodic.model.episodes import FrameKind, Passage
from episodic.model.facets import facets_of
from episodic.model.graph import Entity, Fact
from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import shipped_table
from episodic.model.records import to_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import CANON_LAYERS
from episodic.pipeline.projection.pov_graph import KnownGraph, knowledge_of, known_graph
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.record_encoding import Derived, record_of
from episodic.pipeline.projection.told_chapters import ClusterRow, SurfaceRow
from episodic.pipeline.projection.told_statements import StatementRow, StoredStatements
from episodic.pipeline.projection.values import statement_of
from episodic.temporal.as_of import When
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.known_graph import LocalGraphs
from episodic.views.told.work import ToldWork
from tests.sample_sizes import examples
from tests.unit.views.told.changed_chapters import changed, story_with_passages


def expected_graph(told: ToldWork, passages: Mapping[str, Passage], person: Entity, when: When | None) -> KnownGraph:
    """Return what the person knows, folded from all statements at once."""
    graph = Graph(
        passages=passages,
        entities=LazyEntries(told.entities, lambda uuid: told.entities.entity(uuid, "")),
        mentions={one.uuid: one for one in told.entities.all_mentions()},
        statements={uuid: statement_of("story", one, None) for uuid, one in told.statements.items()},
        chronology=told.chronology,
        placed_passages=told.passages,
        placed_statements=told.statements,
        exclusions=told.exclusions,
    )
    knowledge = knowledge_of(graph, told.chronology, CANON_LAYERS)
    return known_graph(graph, person, knowledge, language=told.language, when=when)


def with_lessons(chapter: PlacedChapter, chance: random.Random) -> PlacedChapter:
    """Return the chapter with statements that somebody sees what statements near by tell."""
    saw = shipped_table().find("saw")
    assert saw is not None
    rows = list(chapter.told.statements)
    people = [one["number"] for one in chapter.told.clusters]
    for number, row in enumerate(tuple(rows)):
        if chance.random() < 0.3:
            lesson = {
                **row,
                "uuid": f"lesson {row['uuid']}",
                "end": row["end"] + 20,
                "core": {"predicate": "saw", "text": row["core"].get("text", "")},
            }
            lesson |= {"subject": chance.choice(people), "object": None, "predicate": len(chapter.told.predicates)}
            lesson.pop("holder", None)
            rows.append(cast("StatementRow", lesson))
        if chance.random() < 0.3:
            # The same is told elsewhere, with other words.
            other = chance.choice(rows[: number + 1])
            rows.append(
                cast(
                    "StatementRow",
                    {
                        **row,
                        "uuid": f"again {row['uuid']}",
                        "passage": other["passage"],
                        "start": other["start"],
                        "end": other["end"],
                        "quote": other["quote"],
                    },
                )
            )
    told = replace(
        chapter.told, predicates=(*chapter.told.predicates, to_json(saw)), statements=StoredStatements.of(rows)
    )
    return chapter._replace(told=told)


def with_other_names(chapter: PlacedChapter, chance: random.Random) -> PlacedChapter:
    """Return the chapter with other names, among them "I", in place of some names of its entities, and with sentences
    about the narrator.
    """
    clusters: list[ClusterRow] = []
    for one in chapter.told.clusters:
        surfaces: list[SurfaceRow] = []
        for surface in one["surfaces"]:
            text = surface["text"]
            ends = surface.get("ends") or [start + len(text) for start in surface["starts"]]
            for start, end in zip(surface["starts"], ends, strict=True):
                name = chance.choice((text, text, f"阿{text[-1]}", f"{text[0]}大人", "我"))
                surfaces.append({"text": name, "starts": [start], "ends": [end]})
        surfaces.sort(key=lambda each: each["starts"])
        clusters.append(cast("ClusterRow", {**one, "surfaces": surfaces}))
    narrator = message_text("chapters.narrator", chapter.told.language)
    rows = [
        cast("StatementRow", {**row, "core": {**row["core"], "text": f"{narrator}住在海门。"}})
        for row in chapter.told.statements
    ]
    return chapter._replace(told=replace(chapter.told, clusters=clusters, statements=StoredStatements.of(rows)))


async def works() -> Iterator[tuple[ToldWork, Mapping[str, Passage]]]:
    """Return works with random statements."""
    story, passages = await story_with_passages()

    def made(seed: int) -> ToldWork:
        chance = random.Random(seed)
        return ToldWork(
            "story", [with_lessons(changed(one, chance), chance) for one in story], settings=WorkSettings(), acts={}
        )

    return ((made(seed), passages) for seed in range(examples(6)))


def values_of(known: KnownGraph) -> dict[str, dict[str, str]]:
    """Return the records of all values of a graph by kind."""
    graph = known.graph
    kinds: dict[str, Mapping[str, Derived]] = {
        "passages": graph.passages,
        "entities": graph.entities,
        "mentions": graph.mentions,
        "statements": graph.statements,
        "facts": graph.facts,
    }
    return {name: {uuid: record_of(one).value for uuid, one in values.items()} for name, values in kinds.items()}


def moments(told: ToldWork) -> Sequence[When | None]:
    ends = [end for _, _, end in told.chronology.chapters()]
    return (None, ends[len(ends) // 2], ends[-1]) if ends else (None,)


async def test_what_is_known_is_that_of_a_fold_of_all_known_statements() -> None:
    seen = Counter[str]()
    for told, passages in await works():
        graphs = LocalGraphs(told, passages)
        for uuid in list(told.entities)[:5]:
            person = told.entities.entity(uuid, "")
            for when in moments(told):
                expected, local = expected_graph(told, passages, person, when), graphs.of(uuid, when).known
                assert values_of(local) == values_of(expected)
                assert local.chapters == expected.chapters
                assert dict(local.pov.fact_of) == dict(expected.pov.fact_of)
                assert dict(local.pov.sure) == dict(expected.pov.sure)
                if when is not None:
                    for fact in expected.pov.facts:
                        found = local.pov.holding(fact, when, told.chronology)
                        assert found is expected.pov.holding(fact, when, told.chronology)
                        seen[found] += 1
                statements = expected.pov.statements
                seen["learned"] += sum(
                    one.evidence != told.statements[uuid].evidence for uuid, one in statements.items()
                )
                seen["unknown"] += len(told.statements) - len(statements)
                seen["uncertain"] += len(statements) - len(expected.pov.sure)
    assert min(seen[one] for one in ("learned", "unknown", "uncertain", "holds", "no", "possible")) > 0, seen


async def test_entities_have_the_names_that_the_person_has_heard() -> None:
    story, passages = await story_with_passages()
    seen = Counter[str]()
    for seed in range(examples(6)):
        chance = random.Random(seed)
        chapters = [with_other_names(one, chance) for one in story]
        told = ToldWork("story", chapters, settings=WorkSettings(), acts={})
        graphs = LocalGraphs(told, passages)
        for uuid in list(told.entities)[:5]:
            person = told.entities.entity(uuid, "")
            expected, local = expected_graph(told, passages, person, None), graphs.of(uuid, None).known
            assert dict(local.graph.facts) == dict(expected.graph.facts)
            for fact in expected.graph.facts.values():
                name, _, says_i = told.entities[fact.subject]
                seen["main name" if fact.subject_name == name else "other name"] += 1
                seen["says I" if says_i else "never says I"] += 1
                seen["narrator with a name"] += fact.subject_name in fact.text
    every = ("main name", "other name", "says I", "never says I", "narrator with a name")
    assert min(seen[one] for one in every) > 0, seen


def with_long_runs(chapter: PlacedChapter, chance: random.Random) -> PlacedChapter:
    """Return the chapter with a letter and a tale that go on in the next chapters, and with people who read or hear
    them.
    """
    frames = [chance.choice((FrameKind.LETTER, FrameKind.TALE, FrameKind.MAIN)) for _ in chapter.told.passages]
    passages = tuple(
        replace(one, frame=frame, run=one.run if frame is FrameKind.MAIN else frame.value)
        for one, frame in zip(chapter.told.passages, frames, strict=True)
    )
    rows = [
        cast("StatementRow", {**row, "core": {**row["core"], "text": "read the letter, heard the tale"}})
        if row["uuid"].startswith("lesson ") and chance.random() < 0.5
        else row
        for row in chapter.told.statements
    ]
    return chapter._replace(told=replace(chapter.told, passages=passages, statements=StoredStatements.of(rows)))


async def test_a_version_with_a_further_chapter_continues_what_was_derived_before() -> None:
    """What is known equals what is derived from the new version alone, also of persons who were not asked about before."""
    seen = Counter[str]()
    for number, (story, passages) in enumerate(await works()):
        chance = random.Random(number)
        chapters = [with_long_runs(one, chance) if number % 2 else one for one in story.chapters]
        earlier: LocalGraphs | None = None
        for last in (*range(2, len(chapters) + 1), len(chapters)):
            before = None if earlier is None else earlier.told
            told = ToldWork("story", chapters[:last], settings=WorkSettings(), acts={}, earlier=before)
            fresh = ToldWork("story", chapters[:last], settings=WorkSettings(), acts={})
            continues = before is not None and told.continues(before)
            seen["continues" if continues else "does not"] += 1
            graphs = LocalGraphs(told, passages, earlier=earlier if continues else None)
            anew = LocalGraphs(fresh, passages)
            for uuid in list(told.entities)[:6]:
                if (last + len(uuid) + ord(uuid[0])) % 3:
                    known, expected = graphs.of(uuid, None).known, anew.of(uuid, None).known
                    assert values_of(known) == values_of(expected)
                    assert dict(known.pov.sure) == dict(expected.pov.sure)
                    assert known.pov.passages == expected.pov.passages
                    statements = known.pov.statements
                    seen["learned"] += sum(
                        told.statements[one].evidence != it.evidence for one, it in statements.items()
                    )
            if continues and before is not None:
                first = next(iter(before.statements))
                seen["same object"] += told.statements[first] is before.statements[first]
            earlier = graphs
    assert min(seen[one] for one in ("continues", "learned", "same object")) > 0, seen


def parties_of(fact: Fact) -> set[str | None]:
    others = (fact.holder, *fact.tellers, *(one.entity for one in fact.participants))
    return {fact.subject, fact.object, *others}


def has_facets(facets: Mapping[str, frozenset[str]], asked: Sequence[frozenset[str]], fact: Fact) -> bool:
    return not any(facets[fact.uuid].isdisjoint(one) for one in asked)


async def test_the_latest_facts_of_an_entity_are_those_of_all_facts() -> None:
    seen = Counter[int]()
    for told, passages in await works():
        graphs = LocalGraphs(told, passages)
        for uuid in list(told.entities)[:3]:
            person = told.entities.entity(uuid, "")
            known, latest = expected_graph(told, passages, person, None), graphs.of(uuid, None).entity_facts.latest
            facts = sorted(known.graph.facts.values(), key=lambda one: (one.told_at.order, one.uuid), reverse=True)
            facets = {fact.uuid: frozenset(facets_of(record_of(fact))) for fact in facts}
            for entity in known.graph.entities:
                of_entity = [one for one in facts if entity in parties_of(one)]
                for facet in (None, *sorted({one for own in facets.values() for one in own})):
                    asked = () if facet is None else (frozenset({facet}),)
                    with_facet = [one for one in of_entity if facet is None or facet in facets[one.uuid]]
                    passes = partial(has_facets, facets, asked)
                    for limit in (1, 3, 1000):
                        found = latest(entity, limit, passes=passes, facets=asked)
                        assert found == with_facet[:limit]
                        seen[len(found)] += 1
    assert {0, 1, 3} < seen.keys()
