"""The chronology: the moments of a work, and the constraints between them, which determine which of two moments is
earlier.
"""
