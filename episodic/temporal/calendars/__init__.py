"""Calendars, which convert dates of a story to day numbers. A story can use the Gregorian calendar, calendars with
months of its own, and Chinese reign years.
"""
