"""Entities and statements out of a window of text."""
