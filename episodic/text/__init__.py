"""Text processing without side effects: encodings, file formats, chapters, passages, windows and words."""
