"""Times: reads the time words of passages and statements, and completes dates without a year."""
