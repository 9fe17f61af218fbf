"""Replay: processes chapters again in narrative order, with stored readings, answers and overrides, without I/O."""
