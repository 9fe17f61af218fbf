"""Hybrid search and the other reads, bound to one scope."""
