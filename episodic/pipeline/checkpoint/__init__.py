"""Checkpoints: the derived state of a work, kept in the store so that a process can continue without a replay."""
