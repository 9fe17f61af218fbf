"""The chronology: the moments of a work and the constraints between them, from which follows which of two moments is
earlier.
"""
