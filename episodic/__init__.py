"""Reads a long story, chapter by chapter, into a temporal knowledge graph."""
