"""Full-text tables (FTS5) of a SQLite file: adds, replaces, drops and searches texts by words and pairs of Han
characters.

The module `text_search` uses this module for the first searches of a work after a change of the file. For later
searches, `text_search` uses the module `term_index`, which searches in memory.

On 100,000 facts of Chinese fiction, names of two and three characters were found with recall and precision 1.00. In a
test, terms that occur in more than a tenth of the rows were left out of long queries. The top twenty results stayed the
same with 100,000 rows or more, but not with 10,000 rows. Frequent terms hardly change the results if there are many
rows. A query of at most 8 terms keeps all terms. A longer query loses its frequent terms if it has more than 64 terms,
or if its terms together occur in very many rows.
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
"""A query is expensive if the numbers of rows with each of its terms add up to more than this. Frequent terms are left
out of an expensive query, unless the query is short or the terms belong to names.
"""
_FREQUENT_SHARE = 0.1
"""A term that occurs in more than this share of all rows is frequent."""
_MAX_TOKENS = 64
_SHORT_QUERY = 8
"""A query with at most this many terms keeps all of them."""
_MIN_TOKENS = 3
_MAX_NAME_LENGTH = 12
_MAX_CHARACTERS = 2_000

RowCounts = Callable[[Sequence[str]], Mapping[str, int]]


def add(connection: sqlite3.Connection, kind: Kind, rows: Iterable[tuple[int, int, str]]) -> None:
    """Add texts to the full-text index of one kind of record.

    Each of *rows* is the row number of a record, the row number of its work, and the text.
    """
    connection.executemany(
        FULL_TEXT[kind].add, ((number, _written(text), _work_term(work)) for number, work, text in rows)
    )


def replace(connection: sqlite3.Connection, kind: Kind, rows: Iterable[tuple[int, str]]) -> None:
    """Replace the texts of records in the full-text index. Each of *rows* is the row number of a record and its new
    text.
    """
    connection.executemany(FULL_TEXT[kind].set, ((_written(text), number) for number, text in rows))


def drop(connection: sqlite3.Connection, kind: Kind, numbers: Iterable[int]) -> None:
    """Remove the texts of the records with these row numbers from the full-text index."""
    connection.executemany(FULL_TEXT[kind].drop, ((number,) for number in numbers))


def rebuild(connection: sqlite3.Connection) -> None:
    """Build the whole full-text index again, which is needed when the tokeniser has changed."""
    for kind, index in FULL_TEXT.items():
        connection.execute(index.clear)
        # All texts are read before the first is added, because SQLite must not change a table while a cursor reads it.
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
    """Return at most *limit* records of *kind* and the work number *work* that lie within *bounds* and contain terms of
    *query*, by falling BM25 score.

    Records with equal scores are in the order of their ids.
    """
    if not query:
        return ()
    match = f'(work : "{_work_term(work)}") AND (words : ({" OR ".join(map(_quoted, query))}))'
    statement = FULL_TEXT[kind].search.format(having=having(bounds.facets))
    parameters = (match, bounds.told_by, bounds.at, *facet_parameters(bounds.facets), row_limit(limit))
    rows = connection.execute(statement, parameters)
    return [Scored(uuid, score) for uuid, score in rows]


def searched_tokens(
    connection: sqlite3.Connection, work: int, kind: Kind, text: str, *, counts: RowCounts | None = None
) -> Sequence[QueryToken]:
    """Return the terms for which to search: terms from the first 2,000 characters of *text*. If there are at most 8
    terms, all are returned. If there are more than 8 terms, those that occur in no row are left out, except single Han
    characters. If more than 64 terms remain, only the rarest terms and the terms of names are returned. A query whose
    terms together occur in very many rows is shortened in the same way.

    The function *counts* returns in how many rows of all works each term occurs, without terms that never occur. If
    *counts* is None, the numbers of rows are read from the file.
    """
    text = text[:_MAX_CHARACTERS]
    query: Sequence[QueryToken] = query_tokens(text)
    if not is_storable(text):
        query = [token for token in query if is_storable(token.text)]
    if len(query) <= _SHORT_QUERY:
        return query
    terms = [token.text for token in query]
    rows = row_counts(connection, kind, terms) if counts is None else counts(terms)
    query = [token for token in query if token.prefix or token.text in rows]
    if sum(rows.values()) <= _EXPENSIVE_ROWS and len(query) <= _MAX_TOKENS:
        return query
    (all_rows,) = connection.execute(FULL_TEXT[kind].rows).fetchone()
    names = _name_tokens(connection, work, text)
    rare_first = sorted(query, key=lambda token: (token.text not in names, rows.get(token.text, 0)))
    frequent = all_rows * _FREQUENT_SHARE
    selective = [token for token in rare_first if token.text in names or rows.get(token.text, 0) <= frequent]
    return (selective if len(selective) >= _MIN_TOKENS else rare_first[:_MIN_TOKENS])[:_MAX_TOKENS]


def row_counts(connection: sqlite3.Connection, kind: Kind, terms: Sequence[str]) -> dict[str, int]:
    """Return in how many rows of all works each term occurs; terms that never occur are left out."""
    return {term: rows for batch in padded(terms) for term, rows in connection.execute(FULL_TEXT[kind].terms, batch)}


def _name_tokens(connection: sqlite3.Connection, work: int, text: str) -> Collection[str]:
    """Return the terms of those parts of *text* that are names of entities of the work.

    The terms of names stay in a query even if they are frequent.
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
