"""The public methods of StoryGraph, grouped by topic: reads, edits of chapters, and the author's overrides."""
