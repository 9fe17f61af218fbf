"""Text as files hold it: encodings, formats, chapters, passages, windows and words. Pure."""
