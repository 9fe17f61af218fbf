"""The fold: derives facts, when they begin and end, and issues, from statements, a chronology and judgements."""
