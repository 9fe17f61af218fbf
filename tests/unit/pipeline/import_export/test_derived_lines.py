"""Tests of the derived records in an export: they are used only if they pass all checks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import pytest

from episodic.model.episodes import Layer
from episodic.model.records import ASSERTED, Kind, Record, RecordKey
from episodic.pipeline.import_export.importing import parse_export
from tests.stages.test_bad_input_imports import Line, with_checksum, with_first_line
from tests.story import CHAPTERS, VARIANTS, canonical, memory_graph

Change = Callable[[list[Line]], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """The lines of an exported work, and the canonical export and the digests of the work that they restore."""

    lines: Sequence[str]
    canonical: Sequence[str]
    digests: Mapping[RecordKey, str]


@pytest.fixture(scope="module")
def exported() -> Exported:
    """Export an edited story with a merge and a draft once, and restore it."""

    async def restored() -> Exported:
        async with memory_graph() as graph, memory_graph() as wanted:
            await graph.add_manuscript(CHAPTERS)
            await graph.replace_episode(2, VARIANTS[1])
            await graph.merge_entities("沈度", "赵虎", told_from=4)
            await graph.add_episode("林远住在柳浦。\n", name="草稿", layer=Layer.DRAFT)
            lines = [line async for line in graph.export()]
            right = parse_export(lines)
            assert right.fault is None
            await wanted.restore(right)
            return Exported(lines, await canonical(wanted), await wanted.store.digests("story"))

    return asyncio.run(restored())


async def test_the_records_are_those_of_the_store() -> None:
    """Every derived record is the same, with its vector."""
    async with memory_graph() as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.replace_episode(2, VARIANTS[1])
        await graph.merge_entities("沈度", "赵虎", told_from=4)
        wanted: list[Record] = []
        for kind in Kind:
            if kind not in ASSERTED | {Kind.REDIRECT}:
                wanted += await graph.store.fetch("story", kind, vectors=True)

        found = parse_export([line async for line in graph.export()])

    assert found.fault is None
    assert list(found.derived) == wanted
    assert {one.kind for one in found.derived} >= {Kind.FACT, Kind.MENTION, Kind.STATEMENT, Kind.REPLAYED, Kind.ENTITY}


def _set(kind: str, **fields: object) -> Change:
    def change(lines: list[Line]) -> None:
        with_first_line(lines, kind=kind).update(fields)

    return change


def _quote(kind: str) -> Change:
    """Change the quote of the first value of a kind."""

    def change(lines: list[Line]) -> None:
        line = with_first_line(lines, kind=kind)
        found = line["evidence"]
        evidence = cast("Line", found[0] if isinstance(found, list) else found)
        evidence["quote"] = "没有这句话"

    return change


def _drop(kind: str) -> Change:
    def change(lines: list[Line]) -> None:
        lines.remove(with_first_line(lines, kind=kind))

    return change


FORGED: dict[str, Change] = {
    "fact with a quote that is not in the text": _quote("fact"),
    "statement with a quote that is not in the text": _quote("statement"),
    "passage with another text": _set("passage", text="x"),
    "fact about nobody": _set("fact", subject="nobody"),
    "mention of nobody": _set("mention", entity="nobody"),
    "mention outside the text": _set("mention", end=10**6),
    "mention in no chapter": _set("mention", episode="nothing"),
    "statement in no passage": _set("statement", passage="nothing"),
    "fact of another work": _set("fact", group_id="neighbour"),
    "fact without a text": _set("fact", text=None),
    "fact with a kind of no form": _set("fact", predicate_kind=7),
    "chapter with another text": _set("episode", text="x"),
    "chapter without its replayed form": _drop("replayed"),
    "replayed form of another version": _set("replayed", version=99),
    "replayed form of no chapter": _set("replayed", episode="nothing"),
    "issue of no form": lambda lines: lines.insert(-9, {"kind": "issue"}),
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
async def test_records_that_do_not_fit_the_inputs_are_derived_again(change: Change, exported: Exported) -> None:
    """The work is the same as without the forged line."""
    lines = [cast("Line", json.loads(line)) for line in exported.lines]
    change(lines)
    async with memory_graph() as graph:
        found = parse_export(with_checksum(lines))

        await graph.restore(found)

        assert found.fault is not None
        assert await canonical(graph) == exported.canonical
        assert await graph.store.digests("story") == exported.digests
