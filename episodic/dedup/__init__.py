"""Entity resolution: decides at replay which nodes of the readings are the same entity, and suggests further merges to
the author.
"""
