"""A library: a folder of manuscripts that are ingested into one store, each manuscript as a work of its own."""
