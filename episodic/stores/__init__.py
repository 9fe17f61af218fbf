"""The stores that save the records of works (SQLite and Neo4j), and functions that authors of other stores need."""

from __future__ import annotations

TYPE_CHECKING = False
"""A replacement for `typing.TYPE_CHECKING`, because importing `typing` takes longer than importing this module."""

if TYPE_CHECKING:
    from episodic.model.facets import facets_of as facets_of
    from episodic.stores.neo4j import Neo4jStore as Neo4jStore
    from episodic.stores.idempotency import made_before as made_before
    from episodic.stores.sqlite import SQLiteStore as SQLiteStore
    from episodic.stores.validation import (
        check_commits as check_commits,
        check_kept as check_kept,
        check_staged as check_staged,
        refuse_staged as refuse_staged,
    )
    from episodic.text.listing_rows import listing_rows as listing_rows
    from episodic.text.tokens import (
        query_tokens as query_tokens,
        tokens as tokens,
    )
else:
    from episodic.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "episodic.model.facets": "facets_of",
            "episodic.stores.neo4j": "Neo4jStore",
            "episodic.stores.idempotency": "made_before",
            "episodic.stores.sqlite": "SQLiteStore",
            "episodic.stores.validation": "check_commits check_kept check_staged refuse_staged",
            "episodic.text.listing_rows": "listing_rows",
            "episodic.text.tokens": "query_tokens tokens",
        },
    )
