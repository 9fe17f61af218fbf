"""The chronology: all moments of a work with the constraints between them; says which of two moments is earlier."""
