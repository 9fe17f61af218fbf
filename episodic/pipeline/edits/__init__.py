"""Everything that changes a work; each is one commit, or one for each chapter, and answers with what it changed."""
