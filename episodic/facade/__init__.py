"""The parts of a StoryGraph: what it reads, what it revises, what the author decides."""
