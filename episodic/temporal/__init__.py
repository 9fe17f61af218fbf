"""When things are true: moments, calendars, the chronology, exclusion and the fold."""
