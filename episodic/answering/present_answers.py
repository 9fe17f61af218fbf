"""Answers questions about the present that are asked without other words: where somebody is, whether somebody
is alive, and who has a thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.answering.fitting_facts import Bearers, has_name
from episodic.answering.possession import facts_of_things, holders, things_of
from episodic.answering.present_states import Present
from episodic.answering.questions import AskedFor, Question
from episodic.answering.state_answers import state_answer
from episodic.answering.whereabouts import whereabouts
from episodic.model.name_keys import name_key
from episodic.search.fact_listing import VisibleFact
from episodic.search.results import FactHit
from episodic.search.view import View
from episodic.text.scripts import is_ideographic


async def present_answer(view: View, asked: Question, bearers: Bearers, hits: Sequence[FactHit]) -> Present | None:
    """Return what answers a question such as "where is Ann", "is Ann alive", "who has the key" or "whose is the key".
    Return None for any other question.

    *hits* are the facts that a search found for the question. They are read for a thing that no name in the question
    names. If the question asks about an earlier time, everybody who has had the thing is an answer. Raises StoreError.
    """
    ids = {uuid for found in bearers.values() for uuid in found}
    if asked.asked_for is AskedFor.WHERE and not asked.terms.tokens and len(bearers) == 1:
        found = await whereabouts(view, ids)
        return found or await whereabouts(view, await _things_named(view, bearers, hits))
    if asked.things is None:
        return await state_answer(view, asked, bearers)
    things = await things_of(view, ids)
    if bearers and not things:
        return None
    told = await facts_of_things(view, things) if bearers else _facts_of_hits(hits) if asked.things.tokens else []
    found = holders(view, (one for one in told if _has_names(one, bearers)), asked.things)
    found = found or holders(view, await facts_of_things(view, await _things_named(view, bearers, hits)), asked.things)
    if not found and asked.things.tokens:
        return None
    return Present(found.known + found.others) if asked.past else found


def _has_names(one: VisibleFact, bearers: Bearers) -> bool:
    return all(has_name(one.fact, name, ids) for name, ids in bearers.items())


def _facts_of_hits(hits: Iterable[FactHit]) -> list[VisibleFact]:
    shown = {one.uuid: one for hit in hits for one in (hit.shown, *hit.shown.effects)}
    return [VisibleFact(one.fact, one.holding) for one in shown.values()]


async def _things_named(view: View, bearers: Bearers, hits: Iterable[FactHit]) -> list[str]:
    """Return the ids of the things in the found facts whose names contain the only name of the question. For example,
    "the ruler" may also mean a thing that the work knows as "the broken ruler".
    """
    if len(bearers) != 1:
        return []
    (name,) = bearers
    ends = {
        uuid
        for one in _facts_of_hits(hits)
        for uuid, words in ((one.fact.subject, one.fact.subject_name), (one.fact.object, one.fact.object_name))
        if uuid is not None and _contains(words or "", name)
    }
    return await things_of(view, ends)


def _contains(words: str, name: str) -> bool:
    key = name_key(words)
    return name in key if is_ideographic(name[0]) else f" {name} " in f" {key} "
