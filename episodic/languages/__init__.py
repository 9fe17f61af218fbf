"""Languages: one folder for each supported language, and the registry of language components."""
