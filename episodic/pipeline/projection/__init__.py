"""The graph derived from a replay, and its records. Pure functions without I/O."""
