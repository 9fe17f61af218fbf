"""All phrases that the command line prints, as functions that return a message in English and in Chinese."""
