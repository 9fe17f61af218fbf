"""Chapters that are no canon: what they ask when they are read beside it, and what they would change."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.model.asserted import Judgement
from episodic.model.episodes import Layer
from episodic.model.graph import Fact, Issue
from episodic.pipeline.asserted import CANON_LINE, Asserted
from episodic.pipeline.report import MemoryDiff
from episodic.pipeline.work.answering import Judges
from episodic.pipeline.work.settling import Answers, settle
from episodic.pipeline.work.state import State, Workbench


def readings_together(asserted: Asserted) -> tuple[frozenset[Layer], ...]:
    """The layers that are read together beside canon alone: each other layer with canon, and all of them."""
    others = sorted(asserted.layers - CANON_LINE)
    pairs = [CANON_LINE | {layer} for layer in others]
    return tuple(pairs) if len(others) < 2 else (*pairs, asserted.layers | CANON_LINE)


async def asked_beside(
    bench: Workbench, asserted: Asserted, *, judges: Judges, answers: Answers
) -> dict[str, Judgement]:
    """The answers to all questions that are raised when other layers are read with canon; what is open is asked.

    Raises the ModelError of a question that could not be answered.
    """
    if judges.ruled:
        return {}
    raised: dict[str, Judgement] = {}
    for layers in readings_together(asserted):
        base = bench.empty_replay(asserted, asserted.settings, answers)
        settled = await settle(base, asserted.told(layers), judges=judges, answers=answers)
        if settled.failed:
            raise next(iter(settled.failed.values()))
        for chapter in settled.replay.chapters:
            for question in chapter.questions:
                if question.uuid in answers.judgements:
                    raised.setdefault(question.uuid, answers.judgements[question.uuid])
    return raised


def told_in(state: State, episode: str) -> MemoryDiff:
    """What one chapter of a work brings in: its facts, who is first named in it, and the issues that its words are part of."""
    graph = state.graph
    return MemoryDiff(
        added=tuple(one for one in graph.facts.values() if _quotes(one, episode)),
        entities_new=tuple(one for one in graph.entities.values() if one.first.episode == episode),
        issues_new=tuple(one for one in graph.issues.values() if _quotes(one, episode)),
    )


def of_layers(layers: Iterable[Layer]) -> frozenset[Layer]:
    """The layers that are told so that these can be read: canon goes along, since everything else stands beside it."""
    return CANON_LINE | frozenset(layers)


def _quotes(one: Fact | Issue, episode: str) -> bool:
    return any(words.episode == episode for words in one.evidence)
