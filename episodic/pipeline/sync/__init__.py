"""Compares a manuscript with the stored chapters of a work, and applies the differences to the work."""
