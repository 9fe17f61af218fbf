"""English rules for splitting text: headings, numerals, passages, sentences, narrators and inflected forms."""
