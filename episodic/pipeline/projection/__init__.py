"""Projection: derives the graph from a replay, and the records that a store saves, without I/O."""
