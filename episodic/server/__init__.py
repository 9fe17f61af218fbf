"""Servers that give programs access to works over HTTP, and agents access over MCP (Model Context Protocol)."""
