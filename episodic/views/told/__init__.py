"""Reads a work up to a given chapter without a replay: only the entities and facts that are asked for are derived.

The entities and facts are derived from the replayed chapters in the store. In names such as `ToldWork`, "told" means:
up to the last chapter that a read sees (`told_by`).
"""
