"""The rules with which the rule-based reader finds names, frames and statements in English text."""
