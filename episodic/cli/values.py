"""The JSON values that commands answer with; docs/command-line.md describes them, and they only ever grow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from episodic.cli.escaping import Json
from episodic.config import Config
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.moments import TimePoint
from episodic.search.chapters import ChapterRef
from episodic.search.reads import ChapterEntry, FactPage, Portrait, ShownIssue, ShownPassage, Stats, Timeline, Version
from episodic.search.results import EntityHit, FactHit, PassageHit, SearchResults
from episodic.search.shown import Quotation, ShownFact
from episodic.search.tracks import Place

if TYPE_CHECKING:
    # Most values are shown without anything having been read in.
    from episodic.llm.counting import Prices, Usage
    from episodic.pipeline.report import ChapterReport, ManuscriptReport, MemoryDiff

Object = dict[str, Json]


def chapter_ref(one: ChapterRef) -> Object:
    """Which chapter: ordinal, number of its heading, title, key, id, layer."""
    return {
        "uuid": one.uuid,
        "ordinal": one.ordinal,
        "number": one.number,
        "title": one.title,
        "key": one.key,
        "layer": one.layer.value,
    }


def quotation(one: Quotation | None) -> Object | None:
    """The author's words and where they stand."""
    if one is None:
        return None
    return {
        "text": one.text,
        "chapter": one.ordinal,
        "number": one.number,
        "title": one.title,
        "episode": one.episode,
        "start": one.start,
        "end": one.end,
    }


def time_point(one: TimePoint | None) -> Object | None:
    """A point of story time: words, bounds in days, label."""
    if one is None:
        return None
    return {
        "text": one.text,
        "label": one.label,
        "earliest": one.earliest,
        "latest": one.latest,
        "chapter": one.chapter,
    }


def fact(one: Fact) -> Object:
    """A fact without its quotes' chapters, as in a memory diff."""
    return {
        "uuid": one.uuid,
        "text": one.text,
        "subject": one.subject_name,
        "predicate": one.predicate,
        "object": one.object_name,
        "value": one.value,
        "denied": one.denied,
        "scope": one.scope.value,
        "holder": one.holder_name,
        "quote": one.evidence[0].quote if one.evidence else None,
    }


def shown_fact(one: ShownFact) -> Object:
    """A fact as a reader is shown it."""
    of = one.fact
    return {
        "uuid": of.uuid,
        "text": of.text,
        "subject": {"uuid": of.subject, "name": of.subject_name, "type": of.subject_type},
        "predicate": of.predicate,
        "kind": of.kind.value,
        "object": None if of.object is None else {"uuid": of.object, "name": of.object_name, "type": of.object_type},
        "value": of.value,
        "participants": [{"uuid": role.entity, "name": role.name, "role": role.role} for role in of.participants],
        "denied": of.denied,
        "scope": of.scope.value,
        "holder": of.holder_name,
        "tellers": list(of.tellers),
        "validity": one.validity.words,
        "valid_at": time_point(of.valid_at),
        "invalid_at": time_point(of.invalid_at),
        "ended": one.validity.ended,
        "ended_by": list(of.ended_by),
        "holding": None if one.holding is None else one.holding.value,
        "quotes": [quotation(quote) for quote in one.quotes],
        "endings": [quotation(quote) for quote in one.endings],
    }


def entity(one: Entity) -> Object:
    """Who or what, with every name."""
    return {
        "uuid": one.uuid,
        "name": one.name,
        "type": one.type,
        "aliases": [{"text": alias.text, "count": alias.count} for alias in one.aliases],
        "summary": one.summary,
        "mentions": one.mentions,
    }


def hit(one: FactHit | EntityHit | PassageHit) -> Object:
    """A hit: its kind, score, sources, and the thing itself under its kind."""
    head: Object = {
        "kind": one.kind.value,
        "uuid": one.uuid,
        "score": round(one.score, 4),
        "sources": list(one.sources),
        "matched": list(one.matched),
        "text": one.text,
        "sentence": quotation(one.sentence),
    }
    match one:
        case FactHit():
            head["fact"] = shown_fact(one.shown)
            head["passage"] = None if one.said_in is None else quotation(one.said_in.sentence)
        case EntityHit():
            head["entity"] = entity(one.entity)
        case PassageHit():
            pass
    return head


def search_results(one: SearchResults) -> Object:
    """The answer to one query, and what was searched."""
    asked = one.searched
    return {
        "query": one.query,
        "found": one.found,
        "hits": [hit(each) for each in one.hits],
        "searched": {
            "arms": [
                {"arm": arm.arm, "kind": arm.kind.value, "considered": arm.considered, "kept": arm.kept}
                for arm in asked.arms
            ],
            "names": list(asked.names),
            "filters": list(asked.filters),
            "degraded": list(asked.degraded),
            "stored": None if asked.stored is None else {kind.value: count for kind, count in asked.stored.items()},
            "note": asked.note,
        },
    }


def portrait(one: Portrait) -> Object:
    """An entity with its facts and mentions."""
    return {
        "entity": entity(one.entity),
        "sentence": quotation(one.sentence),
        "facts": [shown_fact(each) for each in one.facts],
        "mentions": [
            {"chapter": chapter_ref(each.chapter), "count": each.count, "surfaces": list(each.surfaces)}
            for each in one.mentions
        ],
        "asked": one.asked,
    }


def fact_page(one: FactPage) -> Object:
    """One page of facts."""
    return {"facts": [shown_fact(each) for each in one.facts], "total": one.total, "cursor": one.cursor}


