"""Where works are kept: SQLite and Neo4j, two houses behind one port."""
