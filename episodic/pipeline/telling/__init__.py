"""A work told again from its assertions, chapter by chapter. Pure."""
