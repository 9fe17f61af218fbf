"""What a story graph is made of: frozen values that do no I/O and know no database."""
