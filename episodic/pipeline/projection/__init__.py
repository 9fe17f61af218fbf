"""The derivation of the graph and its records from a replay, as pure functions without I/O."""
