"""The phrases that the command line prints, as constants and as functions that return a phrase for any supported
language.
"""
