"""Identities: the names and bonds that a replay knows, and statements which show that clusters are different people."""
