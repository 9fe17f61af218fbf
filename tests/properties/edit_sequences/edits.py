"""One edit that can be written to a log and applied to a graph and to the expected manuscript."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from episodic.app import StoryGraph
from episodic.errors import InvalidOverrideError, UnknownFactError, UnknownIssueError
from episodic.model.decisions import Correction
from episodic.model.episodes import Chapter, Layer
from episodic.model.predicates import Cardinality, Predicate, PredicateKind
from episodic.pipeline.edits.overrides import FactChange, NewFact
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from tests.properties.edit_sequences.desk import Desk

CORRECTIONS: Mapping[str, Correction] = {
    "name": Correction.NAME,
    "alias": Correction.ALIAS,
    "not_alias": Correction.NOT_ALIAS,
    "type": Correction.TYPE,
}


@dataclass(frozen=True, slots=True)
class Edit:
    """The action and its arguments: keys of chapters, texts, names and sentences, never ids."""

    what: str
    args: tuple[str, ...] = ()

    def written(self) -> str:
        """Return the edit as one line of a log."""
        return json.dumps([self.what, *self.args], ensure_ascii=False)

    @classmethod
    def read(cls, line: str) -> Edit:
        """Return the edit of a log line."""
        what, *args = json.loads(line)
        return cls(what, tuple(args))


async def make(graph: StoryGraph, desk: Desk, edit: Edit) -> Desk:
    """Make an edit and return the new manuscript. Raises EpisodicError for an impossible edit, which changes nothing."""
    if edit.what in _CHAPTERS:
        return await _CHAPTERS[edit.what](graph, desk, *edit.args)
    await _DECISIONS[edit.what](graph, *edit.args)
    return replace(desk, acts=await graph.acts())


async def fact_id(graph: StoryGraph, text: str) -> str:
    """Return the id of the first fact with this content. Raises UnknownFactError."""
    found = (await graph.get_facts(FactQuery(), scope=Scope(include_ended=True))).facts
    for one in found:
        if one.text == text:
            return one.fact.uuid
    raise UnknownFactError(text)


async def _add(graph: StoryGraph, desk: Desk, key: str, title: str, text: str, time: str) -> Desk:
    chapter = Chapter(text, title=title, key=key, reference_time=time or None)
    await graph.add_episode(chapter)
    return desk.read(key) if key in desk.canon_keys else desk.added(chapter)


async def _queue(graph: StoryGraph, desk: Desk, key: str, title: str, text: str, time: str) -> Desk:
    chapter = Chapter(text, title=title, key=key, reference_time=time or None)
    await graph.add_episode(chapter, wait=False)
    if key in desk.canon_keys:
        return desk
    return replace(desk.added(chapter), queued=desk.queued | {key})


async def _read(graph: StoryGraph, desk: Desk, key: str) -> Desk:
    job = await graph.jobs.submit_reading([await canon_id(graph, key)])
    await graph.jobs.run(job.uuid)
    return desk.read(key)


async def _insert(graph: StoryGraph, desk: Desk, key: str, title: str, text: str, *where: str) -> Desk:
    chapter, (side, beside) = Chapter(text, title=title, key=key or None), where
    place = {side: await canon_id(graph, beside)}
    report = await graph.insert_episode(chapter, before=place.get("before"), after=place.get("after"))
    if report.key in desk.canon_keys:
        return desk
    return desk.inserted(replace(chapter, key=report.key, title=report.title), beside, before=side == "before")


async def _replace(graph: StoryGraph, desk: Desk, key: str, text: str) -> Desk:
    await graph.replace_episode(await canon_id(graph, key), text)
    return desk.with_canon(key, lambda one: replace(one, text=text)).read(key)


async def _remove(graph: StoryGraph, desk: Desk, key: str) -> Desk:
    await graph.remove_episode(await canon_id(graph, key))
    return desk.with_canon(key, lambda _: None).read(key)


async def _move(graph: StoryGraph, desk: Desk, key: str, side: str, beside: str) -> Desk:
    place = {side: await canon_id(graph, beside)}
    await graph.move_episode(await canon_id(graph, key), before=place.get("before"), after=place.get("after"))
    return desk.moved(key, beside, before=side == "before")


async def _rename(graph: StoryGraph, desk: Desk, key: str, title: str) -> Desk:
    await graph.rename_episode(await canon_id(graph, key), title)
    return desk.with_canon(key, lambda one: replace(one, title=title))


async def _rearrange(graph: StoryGraph, desk: Desk, *keys: str) -> Desk:
    """Reorder the chapters. The graph decides the positions of drafts without a canon chapter. Canon has the given
    order.
    """
    there = {one.key: one for one in desk.canon}
    if set(keys) != set(there) or desk.queued:
        raise InvalidOverrideError("Other chapters are there.")
    await graph.add_manuscript([there[key] for key in keys])
    episodes = (await graph.session.state()).inputs.episodes
    now = dict.fromkeys(one.key for one in episodes if one.layer in {Layer.CANON, Layer.DRAFT})
    assert [key for key in now if key in there] == list(keys), "canon is in the order that was handed in"
    return desk.rearranged(tuple(now))


async def _draft(graph: StoryGraph, desk: Desk, key: str, title: str, text: str) -> Desk:
    draft = Chapter(text, title=title, key=key)
    await graph.add_manuscript([draft], layer=Layer.DRAFT)
    return desk.with_draft(key, draft)


async def _remove_draft(graph: StoryGraph, desk: Desk, key: str) -> Desk:
    await graph.remove_episode((await graph.find_episode(key, layer=Layer.DRAFT)).uuid)
    return desk.with_draft(key, None)


async def _promote(graph: StoryGraph, desk: Desk, key: str) -> Desk:
    await graph.promote(key)
    return desk.promoted(key).read(key)


async def _plan(graph: StoryGraph, desk: Desk, key: str, title: str, text: str) -> Desk:
    plan = Chapter(text, title=title, key=key)
    await graph.add_manuscript([plan], layer=Layer.PLAN)
    return desk.with_plan(key, plan)


async def _promote_plan(graph: StoryGraph, desk: Desk, key: str) -> Desk:
    await graph.promote(key, layer=Layer.PLAN)
    return desk.plan_promoted(key).read(key)


async def canon_id(graph: StoryGraph, key: str) -> str:
    """Return the id of the canon chapter with this key. Raises UnknownEpisodeError."""
    return (await graph.find_episode(key, layer=Layer.CANON)).uuid


async def _merge(graph: StoryGraph, one: str, other: str, chapter: str) -> None:
    await graph.merge_entities(one, other, told_from=chapter or None, across_types=True)


async def _split(graph: StoryGraph, name: str, key: str) -> None:
    await graph.split_entity(name, chapters=[key])


async def _lock(graph: StoryGraph, fact: str) -> None:
    await graph.lock(await fact_id(graph, fact))


async def _retract(graph: StoryGraph, fact: str) -> None:
    await graph.retract(await fact_id(graph, fact))


async def _correct(graph: StoryGraph, fact: str, predicate: str, target: str) -> None:
    await graph.correct_fact(await fact_id(graph, fact), FactChange(predicate=predicate, object=target))


async def _correct_entity(graph: StoryGraph, name: str, correction: str, text: str) -> None:
    await graph.correct_entity(name, CORRECTIONS[correction], text)


async def _add_fact(graph: StoryGraph, subject: str, target: str, quote: str, key: str) -> None:
    await graph.add_facts([NewFact(subject, "fears", quote, object=target, chapter=key)])


async def _predicate(graph: StoryGraph, name: str, cardinality: str) -> None:
    await graph.correct_predicate(Predicate(name, PredicateKind.STATE, Cardinality(cardinality)))


async def _waive(graph: StoryGraph, text: str) -> None:
    found = next((one.issue.uuid for one in await graph.issues() if one.issue.text == text), None)
    if found is None:
        raise UnknownIssueError(text)
    await graph.waive(found, "so be it")


async def _settle(graph: StoryGraph, fact: str) -> None:
    await graph.settle_thread(await fact_id(graph, fact))


async def _reopen(graph: StoryGraph, fact: str) -> None:
    await graph.reopen_thread(await fact_id(graph, fact))


async def _revoke(graph: StoryGraph, number: str) -> None:
    acts = await graph.acts()
    await graph.revoke(acts[int(number) % len(acts)].uuid if acts else "none")


_CHAPTERS: Mapping[str, Callable[..., Awaitable[Desk]]] = {
    "add": _add,
    "queue": _queue,
    "read": _read,
    "insert": _insert,
    "replace": _replace,
    "remove": _remove,
    "move": _move,
    "rename": _rename,
    "rearrange": _rearrange,
    "draft": _draft,
    "remove draft": _remove_draft,
    "promote": _promote,
    "plan": _plan,
    "promote plan": _promote_plan,
}
_DECISIONS: Mapping[str, Callable[..., Awaitable[None]]] = {
    "merge": _merge,
    "split": _split,
    "lock": _lock,
    "retract": _retract,
    "correct": _correct,
    "correct entity": _correct_entity,
    "add fact": _add_fact,
    "predicate": _predicate,
    "waive": _waive,
    "settle": _settle,
    "reopen": _reopen,
    "revoke": _revoke,
}
