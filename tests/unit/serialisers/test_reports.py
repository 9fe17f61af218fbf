"""Tests of the JSON of overrides, revisions and draft checks."""

from __future__ import annotations

from episodic.languages.en import ENGLISH
from episodic.model.decisions import MentionAnchor, Override, OverrideKind
from episodic.model.episodes import Episode
from episodic.model.records import Commit
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.edits.draft_check import DraftFinding, DraftKind, DraftReport
from episodic.pipeline.reports import MemoryDiff
from episodic.search.chapter_refs import ChapterRef
from episodic.serialisers.reports import commit_object, draft_check_object, override_object


def test_an_override_is_written_with_its_words_and_without_its_anchors() -> None:
    anchors = (MentionAnchor("Mara", "Mara left.", 0), MentionAnchor("Mara", "Mara came back.", 0))
    merge = Override("id", "w", OverrideKind.MERGE, anchors, None, "author", "2026-01-01", "sure", 1)

    found = override_object(merge, loose=True)

    assert found == {
        "uuid": "id", "kind": "merge", "correction": None, "words": ["Mara"], "text": "", "predicate": None,
        "by": "author", "at": "2026-01-01", "reason": "sure", "loose": True,
    }  # fmt: skip


def test_a_revision_says_whether_it_can_be_undone() -> None:
    found = commit_object(Commit(2, "c", "2026-01-01", "lock a fact"), done={2}, undone={3})

    assert found == {"revision": 2, "at": "2026-01-01", "action": "lock a fact", "can_undo": True, "can_redo": False}


def test_a_quote_of_a_draft_check_names_its_canon_chapter() -> None:
    draft = Episode("new", "w", "two", 2, "Two", (), "Mara Linn left.", ENGLISH)
    of_draft = Evidence("new", "Mara Linn", 0, 9, NarrativePosition(2, 0))
    of_canon = Evidence("old", "Mara Lin", 5, 13, NarrativePosition(1, 5))
    finding = DraftFinding(DraftKind.MISSPELT_NAME, "Mara Linn?", 3, (of_draft,), (of_canon,))
    report = DraftReport(draft, (finding,), MemoryDiff())

    found = draft_check_object(report, {"old": ChapterRef("old", 1, "One", 1)})

    assert found["draft"] == {"key": "two", "title": "Two"}
    assert found["findings"] == [
        {
            "kind": "misspelt_name",
            "rank": 3,
            "in_words": {"text": "Mara Linn?"},
            "draft": [{"text": "Mara Linn", "chapter": None, "title": None, "start": 0, "end": 9}],
            "canon": [{"text": "Mara Lin", "chapter": 1, "title": "One", "start": 5, "end": 13}],
        }
    ]
