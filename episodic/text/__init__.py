"""Text processing: encodings, file formats, chapters, passages, windows and words."""
