"""The fold: derives facts with their beginnings and ends, and issues, from statements, a chronology and judgements."""
