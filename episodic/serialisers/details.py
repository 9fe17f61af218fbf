"""The JSON of reads at three levels of detail: ids, brief, and full, which is the JSON of the option `--json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from episodic.context.communities import Community
from episodic.context.digests import Digest
from episodic.context.threads import Thread
from episodic.model.graph import Fact, Issue
from episodic.model.json_shapes import Computed, Json, Object, Serialiser, Shape
from episodic.model.readings import StatementScope
from episodic.pipeline.edits.draft_check import DraftFinding
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_views import FactView, Quotation
from episodic.search.reads import ChapterEntry, EntityProfile, IssueView, PassageView, Version
from episodic.search.results import EntityHit, FactHit, PassageHit
from episodic.serialisers.lists import Detail
from episodic.serialisers.reports import REPORTS
from episodic.serialisers.threads import DIGESTS, THREADS
from episodic.serialisers.views import VIEWS


def _chapter(quote: Quotation | None) -> int | None:
    """Return the number in the heading of a quote's chapter, or the chapter's ordinal if the heading has no number.
    Return None if there is no quote.
    """
    return None if quote is None else quote.chapter


def _number(chapter: ChapterRef | None) -> int | None:
    if chapter is None:
        return None
    return chapter.ordinal if chapter.number is None else chapter.number


def _quote(view: FactView) -> str | None:
    """Return the first quote of a fact, or None if there is no quote or the fact's sentence is the quote."""
    sentence = view.sentence
    return None if sentence is None or sentence.text.strip() == view.text.strip() else sentence.text


def _fact_scope(fact: Fact) -> str | None:
    return None if fact.scope is StatementScope.WORLD else fact.scope.value


_FACT_KEYS: Final[Mapping[str, Computed]] = {
    "uuid": lambda one: one.uuid,
    "text": lambda one: one.text,
    "validity": lambda one: one.validity.words,
    "ended": lambda one: one.validity.ended or None,
    "scope": lambda one: _fact_scope(one.fact),
    "holder": lambda one: one.fact.holder_name,
    "chapter": lambda one: _chapter(one.sentence),
    "quote": _quote,
    "effects": lambda one: [serialised(each, Detail.BRIEF) for each in one.effects],
    "alike": lambda one: [serialised(each, Detail.BRIEF) for each in one.alike],
}
_ENTITY_KEYS: Final[Mapping[str, Computed]] = {
    "uuid": lambda one: one.entity.uuid,
    "name": lambda one: one.entity.name,
    "type": lambda one: one.entity.type,
    "aliases": lambda one: one.entity.other_names,
    "summary": lambda one: one.entity.summary,
    "mentions": lambda one: one.entity.mentions,
}
_FACT_VIEW: Final = Shape(without=frozenset({"fact", "quotes", "endings"}), computed=_FACT_KEYS)
ALL_FACT_FIELDS: Final = frozenset(one.name for one in fields(Fact))
_SOURCES: Final = frozenset({"sources", "matched"})

