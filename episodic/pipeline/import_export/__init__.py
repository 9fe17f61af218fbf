"""Exports and imports works as JSON lines, backs up stores, and compacts (deletes) history."""
