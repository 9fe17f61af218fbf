"""Tests of store addresses: server, user and database in one address, and no secret in what is shown."""

import pytest

from episodic.errors import ConfigurationError
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.neo4j.address import Server, server_of


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("bolt://localhost:7687", Server("bolt://localhost:7687", None, None, None)),
        ("neo4j+s://host", Server("neo4j+s://host", None, None, None)),
        ("bolt://ann@host:1/", Server("bolt://host:1", "ann", None, None)),
        ("bolt://ann:p%40ss@host:1/novel", Server("bolt://host:1", "ann", "p@ss", "novel")),
        ("bolt://[::1]:7687", Server("bolt://[::1]:7687", None, None, None)),
    ],
)
def test_an_address_is_taken_apart(address: str, expected: Server) -> None:
    assert server_of(address, user=None, password=None, database=None) == expected


def test_what_stands_beside_the_address_counts_more() -> None:
    """Separate settings take precedence over the address."""
    found = server_of("bolt://ann:old@host:1/one", user="bob", password="new", database="two")

    assert found == Server("bolt://host:1", "bob", "new", "two")


def test_a_password_alone_is_that_of_the_usual_user() -> None:
    """If only a password is given, the user is neo4j, the first user of every server."""
    assert server_of("bolt://host", user=None, password="secret", database=None).user == "neo4j"


@pytest.mark.parametrize("address", ["", "host:7687", "http://host", "bolt://", "bolt://u:secret@:port", "story.db"])
def test_what_is_no_address_is_refused_without_being_shown(address: str) -> None:
    """A text that is not an address may contain a password, so the error does not show the text."""
    with pytest.raises(ConfigurationError) as refused:
        Neo4jStore(address)

    assert "secret" not in str(refused.value)


def test_a_password_is_never_shown() -> None:
    """Neither the store nor its settings show a password."""
    address = "bolt://ann:s3cret@host:7687"

    shown = (Neo4jStore(address).address, repr(server_of(address, user=None, password=None, database=None)))

    assert not [text for text in shown if "s3cret" in text]
