"""An open work: its current state, its open questions and its commits."""
