"""Supported languages: one folder for each language, and the registry of language components."""
