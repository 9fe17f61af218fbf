"""Overrides (the author's decisions) applied during a replay."""
