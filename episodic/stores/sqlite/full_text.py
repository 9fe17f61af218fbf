"""The FTS5 tables of a SQLite file: add, replace, drop and search texts, as words or bigrams of Han characters.

`text_search` calls this module for the first search after a change, and `term_index` for the searches that follow.

On 100,000 facts of Chinese fiction, searches found names of two and three characters with recall and precision 1.00. A
long query could leave out all terms that occur in more than a tenth of the rows: the top twenty results stayed the same
in indexes of 100,000 rows and more, but not in an index of 10,000 rows. A query therefore leaves out frequent terms
only if its terms occur in many rows.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from episodic.model.name_keys import name_key
from episodic.model.records import Kind
from episodic.ports import Bounds, Scored
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import facet_parameters, having, json_list, padded, row_limit
from episodic.stores.sqlite.sql import FULL_TEXT
from episodic.stores.validation import is_storable
from episodic.text.tokens import QueryToken, query_tokens, tokens

_EXPENSIVE_ROWS = 20_000
"""If the terms of a query occur in more rows than this, the query is searched without its frequent terms."""
_FREQUENT_SHARE = 0.1
"""The share of all rows above which a term counts as frequent."""
_MAX_TOKENS = 64
_SHORT_QUERY = 8
"""The number of terms up to which a query is never shortened."""
_MIN_TOKENS = 3
_MAX_NAME_LENGTH = 12
_MAX_CHARACTERS = 2_000

RowCounts = Callable[[Sequence[QueryToken]], Mapping[str, int]]


def add(connection: sqlite3.Connection, kind: Kind, rows: Iterable[tuple[int, int, str]]) -> None:
    """Add texts to the full-text index.

    Each of *rows* contains the record's row number, the work's row number and the text.
    """
    connection.executemany(
        FULL_TEXT[kind].add, ((number, _written(text), _work_term(work)) for number, work, text in rows)
    )


def replace(connection: sqlite3.Connection, kind: Kind, rows: Iterable[tuple[int, str]]) -> None:
    """Replace the indexed texts of records. Each of *rows* contains the record's row number and the new text."""
    connection.executemany(FULL_TEXT[kind].set, ((_written(text), number) for number, text in rows))


def drop(connection: sqlite3.Connection, kind: Kind, numbers: Iterable[int]) -> None:
    """Remove the texts of the records with these row numbers from the index."""
    connection.executemany(FULL_TEXT[kind].drop, ((number,) for number in numbers))


def rebuild(connection: sqlite3.Connection) -> None:
    """Rebuild the whole full-text index after the tokeniser has changed."""
    for kind, index in FULL_TEXT.items():
        connection.execute(index.clear)
        # All texts are read before the first text is added, because a cursor must not read a table that another cursor
        # changes.
        add(connection, kind, connection.execute(index.texts).fetchall())


def search(
    connection: sqlite3.Connection,
    work: int,
    kind: Kind,
    *,
    query: Sequence[QueryToken],
    limit: int,
    bounds: Bounds,
) -> Sequence[Scored]:
    """Return the records of *kind* that contain terms of *query*, by descending BM25 score.

    *work* is the work's row number. Records with equal scores are ordered by id.
    """
    if not query:
        return ()
    match = f'(work : "{_work_term(work)}") AND (words : ({" OR ".join(map(_quoted, query))}))'
    statement = FULL_TEXT[kind].search.format(having=having(bounds.facets))
    parameters = (match, bounds.told_by, bounds.at, *facet_parameters(bounds.facets), row_limit(limit))
    rows = connection.execute(statement, parameters)
    return [Scored(uuid, score) for uuid, score in rows]


def searched_tokens(
    connection: sqlite3.Connection, work: int, kind: Kind, text: str, *, row_counts: RowCounts | None = None
) -> Sequence[QueryToken]:
    """Return the terms of *text* to search for: all terms, or only the most selective terms of an expensive query.

    *row_counts* returns the number of rows, over all works, in which each term occurs, without terms that never occur.
    Without *row_counts*, the numbers are read from the file.
    """
    text = text[:_MAX_CHARACTERS]
    query: Sequence[QueryToken] = query_tokens(text)
    if not is_storable(text):
        query = [token for token in query if is_storable(token.text)]
    if len(query) <= _SHORT_QUERY:
        return query
    rows = _row_counts(connection, kind, query) if row_counts is None else row_counts(query)
    query = [token for token in query if token.prefix or token.text in rows]
    if sum(rows.values()) <= _EXPENSIVE_ROWS and len(query) <= _MAX_TOKENS:
        return query
    (all_rows,) = connection.execute(FULL_TEXT[kind].rows).fetchone()
    names = _name_tokens(connection, work, text)
    rare_first = sorted(query, key=lambda token: (token.text not in names, rows.get(token.text, 0)))
    frequent = all_rows * _FREQUENT_SHARE
    selective = [token for token in rare_first if token.text in names or rows.get(token.text, 0) <= frequent]
    return (selective if len(selective) >= _MIN_TOKENS else rare_first[:_MIN_TOKENS])[:_MAX_TOKENS]


def _row_counts(connection: sqlite3.Connection, kind: Kind, query: Sequence[QueryToken]) -> Mapping[str, int]:
    """Return the number of rows, over all works, in which each term occurs. Terms that never occur are left out."""
    return {
        term: rows
        for batch in padded([token.text for token in query])
        for term, rows in connection.execute(FULL_TEXT[kind].terms, batch)
    }


def _name_tokens(connection: sqlite3.Connection, work: int, text: str) -> Collection[str]:
    """Return the terms of those names in *text* that belong to the work's entities.

    A query keeps the terms of names, even if the terms are frequent.
    """
    key = name_key(text)
    pieces = {key[i : i + length] for i in range(len(key)) for length in range(1, _MAX_NAME_LENGTH + 1)}
    names = {name for name, _ in connection.execute(sql.NAMED, (work, json_list(pieces)))}
    return {token.text for name in names for token in query_tokens(name)}


def _written(text: str) -> str:
    return " ".join(tokens(text))


def _work_term(work: int) -> str:
    return f"w{work}"


def _quoted(token: QueryToken) -> str:
    quoted = '"' + token.text.replace('"', '""') + '"'
    return f"{quoted}*" if token.prefix else quoted
