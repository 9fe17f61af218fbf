"""Example stories that are tested through the public interface."""
