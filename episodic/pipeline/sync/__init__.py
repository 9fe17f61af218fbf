"""Compares a manuscript with a work's chapters and applies the differences. Pure functions except for reading reuse."""
