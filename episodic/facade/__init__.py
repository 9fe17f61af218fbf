"""The public methods of StoryGraph, by topic: reads, edits of chapters, and the author's overrides."""
