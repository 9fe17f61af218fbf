"""The views of a work. A view shows the stored work, or a replay of the work for another chapter, revision or moment."""
