"""Servers that give other programs access to works."""
