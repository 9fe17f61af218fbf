"""Full text: what is asked of the server's index, and how much of it, so that filters cost no answers.

The index has the `cjk` analyzer: words of alphabets, pairs of characters for Han. The question is made of quoted words only.
"""

import re
from collections.abc import Iterable, Sequence

from episodic.model.records import Kind
from episodic.ports import Bounds, Scored
from episodic.stores.neo4j import cypher
from episodic.stores.neo4j.bounds import limits_of
from episodic.stores.neo4j.columns import is_left, items
from episodic.stores.neo4j.connection import Asking
from episodic.stores.neo4j.shape import token_of
from episodic.stores.storable import is_storable
from episodic.text.words import QueryToken, query_runs

_MOST_CHARACTERS = 2_000
_MOST_CLAUSES = 600
"""The server refuses more than 1,024."""
_LONGEST_PHRASE = 8
_FIRST_FETCH = 200
_GROWTH = 10
_MOST_FETCHED = 2_000_000
_DIGITS = 5

_WORD = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")


async def search(ask: Asking, group_id: str, kind: Kind, *, text: str, limit: int, bounds: Bounds) -> Sequence[Scored]:
    """The records of *kind* that share words with *text*, best first, equal ones by id."""
    question = question_of(token_of(group_id), text)
    if question is None or limit <= 0:
        return ()
    fetch = max(_FIRST_FETCH, 2 * limit)
    while True:
        ((seen, least, found),) = await ask(
            cypher.SEARCH_TEXT[kind], question=question, fetch=fetch, **limits_of(bounds)
        )
        best = _best(found)
        # All that there is, or enough that nothing left out can be as good as the last one.
        if not isinstance(seen, int) or seen < fetch or fetch >= _MOST_FETCHED:
            return best[:limit]
        if len(best) >= limit and best[limit - 1].score > round(float(str(least)), _DIGITS):
            return best[:limit]
        fetch *= _GROWTH


def question_of(token: str, text: str) -> str | None:
    """The question in the index's language, bound to one work; None where *text* has no words."""
    clauses = list(dict.fromkeys(_clauses(text[:_MOST_CHARACTERS])))[:_MOST_CLAUSES]
    if not clauses:
        return None
    return f"+group_token:{token}^0 +({' '.join(clauses)})"


def _clauses(text: str) -> Iterable[str]:
    for run in query_runs(text):
        if not all(is_storable(token.text) for token in run):
            continue
        if 1 < len(run) < _LONGEST_PHRASE:
            yield _quoted(run[0].text + "".join(token.text[-1] for token in run[1:]))
        for token in run:
            yield from _alternatives(token)
    # As the author wrote them: the index folds words less than our keys do.
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if is_storable(word) and not word.isalnum():
            yield _quoted(word)


def _alternatives(token: QueryToken) -> Iterable[str]:
    """The forms under which the index may hold a word: a lone Han character stands in pairs, a name before its apostrophe."""
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


def _best(found: object) -> list[Scored]:
    pairs = [items(pair) for pair in items(found)]
    scored = [Scored(str(uuid), round(float(str(score)), _DIGITS)) for uuid, score in pairs if is_left(uuid)]
    return sorted(scored, key=lambda one: (-one.score, one.uuid))
