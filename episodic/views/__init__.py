"""Views of a work, which show what a read may see.

A read may see all of the work, the chapters up to a given one, an old revision, other layers, or a character's
knowledge.
"""
