"""Extraction of entities and statements from a window of text."""
