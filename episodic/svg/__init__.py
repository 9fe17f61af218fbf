"""Draws timelines as static SVG files without scripts and without external resources."""
