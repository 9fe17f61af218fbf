"""JSON serialisers of results for `--json` and the servers."""
