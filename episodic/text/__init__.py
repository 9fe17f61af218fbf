"""Text processing without a model: file formats, encodings, headings, chapters, passages, sentences and words."""
