"""Chinese rules for splitting and analysing text."""
