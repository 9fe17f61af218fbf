"""Random sequences of edits, each compared with a fresh reading of the text as it is in the end."""
