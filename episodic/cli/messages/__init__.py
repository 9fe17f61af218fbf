"""All phrases that the command line prints, as functions that return a message in any supported language."""
