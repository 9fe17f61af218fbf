"""Where a server is and who we are to it, taken from one address and the words beside it."""

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from episodic.errors import ConfigurationError

SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
_DEFAULT_USER = "neo4j"


@dataclass(frozen=True, slots=True)
class Server:
    """A server: its address as it may be shown, the user, and the database (None: the server's default one)."""

    address: str
    user: str | None
    password: str | None = field(repr=False)
    database: str | None


def server_of(address: str, *, user: str | None, password: str | None, database: str | None) -> Server:
    """The server of an address such as ``bolt://user@host:7687/database``; what is given beside it counts more.

    Raises ConfigurationError for an address that is none; it is not shown, as it may hold a password.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _no_address() from None
    if parts.scheme not in SCHEMES or not host:
        raise _no_address()
    shown = f"[{host}]" if ":" in host else host
    path = unquote(parts.path.strip("/"))
    query = f"?{parts.query}" if parts.query else ""
    known_user = user or (unquote(parts.username) if parts.username else None)
    known_password = password if password is not None else (unquote(parts.password) if parts.password else None)
    return Server(
        address=f"{parts.scheme}://{shown}{f':{port}' if port else ''}{query}",
        user=known_user or (_DEFAULT_USER if known_password is not None else None),
        password=known_password,
        database=database or path or None,
    )


def _no_address() -> ConfigurationError:
    return ConfigurationError(
        "This is no address of a Neo4j server.", hint="Write it as bolt://host:7687 or neo4j://host:7687."
    )
