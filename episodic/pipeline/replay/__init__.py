"""The replay of a work's chapters with stored readings, judgements and overrides, as pure functions without I/O."""
