"""Benchmarks: each module answers one question, prints its figures with their limits, and writes them to results/."""
