"""A manuscript read again: which of its chapters are the work's, and where they belong now. Pure."""
