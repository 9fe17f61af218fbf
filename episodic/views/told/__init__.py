"""Reads of a work's first chapters without a replay, which derive only the entities and facts that are asked for.

The entities and facts are derived from the replayed chapters in the store. "Told" means: up to the last chapter of the
read (`told_by`).
"""
