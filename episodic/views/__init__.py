"""The views of a work. A view shows the stored work, or a replay of the work up to a chapter, at a revision or in other
layers.
"""
