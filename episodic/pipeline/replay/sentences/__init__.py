"""Sentences: rewrites the sentences of statements so that they can be understood without the text around them."""
