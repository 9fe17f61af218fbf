"""Entity resolution: decides which nodes of the readings are the same entity."""
