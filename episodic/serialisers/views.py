"""The JSON serialisers of the results of reads.

The program words some texts in the language of the work, such as labels of dates and the texts of issues. Texts that
the program words are under the key `in_words`. The JSON fields are documented in docs/command-line.md. Later versions
may add JSON fields, but must not remove or rename JSON fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from episodic.answering.answers import Answer
from episodic.model.graph import Alias, Entity, Fact, Issue, LinePlace, Role
from episodic.model.json_shapes import Computed, Serialiser, Shape, in_words
from episodic.model.moments import TimePoint
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_views import VALIDITY_KEYS, FactView, Quotation, place_of_saying
from episodic.search.reads import (
    ChapterEntry,
    ChapterRejections,
    EntityProfile,
    IssueView,
    PassageView,
    Timeline,
    Version,
)
from episodic.search.results import EntityHit, FactHit, PassageHit, RetrieverReport, SearchReport, SearchResults
from episodic.search.series_search import SeriesResults
from episodic.search.timeline_layout import NarrativeChapter, TimelineRow


def _entity_of(uuid: str | None, name: str | None, entity_type: str | None) -> dict[str, str | None] | None:
    return None if uuid is None else {"uuid": uuid, "name": name, "type": entity_type}


def _score(one: FactHit | EntityHit | PassageHit) -> float:
    return round(one.score, 4)


_KEPT_ONLY = frozenset(
    {"group_id", "layer", "told_at", "evidence", "ends", "lo", "hi", "holdings", "locked", "asked_for"}
)
"""The stored fields of a fact that its JSON does not contain."""
_NAMES = frozenset({"subject_name", "subject_type", "object_name", "object_type", "holder_name", "teller_names"})
_SHOWN_FACT = Shape(
    without=_KEPT_ONLY | _NAMES,
    computed={
        "subject": lambda one: _entity_of(one.subject, one.subject_name, one.subject_type),
        "object": lambda one: _entity_of(one.object, one.object_name, one.object_type),
        "holder": lambda one: one.holder_name,
        # If a fact's own quote, its duration or the end of its scene ends the fact, the stored `ended_by` contains the
        # fact's own id. The JSON of a fact leaves the fact's own id out.
        "ended_by": lambda one: [uuid for uuid in one.ended_by if uuid != one.uuid],
    },
)
_BRIEF_FACT = Shape(
    without=_KEPT_ONLY
    | _NAMES
    | {"kind", "participants", "tellers", "valid_at", "invalid_at", "ended_by", "frame", "turn", "runs", "said"}
    | {"begins", "may_have_ended", "places"},
    computed={
        "subject": lambda one: one.subject_name,
        "object": lambda one: one.object_name,
        "holder": lambda one: one.holder_name,
        "quote": lambda one: one.evidence[0].quote if one.evidence else None,
    },
)
"""The brief JSON shape of a fact, which is used, for example, in a memory diff (what an edit changed in the graph). In
the brief shape, only the text of the first quote represents the quotes of the fact.
"""
_HIT: Mapping[str, Computed] = {
    "kind": lambda one: one.kind,
    "uuid": lambda one: one.uuid,
    "score": _score,
    "text": lambda one: one.text,
}
"""The keys that the JSON of every kind of search hit contains."""


VIEWS = Serialiser(
    {
        ChapterRef: Shape(without=frozenset({"order", "language", "shown"})),
        Quotation: Shape(names={"ordinal": "chapter"}),
        Role: Shape(names={"entity": "uuid"}),
        Fact: _BRIEF_FACT,
        LinePlace: Shape(flat={"told": None}),
        FactView: Shape(
            flat={"fact": _SHOWN_FACT},
            without=frozenset({"validity"}),
            computed={**VALIDITY_KEYS, "said_at": place_of_saying},
        ),
        Alias: Shape(without=frozenset({"key", "first"})),
        Entity: Shape(without=frozenset({"group_id", "first"})),
        FactHit: Shape(
            names={"shown": "fact"},
            without=frozenset({"said_in"}),
            computed={
                **_HIT,
                "sentence": lambda one: one.sentence,
                "passage": lambda one: None if one.said_in is None else one.said_in.sentence,
            },
        ),
        EntityHit: Shape(computed=_HIT),
        PassageHit: Shape(without=frozenset({"passage"}), computed=_HIT),
        SearchResults: Shape(
            without=frozenset({"facts", "entities", "passages"}),
            computed={"found": lambda one: one.found, "related": lambda one: one.related},
        ),
        SeriesResults: Shape(computed={"found": lambda one: one.found}),
        SearchReport: Shape(names={"retrievers": "arms"}),
        RetrieverReport: Shape(names={"retriever": "arm"}),
        EntityProfile: Shape(without=frozenset({"fact_count"})),
        Timeline: Shape(
            without=frozenset({"entity_id"}),
            computed={
                "entity": lambda one: None if one.entity_id is None else {"uuid": one.entity_id, "name": one.entity}
            },
        ),
        NarrativeChapter: Shape(flat={"ref": None}),
        Version: replace(in_words("label"), names={"shown": "fact"}),
        TimelineRow: replace(in_words("predicate"), names={"about": "entities"}),
        TimePoint: in_words("label"),
        Issue: Shape(
            without=frozenset({"group_id", "evidence", "waived", "text"}),
            computed={"in_words": lambda one: {"text": one.text}},
        ),
        IssueView: Shape(flat={"issue": None}, computed={"waived": lambda one: one.issue.waived}),
        ChapterEntry: Shape(flat={"chapter": None}),
        ChapterRejections: Shape(flat={"chapter": None}),
        Answer: Shape(computed={"by_rules": lambda one: one.by_rules}),
        PassageView: Shape(
            names={"sentence": "words"},
            without=frozenset({"passage"}),
            computed={"uuid": lambda one: one.passage.uuid, "frame": lambda one: one.passage.frame},
        ),
    }
)
