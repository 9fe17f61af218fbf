"""Ingests and edits a work: reads its chapters, replays them, derives the graph, and commits the graph.

A replay processes the chapters again in narrative order, with the stored readings, judgements and overrides.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`. `typing` itself is not imported, because importing it would take longer than
importing `episodic.pipeline`.
"""

if TYPE_CHECKING:
    from episodic.pipeline.edits.chapter_edits import Edited as Edited
    from episodic.pipeline.edits.draft_check import (
        DraftFinding as DraftFinding,
        DraftKind as DraftKind,
        DraftReport as DraftReport,
    )
    from episodic.pipeline.edits.overrides import (
        FactChange as FactChange,
        NewFact as NewFact,
        Attribution as Attribution,
    )
    from episodic.pipeline.edits.proposals import Proposal as Proposal, ProposedFact as ProposedFact
    from episodic.pipeline.edits.reindexing import Reindexed as Reindexed, ReindexPlan as ReindexPlan
    from episodic.pipeline.edits.undo import EditHistory as EditHistory
    from episodic.pipeline.import_export.backups import BackedUp as BackedUp
    from episodic.pipeline.import_export.compaction import Compacted as Compacted
    from episodic.pipeline.import_export.importing import (
        Imported as Imported,
        parse_export as parse_export,
    )
    from episodic.pipeline.import_export.restoring import Restored as Restored
    from episodic.pipeline.reports import (
        IdentityChange as IdentityChange,
        ChapterReport as ChapterReport,
        ManuscriptReport as ManuscriptReport,
        MemoryDiff as MemoryDiff,
        OnProgress as OnProgress,
        Outcome as Outcome,
        Progress as Progress,
        Stage as Stage,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.pipeline.edits.chapter_edits": "Edited",
            "episodic.pipeline.edits.draft_check": "DraftFinding DraftKind DraftReport",
            "episodic.pipeline.edits.overrides": "Attribution FactChange NewFact",
            "episodic.pipeline.edits.proposals": "Proposal ProposedFact",
            "episodic.pipeline.edits.reindexing": "ReindexPlan Reindexed",
            "episodic.pipeline.edits.undo": "EditHistory",
            "episodic.pipeline.import_export.backups": "BackedUp",
            "episodic.pipeline.import_export.compaction": "Compacted",
            "episodic.pipeline.import_export.importing": "Imported parse_export",
            "episodic.pipeline.import_export.restoring": "Restored",
            "episodic.pipeline.reports": (
                "ChapterReport IdentityChange ManuscriptReport MemoryDiff OnProgress Outcome Progress Stage"
            ),
        },
    )
