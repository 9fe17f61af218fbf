"""Messages about servers and API keys."""

from __future__ import annotations

from episodic.cli.messages.message import Phrase, message

STOPPED = message("servers.stopped")
NO_TLS = message("servers.no_tls")
NO_KEYS = message("servers.no_keys")
KEY_COLUMNS = (
    message("servers.key_columns_id"),
    message("servers.key_columns_name"),
    message("servers.key_columns_access"),
    message("servers.key_columns_work"),
    message("servers.key_columns_created"),
    message("servers.key_columns_expires"),
)

TOOL_COLUMNS = (
    message("servers.tool_columns_name"),
    message("servers.tool_columns_tier"),
    message("servers.tool_columns_tokens"),
    message("servers.tool_columns_description"),
)


def listening(address: str) -> Phrase:
    return message("servers.listening", address=address)


def key_made(name: str, access: str, work: str) -> Phrase:
    opens = message("servers.opens_work", work=work) if work else message("servers.opens_all")
    return message("servers.key_made", name=name, access=access, opens=opens)


def key_revoked(name: str) -> Phrase:
    return message("servers.key_revoked", name=name)
