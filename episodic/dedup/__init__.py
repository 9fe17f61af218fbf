"""Who is who: which nodes of the readings are one entity."""
