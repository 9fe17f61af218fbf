"""Entity resolution: decides which nodes (entities as the reading of one part of a chapter describes them) are the same
entity, and suggests further merges.
"""
