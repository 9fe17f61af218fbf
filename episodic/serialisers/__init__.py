"""The JSON of results, for the command-line option `--json`, for the servers and for agents."""
