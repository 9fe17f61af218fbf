"""Views of a work as a read sees it: as stored, up to a chapter, at a revision, in other layers, or by a character."""
