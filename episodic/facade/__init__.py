"""The public methods of StoryGraph, grouped by topic, such as reads, edits of chapters and the author's overrides; and
the class Series.
"""
