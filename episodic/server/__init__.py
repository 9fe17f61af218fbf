"""Servers that give other programs access to works: HTTP, and MCP (Model Context Protocol) for agents."""
