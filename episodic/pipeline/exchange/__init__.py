"""Works out of a store and into one: as lines, as a backup, without what nobody needs to remember."""
