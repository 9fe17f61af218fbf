"""Stories told through the public interface."""
