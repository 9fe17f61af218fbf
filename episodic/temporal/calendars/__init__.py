"""Calendars, which convert dates of a story to days: Gregorian, custom ones with their own months, and reign years."""
