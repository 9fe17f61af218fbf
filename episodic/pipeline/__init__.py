"""From chapters to commits: reading, replaying, deriving, saving."""
