"""English rules for splitting and analysing text."""
