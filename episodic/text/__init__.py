"""Text processing without a model: file formats, encodings, languages, headings, chapters, passages, sentences and
words.
"""
