"""The graph that a telling comes to, and the records that stand for it. Pure."""
