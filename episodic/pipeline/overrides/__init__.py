"""The author's overrides, applied during a replay."""
