"""What the author's decisions mean where chapters are told."""
