"""The comparison of a manuscript with a work's chapters, and the application of the differences.

All modules except `reading_reuse` contain only pure functions.
"""
