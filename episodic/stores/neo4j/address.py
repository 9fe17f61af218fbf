"""Parses the address of a Neo4j server into host, credentials and database name."""

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit, urlunsplit

from episodic.errors import ConfigurationError

SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})


@dataclass(frozen=True, slots=True)
class Server:
    """The address of a Neo4j server, without credentials, and what is needed to connect to it. If `database` is None,
    the user's default database is used.
    """

    address: str
    user: str | None
    password: str | None = field(repr=False)
    database: str | None


def server_of(address: str, *, user: str | None, password: str | None, database: str | None) -> Server:
    """Return the parts of an address such as ``bolt://user@host:7687/database``, each replaced by its keyword argument
    if given. Raise ConfigurationError for an invalid address, without repeating it, because it may contain a password.
    """
    invalid = ConfigurationError(
        "This is not the address of a Neo4j server.", hint="Write it as bolt://host:7687 or neo4j://host:7687."
    )
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        raise invalid from None
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise invalid
    known_user = user or unquote(parts.username or "") or None
    known_password = password if password is not None else parts.password and unquote(parts.password)
    return Server(
        address=urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], "", parts.query, "")),
        user=known_user or ("neo4j" if known_password is not None else None),
        password=known_password,
        database=database or unquote(parts.path.strip("/")) or None,
    )
