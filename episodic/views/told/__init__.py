"""Reads of a work's first chapters without a replay: entities and facts are derived only for the records that a read asks
for, from the replayed chapters in the store.
"""
