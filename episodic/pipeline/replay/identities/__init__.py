"""Identities: the names and bonds that a replay knows, and statements which show that two clusters of mentions are
different people.
"""
