"""Rules that find and parse English time expressions: dates, durations, feasts, and times relative to events."""
