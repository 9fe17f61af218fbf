"""Applies the author's overrides (merge, split, correct, add, lock, retract, waive) during a replay."""
