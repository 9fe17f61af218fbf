"""The export, import, backup and compaction of works."""
