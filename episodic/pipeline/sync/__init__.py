"""Compares a manuscript with the stored chapters of a work, and applies the differences to the work.

Only the module `reading_reuse` calls a reader; all other modules compute without input and output.
"""
