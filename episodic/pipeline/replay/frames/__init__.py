"""Frames: which flashback, dream, letter or tale a passage and its statements belong to, and who tells it."""
