"""The views of a work in a scope: the store as it is, or the work replayed up to a chapter, a revision or a moment."""
