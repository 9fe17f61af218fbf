"""The replay of a work's chapters with stored readings, judgements and overrides. Pure functions without I/O."""
