"""Compares a manuscript with the stored chapters of a work, and applies the differences to the work.

All modules except `reading_reuse` contain only pure functions.
"""
