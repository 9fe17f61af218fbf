"""Random sequences of edits, each compared with a fresh reading of the final text."""
