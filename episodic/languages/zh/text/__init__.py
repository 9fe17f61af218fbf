"""Chinese rules for splitting text: headings, numerals, passages, sentences and narrators."""
