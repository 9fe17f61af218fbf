"""The JSON serialisers of results, for the command-line option `--json` and for the servers."""
