"""Measurements, one file a question; each prints its figures beside the limit and writes them to results/."""
