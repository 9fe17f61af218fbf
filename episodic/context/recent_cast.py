"""Chooses the cast of a chapter of which nothing is known: the people of the last chapters and of the open threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from episodic.context.cast import CastMember, members_of, named_in, persons_in
from episodic.context.cast_facts import cast_facts, facts_first_told_in, in_world
from episodic.context.settlements import ThreadStatus, settlements
from episodic.context.threads import thread_facets, threads_in
from episodic.model.episodes import Episode
from episodic.model.graph import Fact
from episodic.model.predicates import PredicateKind
from episodic.search.view import View

_LAST_CHARACTERS = 4_000
"""The number of characters at the end of the last chapter in which the members of the cast are looked for."""
_MOST_OF_CHAPTER = 80
"""The maximum number of facts of the last chapter that are read for one entity, to find persons in these facts."""


async def recent_cast(view: View, latest: Sequence[Episode]) -> list[CastMember]:
    """Return at most MOST_CAST entities of the last chapters *latest*. Persons come before other entities.

    Candidates are the entities that the end of the last chapter names, and the persons in the last chapter's facts
    about these entities. The facts are read because of first-person narrators ("I"): the text may not name such a
    narrator, but facts have the narrator as subject or object. Candidates are also the other parties of the open
    threads of these entities, if they are in a fact that the last chapters tell.

    Those come first who are named most often at the end of the last chapter and take part in most of its facts, of the
    events of the other chapters, and of the open threads. So a party of several open threads comes before somebody who
    is only mentioned.
    """
    if not latest:
        return []
    uses = await named_in(view, [latest[-1].text[-_LAST_CHARACTERS:]])
    named = members_of(view, await view.named_entities(list(uses)), uses)
    told = await facts_first_told_in(view, [one.uuid for one in named], latest[-1].order, limit=_MOST_OF_CHAPTER)
    uses += persons_in(told, view)
    known = members_of(view, await view.named_entities(list(uses)), uses)
    counts = uses + await _parts_in_threads_and_events(view, [one.uuid for one in known], latest)
    return members_of(view, await view.named_entities(list(counts)), counts)


async def _parts_in_threads_and_events(view: View, known: Sequence[str], latest: Sequence[Episode]) -> Counter[str]:
    """Return how often each entity takes part in open threads of the entities *known*, and in their events that the
    main line tells in the chapters before the last one. Entities that no fact of the chapters *latest* is about are
    left out, unless they are in *known*.
    """
    every = (await cast_facts(view.wider(), known, thread_facets=thread_facets())).all()
    found = threads_in(view, every, settled=await settlements(view, every))
    orders = {one.order for one in latest}
    told = [one for one in every if one.told_at.order in orders]
    events = [one for one in told if one.kind is PredicateKind.EVENT and one.on_main_line and in_world(one)]
    counted = (
        *(one.setup for one in found if one.status is ThreadStatus.OPEN),
        *(one for one in events if one.told_at.order != latest[-1].order),
    )
    present = {*known, *(uuid for one in told for uuid in _parties(one))}
    return Counter(uuid for one in counted for uuid in _parties(one) if uuid in present)


def _parties(fact: Fact) -> list[str]:
    """Return the ids of all entities that take part in the fact, each once."""
    every = (fact.subject, fact.object, *(one.entity for one in fact.participants))
    return list(dict.fromkeys(one for one in every if one is not None))
