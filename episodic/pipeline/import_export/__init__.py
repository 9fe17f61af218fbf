"""Export, import, backup and compaction of works."""
