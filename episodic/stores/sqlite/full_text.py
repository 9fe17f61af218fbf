"""Full text: what is written for it, and how it is asked (BM25 over Han bigrams and words).

Method and figures: 100,000 facts of Chinese fiction, two- and three-character names found with recall and precision 1.00;
leaving out terms that stand in more than a tenth of the rows kept the top twenty of long questions at 100,000 rows and more,
and lost some of them at 10,000, so it is done only where a question would touch many rows.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from episodic.model.names import name_key
from episodic.model.records import Kind
from episodic.ports import Bounds, Scored
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.sql import WORDS
from episodic.stores.sqlite.storable import padded, row_limit
from episodic.stores.sqlite.transactions import reading
from episodic.stores.storable import is_storable
from episodic.text.words import QueryToken, query_tokens, tokens

_DEAR = 20_000
"""A question whose terms stand in more rows than this is cut down."""
_COMMON = 0.1
_MOST_TOKENS = 64
_SHORT = 8
"""A question of so few tokens is asked as it is."""
_FEWEST_TOKENS = 3
_LONGEST_NAME = 12
_MOST_CHARACTERS = 2_000


def add(connection: sqlite3.Connection, kind: Kind, rows: Iterable[tuple[int, int, str]]) -> None:
    """Indexes new texts, given as (record id, work, text)."""
    connection.executemany(WORDS[kind].add, ((number, _written(text), _work_term(work)) for number, work, text in rows))


def replace(connection: sqlite3.Connection, kind: Kind, rows: Iterable[tuple[int, str]]) -> None:
    """Indexes other texts of records that have one, given as (record id, text)."""
    connection.executemany(WORDS[kind].set, ((_written(text), number) for number, text in rows))


def drop(connection: sqlite3.Connection, kind: Kind, numbers: Iterable[int]) -> None:
    """Takes the texts of these records out of the index."""
    connection.executemany(WORDS[kind].drop, ((number,) for number in numbers))


def rebuild(connection: sqlite3.Connection) -> None:
    """Indexes every text anew, for another tokeniser."""
    for kind, words in WORDS.items():
        connection.execute(words.clear)
        # Read to the end first: one cursor may not read while another writes what it joins.
        add(connection, kind, connection.execute(words.texts).fetchall())


def search(
    connection: sqlite3.Connection, group_id: str, kind: Kind, text: str, *, limit: int, bounds: Bounds
) -> Sequence[Scored]:
    """The records of *kind* that share terms with *text*, best BM25 first, equal ones by id."""
    with reading(connection):
        row = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
        return () if row is None else _best(connection, row[0], kind, text=text, limit=row_limit(limit), bounds=bounds)


def _best(
    connection: sqlite3.Connection, work: int, kind: Kind, *, text: str, limit: int, bounds: Bounds
) -> Sequence[Scored]:
    asked = _asked(connection, work, kind, text)
    if not asked:
        return ()
    match = f'(work : "{_work_term(work)}") AND (words : ({" OR ".join(map(_quoted, asked))}))'
    rows = connection.execute(
        WORDS[kind].search, {"match": match, "told_by": bounds.told_by, "at": bounds.at, "limit": limit}
    )
    return [Scored(uuid, score) for uuid, score in rows]


def _asked(connection: sqlite3.Connection, work: int, kind: Kind, text: str) -> Sequence[QueryToken]:
    """The tokens to ask for: all of them, or those of a dear question that tell the most."""
    text = text[:_MOST_CHARACTERS]
    asked = [token for token in query_tokens(text) if is_storable(token.text)]
    if len(asked) <= _SHORT:
        return asked
    rows = _rows_of(connection, kind, asked)
    asked = [token for token in asked if token.prefix or token.text in rows]
    if sum(rows.values()) <= _DEAR and len(asked) <= _MOST_TOKENS:
        return asked
    (whole,) = connection.execute(WORDS[kind].rows).fetchone()
    names = _of_names(connection, work, text)
    rare_first = sorted(asked, key=lambda token: (token.text not in names, rows.get(token.text, 0)))
    telling = [token for token in rare_first if token.text in names or rows.get(token.text, 0) <= whole * _COMMON]
    return (telling if len(telling) >= _FEWEST_TOKENS else rare_first[:_FEWEST_TOKENS])[:_MOST_TOKENS]


def _rows_of(connection: sqlite3.Connection, kind: Kind, asked: Sequence[QueryToken]) -> Mapping[str, int]:
    """How many rows of all works each token stands in; one that stands nowhere is left out."""
    return {
        term: rows
        for batch in padded([token.text for token in asked])
        for term, rows in connection.execute(WORDS[kind].terms, batch)
    }


def _of_names(connection: sqlite3.Connection, work: int, text: str) -> Collection[str]:
    """The tokens of this work's names that stand in *text*; a hero's name stands in many rows and still is what is asked."""
    key = name_key(text)
    pieces = {key[i : i + length] for i in range(len(key)) for length in range(1, _LONGEST_NAME + 1)}
    names = {
        name
        for batch in padded([piece for piece in pieces if is_storable(piece)])
        for name, _ in connection.execute(sql.NAMED, (work, *batch))
    }
    return {token.text for name in names for token in query_tokens(name)}


def _written(text: str) -> str:
    return " ".join(tokens(text))


def _work_term(work: int) -> str:
    return f"w{work}"


def _quoted(token: QueryToken) -> str:
    quoted = '"' + token.text.replace('"', '""') + '"'
    return f"{quoted}*" if token.prefix else quoted
