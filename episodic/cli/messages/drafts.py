"""Messages about the result of checking a draft against canon."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.cli.messages.labels import ISSUES
from episodic.cli.messages.message import Phrase, message, same
from episodic.model.graph import IssueKind
from episodic.pipeline.edits.draft_check import DraftKind
from episodic.pipeline.edits.reading_extent import RULES

RULES_READ = message("labels.rules")
NOTHING_WRONG = message("drafts.nothing_wrong")
WITH_THIS_CHAPTER = message("drafts.with_this_chapter")
BY_RULES = message("drafts.by_rules")
IN_DRAFT = message("drafts.in_draft")
IN_CANON = message("drafts.in_canon")
KINDS: Mapping[DraftKind, Phrase] = {
    DraftKind.UNEXPLAINED_CHANGE: message("drafts.kinds_unexplained_change"),
    DraftKind.MISSPELT_NAME: message("drafts.kinds_misspelt_name"),
    DraftKind.CONTINUITY_ERROR: message("drafts.kinds_continuity_error"),
}


def read(read_by: str, statements: int) -> Phrase:
    """Return the phrase that says who read a text and how many statements were read from it."""
    return message("drafts.read", reader=RULES_READ if read_by == RULES else same(read_by), statements=statements)


def finding_named(kind: IssueKind | DraftKind) -> Phrase:
    return KINDS[kind] if isinstance(kind, DraftKind) else ISSUES[kind]