BRIEF: Final[Serialiser] = VIEWS.extended(
    {
        Fact: Shape(
            without=ALL_FACT_FIELDS - {"uuid", "text"},
            computed={"quote": lambda one: one.evidence[0].quote if one.evidence else None},
        ),
        Issue: Shape(without=frozenset({"group_id", "evidence", "rank"})),
        FactView: _FACT_VIEW,
        FactHit: Shape(
            without=_SOURCES | {"said_in"},
            flat={"shown": _FACT_VIEW},
            computed={"kind": lambda one: one.kind, "score": lambda one: round(one.score, 2)},
        ),
        EntityHit: Shape(
            without=_SOURCES | {"entity", "sentence"},
            computed={**_ENTITY_KEYS, "kind": lambda one: one.kind, "score": lambda one: round(one.score, 2)},
        ),
        PassageHit: Shape(
            without=_SOURCES | {"passage", "sentence"},
            computed={
                "uuid": lambda one: one.uuid,
                "chapter": lambda one: _chapter(one.sentence),
                "text": lambda one: one.text,
                "kind": lambda one: one.kind,
                "score": lambda one: round(one.score, 2),
            },
        ),
        EntityProfile: Shape(
            without=frozenset({"entity", "sentence", "facts", "fact_count", "asked", "mentions"}),
            computed={
                **_ENTITY_KEYS,
                "chapters": lambda one: [each.chapter.ordinal for each in one.mentions],
            },
        ),
        Version: Shape(
            without=frozenset(
                {"placed", "order_unknown_to", "after_gap", "row", "label", "told", "gap_after", "narrated_in"}
            ),
            flat={"shown": _FACT_VIEW},
            computed={
                "ended_by": lambda one: [each.uuid for each in one.ended_by],
                "effects": lambda one: [serialised(each, Detail.BRIEF) for each in one.effects],
                "alike": lambda one: [serialised(each, Detail.BRIEF) for each in one.alike],
            },
        ),
        IssueView: Shape(
            without=frozenset({"issue"}),
            computed={
                "uuid": lambda one: one.uuid,
                "kind": lambda one: one.issue.kind,
                "text": lambda one: one.text,
                "waived": lambda one: one.issue.waived,
                "facts": lambda one: one.issue.facts,
                "quotes": lambda one: [{"chapter": _chapter(each), "text": each.text} for each in one.quotes],
            },
        ),
        ChapterEntry: Shape(
            without=frozenset({"path", "revision", "reader", "passages"}),
            flat={"chapter": Shape(without=frozenset({"uuid", "order", "language"}))},
        ),
        PassageView: Shape(
            without=frozenset({"passage", "sentence"}),
            computed={
                "uuid": lambda one: one.passage.uuid,
                "chapter": lambda one: _chapter(one.sentence),
                "text": lambda one: one.text,
            },
        ),
        Thread: Shape(
            computed={
                "uuid": lambda one: one.uuid,
                "planted": lambda one: _number(one.planted),
                "paid": lambda one: _number(one.paid),
            }
        ),
        Community: Shape(
            without=frozenset({"organization"}),
            computed={
                "kind": lambda one: one.kind,
                "uuid": lambda one: None if one.organization is None else one.organization.uuid,
                "name": lambda one: one.name,
                "members": lambda one: [{"uuid": each.uuid, "name": each.name} for each in one.members],
            },
        ),
        DraftFinding: Shape(
            without=frozenset({"rank"}),
            computed={
                "draft": lambda one: [each.quote for each in one.draft],
                "canon": lambda one: [each.quote for each in one.canon],
            },
        ),
    }
)
"""The serialiser of results at brief detail: only the keys that an agent needs for its next step."""
_IDENTIFYING: Final = (
    "kind",
    "uuid",
    "key",
    "ordinal",
    "score",
    "related_by",
    "ended",
    "first",
    "last",
    "volume",
    "members",
)
_FULL: Final[Mapping[type[object], Serialiser]] = {Thread: THREADS, Digest: DIGESTS, Community: DIGESTS}
"""The serialisers for full detail, by the class of the value. A value whose class is not in this mapping is written by
the serialiser of reports.
"""


def serialised(value: object, detail: Detail) -> Object:
    """Return the JSON object of one item of an answer, at the level of detail *detail*.

    None, false and empty values are left out, except at full detail, where the object is that of the option `--json`.
    """
    if detail is Detail.FULL:
        return _FULL.get(type(value), REPORTS).object_of(value)
    found = {key: one for key, one in BRIEF.object_of(value).items() if not _is_empty(one)}
    if detail is Detail.IDS:
        return {key: found[key] for key in _IDENTIFYING if key in found}
    return found


def _is_empty(value: Json) -> bool:
    empty: tuple[Any, ...] = (None, "", [], {}, False)
    return any(value is one or (isinstance(value, str | list | dict) and value == one) for one in empty)
