"""Session: a work that is open for writing, with its current state, its open questions and its commits."""
