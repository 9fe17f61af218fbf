"""One work held open: its state, its questions asked until none is open, its commits."""
