"""Extraction: readers turn a window of text into nodes (entities as named there), frames and statements."""
