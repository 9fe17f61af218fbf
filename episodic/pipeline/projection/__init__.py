"""Projection: derives the graph from a replay, and from the graph the records that a store saves, without I/O."""
