"""Rules that find and parse Chinese time expressions: dates, reign years, durations, feasts and relative times."""
