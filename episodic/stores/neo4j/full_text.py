"""Full-text search in Neo4j: builds a Lucene query, and fetches more hits until enough are within the bounds.

The full-text index uses Lucene's `cjk` analyzer, which indexes alphabetic words and pairs of neighbouring Han
characters.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from episodic.ports import IndexSearch, Scored
from episodic.stores.neo4j.connection import Rows, complete
from episodic.stores.neo4j.graph_model import token_of
from episodic.stores.neo4j.rows import Row, bounds_parameters
from episodic.stores.validation import ANYWHERE, clamped, is_storable
from episodic.text.tokens import QueryToken, query_runs

_MOST_CHARACTERS = 2_000
_MOST_CLAUSES = 600
"""The maximum number of terms in a full-text query. Lucene rejects a query with more than 1,024 terms."""
_LONGEST_PHRASE = 8
_FIRST_FETCH = 1_000
"""The number of hits that a search first takes from the index, because often hundreds of hits have equal scores. With
only 500 hits, a sixth of all searches by text in a work of 100,000 facts had to be repeated. A repetition takes more
time than the first run.
"""
_GROWTH = 10
_MOST_FETCHED = 2_000_000
_DIGITS = 5

_WORD = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")


class TextQuery:
    """One full-text search, which is run until `pending` is false; then `hits` has its result."""

    def __init__(self, group_id: str, search: IndexSearch, *, place: int) -> None:
        bounds = clamped(search.bounds)
        text = search.text if search.text is not None and search.limit > 0 else ""
        query = lucene_query(token_of(group_id), text, facets=bounds.facets)
        self.hits: Sequence[Scored] = ()
        self.pending = query is not None
        bounded = replace(bounds, facets=()) != ANYWHERE
        self._row: Row = {"place": place, "kind": search.kind.value, "query": query, "limit": search.limit}
        self._row |= {"bounded": bounded, **bounds_parameters(bounds)}
        self._limit = search.limit
        self._fetch = max(_FIRST_FETCH, 2 * search.limit)

    def parameters(self) -> dict[str, object]:
        """Return the row of the parameter `texts` for the next run of this search."""
        return {**self._row, "fetch": self._fetch}

    def take(self, seen: int, least: float | None, found: Rows) -> None:
        """Take the result of one run of this search, and decide whether it needs another run. *seen* is the number of
        hits, and *least* their lowest score. *found* has the ids and scores of those hits within the bounds of the
        search that may be among the best.
        """
        scored = [Scored(uuid, round(score, _DIGITS)) for uuid, score in complete(found, 1)]
        best = sorted(scored, key=lambda one: (-one.score, one.uuid))[: self._limit]
        # The search ends if the index has no more hits, or after _MOST_FETCHED hits. The search also ends if all
        # further hits score lower than the last of the *limit* best hits.
        exhausted = seen < self._fetch or self._fetch >= _MOST_FETCHED
        if exhausted or (len(best) == self._limit and best[-1].score > round(least or 0.0, _DIGITS)):
            self.hits, self.pending = best, False
        self._fetch *= _GROWTH


def lucene_query(token: str, text: str, *, facets: Sequence[frozenset[str]] = ()) -> str | None:
    """Return the Lucene query for the words of *text* in the work with the token *token*, or None if *text* has no
    words. Only the first 2,000 characters and 600 terms of *text* are searched.

    Each hit must have at least one facet of each set in *facets*, which have no influence on its score.
    """
    clauses = list(dict.fromkeys(_clauses(text[:_MOST_CHARACTERS])))[:_MOST_CLAUSES]
    if not clauses:
        return None
    wanted = "".join(f" +({' '.join(f'facets:{one}' for one in sorted(each)) or 'facets:none'})^0" for each in facets)
    return f"+group_token:{token}^0{wanted} +({' '.join(clauses)})"


def _clauses(text: str) -> Iterable[str]:
    for run in query_runs(text):
        if not all(is_storable(token.text) for token in run):
            continue
        if 1 < len(run) < _LONGEST_PHRASE:
            yield _quoted(run[0].text + "".join(token.text[-1] for token in run[1:]))
        for token in run:
            yield from _alternatives(token)
    # The search also looks for a word with an apostrophe as it is written. The function `query_runs` divides the query
    # into words, and normalises them more than the index's analyzer does.
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if is_storable(word) and not word.isalnum():
            yield _quoted(word)


def _alternatives(token: QueryToken) -> Iterable[str]:
    """Yield the Lucene terms that find one word of a query. A single Han character is searched as the first and as the
    second character of a pair. An alphabetic word is also searched in its possessive form ("Anna's"), which the index
    contains as one word.
    """
    if token.prefix:
        yield f"text:{token.text}*"
        yield f"text:*{token.text}"
        return
    yield _quoted(token.text)
    if token.text[0].isascii() or token.text[0].islower():
        yield _quoted(f"{token.text}'s")
        yield _quoted(f"{token.text}’s")


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'text:"{escaped}"'
