"""Pictures of what a read answers, as files that load nothing and run nothing."""
