"""Calendars, which convert dates of a story to day numbers: Gregorian, custom ones with their own months, and reign
years.
"""
