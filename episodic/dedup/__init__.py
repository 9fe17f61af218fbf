"""Entity resolution: decides at replay which nodes of the readings are one entity, and suggests further merges."""
