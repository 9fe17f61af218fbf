"""Statements: which predicate, phase and scope a statement has, and which states follow from it."""
