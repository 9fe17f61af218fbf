"""Replays drafts, plans and notes with canon: answers their questions, and finds what a chapter adds to the graph."""

from __future__ import annotations

from collections.abc import Iterable

from episodic.model.decisions import Judgement
from episodic.model.episodes import Layer
from episodic.model.graph import Fact, Issue
from episodic.pipeline.inputs import CANON_LAYERS, WorkInputs
from episodic.pipeline.reports import MemoryDiff
from episodic.pipeline.session.judge_calls import Judges
from episodic.pipeline.session.question_loop import AnswerCache, resolve_questions
from episodic.pipeline.session.state import State, Workbench


def layer_combinations(inputs: WorkInputs) -> tuple[frozenset[Layer], ...]:
    """Return the combinations of layers that are replayed in addition to canon alone.

    Each of drafts, plans and notes is combined with canon. If the work has several layers besides canon, all layers
    together are another combination.
    """
    others = sorted(inputs.layers - CANON_LAYERS)
    pairs = [CANON_LAYERS | {layer} for layer in others]
    return tuple(pairs) if len(others) < 2 else (*pairs, inputs.layers | CANON_LAYERS)


async def answers_for_other_layers(
    bench: Workbench, inputs: WorkInputs, *, judges: Judges, answers: AnswerCache
) -> dict[str, Judgement]:
    """Return the answers to all questions that replays of drafts, plans and notes with canon raise. The judges are
    asked all questions that have no stored answer. If all judges are rule-based, the returned dictionary is empty,
    because answers of rule-based judges are not stored.

    Raises ModelError if a question could not be answered.
    """
    if judges.ruled:
        return {}
    raised: dict[str, Judgement] = {}
    for layers in layer_combinations(inputs):
        base = bench.empty_replay(inputs, inputs.settings, answers)
        settled = await resolve_questions(base, inputs.in_narrative_order(layers), judges=judges, answers=answers)
        if settled.failed:
            raise next(iter(settled.failed.values()))
        for chapter in settled.replay.chapters:
            for question in chapter.questions:
                if question.uuid in answers.judgements:
                    raised.setdefault(question.uuid, answers.judgements[question.uuid])
    return raised


def chapter_contribution(state: State, episode: str) -> MemoryDiff:
    """Return what a chapter adds to the graph: facts with evidence in the chapter, entities that are first mentioned in
    the chapter, and issues that quote the chapter.
    """
    graph = state.graph
    return MemoryDiff(
        added=tuple(one for one in graph.facts.values() if _quotes(one, episode)),
        entities_new=tuple(one for one in graph.entities.values() if one.first.episode == episode),
        issues_new=tuple(one for one in graph.issues.values() if _quotes(one, episode)),
    )


def with_canon(layers: Iterable[Layer]) -> frozenset[Layer]:
    """Return *layers* and canon, because other layers are always replayed together with canon."""
    return CANON_LAYERS | frozenset(layers)


def _quotes(one: Fact | Issue, episode: str) -> bool:
    return any(words.episode == episode for words in one.evidence)
