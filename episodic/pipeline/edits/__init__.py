"""The edits of a work: ingestion, changes of chapters, overrides, undo and draft checks."""