def timeline(one: Timeline) -> Object:
    """Versions in story order, what they are about, and the chapters in telling order."""
    return {
        "work": one.work,
        "entity": None if one.entity_id is None else {"uuid": one.entity_id, "name": one.entity},
        "predicate": one.predicate,
        "language": one.language.value,
        "scope": list(one.scope),
        "versions": [_version(each) for each in one.versions],
        "chapters": [{**chapter_ref(each.ref), "length": each.length} for each in one.chapters],
    }


def _version(one: Version) -> Object:
    return {
        "fact": shown_fact(one.shown),
        "ended_by": [shown_fact(each) for each in one.ended_by],
        "placed": one.placed,
        "order_unknown_to": list(one.order_unknown_to),
        "after_gap": one.after_gap,
        "gap_after": one.gap_after,
        "label": one.label,
        "row": {
            "key": one.row.key,
            "kind": one.row.kind.value,
            "of": one.row.of,
            "entities": list(one.row.about),
            "predicate": one.row.predicate,
            "scope": one.row.scope.value,
            "holder": one.row.holder,
        },
        "told": _place(one.told),
    }


def _place(one: Place | None) -> Object | None:
    if one is None:
        return None
    return {
        "chapter": chapter_ref(one.chapter),
        "offset": one.offset,
        "frame": one.frame.value,
        "run": one.run,
        "turn": one.turn.value,
    }


def issue(one: Issue) -> Object:
    """An issue as in a memory diff."""
    return {"uuid": one.uuid, "kind": one.kind.value, "text": one.text, "rank": one.rank, "facts": list(one.facts)}


def shown_issue(one: ShownIssue) -> Object:
    """An issue with its quotes."""
    return {
        **issue(one.issue),
        "waived": one.issue.waived,
        "quotes": [quotation(each) for each in one.quotes],
    }


def chapter_entry(one: ChapterEntry) -> Object:
    """A chapter as listed."""
    return {
        **chapter_ref(one.chapter),
        "path": list(one.path),
        "length": one.length,
        "revision": one.revision,
        "reader": one.reader,
        "failure": one.failure,
        "facts": one.facts,
        "passages": one.passages,
    }


def stats(one: Stats) -> Object:
    """Counts and groups."""
    return {
        "chapters": one.chapters,
        "passages": one.passages,
        "entities": one.entities,
        "facts": one.facts,
        "mentions": one.mentions,
        "counted": one.counted.value,
        "groups": [{"values": list(each.values), "number": each.number} for each in one.groups],
    }


def passage(one: ShownPassage) -> Object:
    """A passage and whether it was asked for itself."""
    return {
        "uuid": one.passage.uuid,
        "asked": one.asked,
        "frame": one.passage.frame.value,
        "words": quotation(one.sentence),
    }


def memory_diff(one: MemoryDiff) -> Object:
    """What changed in memory."""
    return {
        "added": [fact(each) for each in one.added],
        "retired": [fact(each) for each in one.retired],
        "ended": [fact(each) for each in one.ended],
        "reopened": [fact(each) for each in one.reopened],
        "entities_new": [entity(each) for each in one.entities_new],
        "entities_gone": [entity(each) for each in one.entities_gone],
        "issues_new": [issue(each) for each in one.issues_new],
        "issues_settled": [issue(each) for each in one.issues_settled],
        "united": [{"gone": entity(each.one), "into": entity(each.other)} for each in one.united],
        "split": [{"new": entity(each.one), "from": entity(each.other)} for each in one.split],
    }


def chapter_report(one: ChapterReport, *, whole: bool = True) -> Object:
    """What became of a chapter; *whole* with the facts themselves, else their numbers."""
    diff = one.diff
    numbers: Object = {
        "added": len(diff.added),
        "retired": len(diff.retired),
        "ended": len(diff.ended),
        "reopened": len(diff.reopened),
        "entities_new": len(diff.entities_new),
        "entities_gone": len(diff.entities_gone),
        "issues_new": len(diff.issues_new),
        "issues_settled": len(diff.issues_settled),
    }
    return {
        "key": one.key,
        "title": one.title,
        "outcome": one.outcome.value,
        "episode": one.episode,
        "windows_read": one.windows_read,
        "windows_kept": one.windows_kept,
        "rejected": [{"reason": each.reason, "words": each.words} for each in one.rejected],
        "pending": one.pending,
        "diff": memory_diff(diff) if whole else numbers,
        "error": None if one.error is None else str(one.error),
        "moved": one.moved,
        "renamed": one.renamed,
    }


def manuscript_report(one: ManuscriptReport) -> Object:
    """What became of a manuscript."""
    return {
        "revision": one.revision,
        "counts": dict(one.counts),
        "failed": len(one.failed),
        "chapters": [chapter_report(each, whole=False) for each in one.chapters],
        "diff": memory_diff(one.diff),
    }


def usage(one: Usage, prices: Prices | None) -> Object:
    """What the model took."""
    total = one.total
    stages: Mapping[str, int] = {name: tally.spent.tokens for name, tally in one.stages.items()}
    return {
        "calls": total.calls,
        "cached": total.cached,
        "repairs": total.repairs,
        "retries": total.retries,
        "prompt_tokens": total.spent.prompt_tokens,
        "completion_tokens": total.spent.completion_tokens,
        "tokens_by_stage": dict(stages),
        "cost": None if prices is None else round(total.cost(prices), 6),
        "currency": None if prices is None else prices.currency,
    }


def config(one: Config) -> Object:
    """Every setting, secrets masked."""
    return {
        name: {"value": setting.shown, "from": setting.origin.value, "secret": setting.secret}
        for name, setting in one.settings.items()
    }
