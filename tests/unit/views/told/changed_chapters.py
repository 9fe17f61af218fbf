"""Replayed chapters of a story with random changes: other frames, statements, entities, predicates and judgements."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter, FrameKind, Passage
from episodic.model.predicates import shipped_table
from episodic.model.records import Kind, from_json, to_json
from episodic.pipeline.inputs import load
from episodic.pipeline.projection.told_statements import StatementRow, StoredStatements
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.placed import PlacedPassage
from episodic.temporal.questions import Verdict
from episodic.views.told.chapters import PlacedChapter, ToldChapters
from tests.memory_stores import filled_store
from tests.story import CHAPTERS, VARIANTS

DATED = Chapter("建安五年春，林远住在海门城。沈度住在云州。\n\n三日后，林远搬到云州。沈度见到了林远。\n", title="十")
STORY = (*CHAPTERS, *(Chapter(text, title=f"第{number}章") for number, text in enumerate(VARIANTS, start=5)), DATED)
CHANGES: tuple[dict[str, object], ...] = (
    {"placing": "back"},
    {"placing": "back", "follows": True},
    {"placing": "ahead"},
    {"scope": "plan"},
    {"scope": "claim"},
    {"scope": "belief"},
    {"phase": "begins"},
    {"phase": "denied"},
    {"phase": "ends"},
    {"derived": True},
    {"habit": True},
    {"time": "三日后"},
)
FRAMES = (FrameKind.MAIN, FrameKind.MAIN, FrameKind.FLASHBACK, FrameKind.LETTER, FrameKind.DREAM, FrameKind.TALE)
LIN, HARBOR, SHEN, CITY = 0, 1, 2, 3
"""The numbers of the story's entities 林远, 海门城, 沈度 and 云州."""
LATER = {"kind": "offset", "anchor": "previous", "low": 3, "high": 3}


async def replayed_story() -> Sequence[PlacedChapter]:
    """Return the replayed chapters of a story."""
    return (await story_with_passages())[0]


async def story_with_passages() -> tuple[Sequence[PlacedChapter], Mapping[str, Passage]]:
    """Return the replayed chapters of a story, and its passages by id. The story is read once in each test process."""
    store = await filled_store(("changed chapters", STORY), _read)
    ids = [one.uuid for one in (await load(store, "story")).episodes]
    found = await ToldChapters(store, "story").of(ids)
    passages = await store.fetch("story", Kind.PASSAGE)
    assert found is not None
    return found, {one.uuid: from_json(Passage, one.value) for one in passages}


async def _read(store: SQLiteStore) -> None:
    await StoryGraph(store, group_id="story").add_manuscript(STORY)


def changed(chapter: PlacedChapter, chance: random.Random) -> PlacedChapter:
    """Return a chapter with other frames of its passages, and with more statements of many kinds."""
    passages: list[PlacedPassage] = []
    for one in chapter.told.passages:
        frame = chance.choice(FRAMES)
        run = one.run if frame is FrameKind.MAIN else f"{frame}:{one.episode}"
        passages.append(replace(one, frame=frame, run=run))
    rows: list[StatementRow] = []
    for row in chapter.told.statements:
        for number in range(chance.randrange(1, 5)):
            core = {**row["core"], **(chance.choice(CHANGES) if chance.random() < 0.4 else {})}
            made: dict[str, object] = {**row, "uuid": f"{row['uuid']} {number}", "core": core}
            if "time" in core:
                made["time"] = LATER
            if core.get("scope", "world") != "world":
                made["holder"] = row["subject"]
                if chance.random() < 0.2:
                    made["tellers"] = [chance.choice(chapter.told.clusters)["number"]]
            if chance.random() < 0.1:
                made["event"] = "the fire"
            if chance.random() < 0.05:
                made["locked"] = True
            if chance.random() < 0.3:
                made["predicate"] = chance.randrange(len(chapter.told.predicates))
            if chance.random() < 0.3:
                made["object"] = chance.choice([*(one["number"] for one in chapter.told.clusters), None])
                made["core"] = {**core, "value": chance.choice(("a captain", "", "A captain"))}
            rows.append(cast("StatementRow", made))
    ids = [one["uuid"] for one in rows]
    verdicts = [(chance.choice(ids), chance.choice(ids), chance.choice(list(Verdict))) for _ in range(3) if ids]
    statements = StoredStatements.of(rows)
    told = replace(chapter.told, passages=tuple(passages), statements=statements, verdicts=tuple(verdicts))
    return chapter._replace(told=told)


def with_statement(
    chapter: PlacedChapter,
    subject: int,
    predicate: str,
    *,
    object_: int | None = None,
    core: Mapping[str, object] | None = None,
    fields: Mapping[str, object] | None = None,
) -> PlacedChapter:
    """Return the chapter with one more statement, whose quote is the first eight characters of the chapter. *core* and
    *fields* contain further fields of its row.
    """
    kind = shipped_table().find(predicate)
    assert kind is not None
    told = chapter.told
    row = {
        "uuid": f"{predicate} {subject} {object_} {chapter.order}",
        "passage": 0,
        "quote": len(told.quotes),
        "start": 0,
        "end": 8,
        "predicate": len(told.predicates),
        "subject": subject,
        "object": object_,
        "core": {"text": "", "predicate": predicate, **(core or {})},
        **(fields or {}),
    }
    return chapter._replace(
        told=replace(
            told,
            quotes=(*told.quotes, "the quote"),
            predicates=(*told.predicates, to_json(kind)),
            statements=StoredStatements.of([*told.statements, cast("StatementRow", row)]),
        )
    )
