"""What is said of a draft that was read against canon."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.cli.wording.names import ISSUES
from episodic.cli.wording.phrase import Phrase
from episodic.model.graph import IssueKind
from episodic.pipeline.edits.checking import DraftKind

NOTHING_WRONG = Phrase("Nothing found that does not fit.", "没有发现对不上的地方。")
WITH_THIS_CHAPTER = Phrase("With this chapter", "加上这一章以后")
IN_DRAFT = Phrase("draft: ", "草稿：")
IN_CANON = Phrase("canon: ", "正文：")
KINDS: Mapping[DraftKind, Phrase] = {
    DraftKind.UNEXPLAINED_CHANGE: Phrase("unexplained change", "变化未交代"),
    DraftKind.MISSPELT_NAME: Phrase("misspelt name", "疑似笔误"),
}


def finding_named(kind: IssueKind | DraftKind) -> Phrase:
    """What kind of thing does not fit."""
    return KINDS[kind] if isinstance(kind, DraftKind) else ISSUES[kind]
