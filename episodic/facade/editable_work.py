"""A work with all methods that read it, edit its chapters, and record the author's overrides."""

from __future__ import annotations

from episodic.facade.answers import WorkAnswers
from episodic.facade.context import WorkContext
from episodic.facade.edits import WorkEdits
from episodic.facade.ingestion import WorkIngestion
from episodic.facade.overrides import WorkOverrides
from episodic.facade.reads import WorkReads


class EditableWork(WorkReads, WorkAnswers, WorkContext, WorkIngestion, WorkEdits, WorkOverrides):
    """A work that is open for reading and writing. `StoryGraph` is the editable work that programs create."""
