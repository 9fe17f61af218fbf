"""Extraction: readers turn a window of text into nodes (entities as the window names them), frames and statements."""
