"""Checks that a view knows a predicate, and finds similar names of predicates if it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from rapidfuzz import fuzz

from episodic.errors import UnknownPredicateError
from episodic.model.predicates import is_reserved, predicate_key
from episodic.search.entity_lookup import searched_part
from episodic.search.view import View
from episodic.text.inflections import stem

_MIN_SIMILARITY = 50.0
"""Names with a lower similarity to the requested name (0 to 100) are not suggested."""
_CONTAINED_SIMILARITY = 60.0
_MAX_SUGGESTIONS = 5


def require_predicate(view: View, name: str, used: Iterable[str]) -> None:
    """Raise UnknownPredicateError if neither the package nor the work defines a predicate *name*, and none of *used*,
    the predicates of all facts of the view, is this predicate. The error has similar names of predicates of *used*, or
    the most frequent ones.
    """
    vocabulary = view.vocabulary
    if vocabulary.known_predicate(name) is not None:
        return
    counts = Counter(one for one in used if not is_reserved(one))
    if predicate_key(name) in map(vocabulary.predicate, counts):
        return
    frequent = tuple(one for one, _ in counts.most_common(_MAX_SUGGESTIONS))
    raise UnknownPredicateError(name, _similar(view, name, counts) or frequent, where=searched_part(view))


def _similar(view: View, name: str, used: Collection[str]) -> tuple[str, ...]:
    """Return at most five names, each of another predicate of *used*, with a spelling similar to *name*, the most
    similar first.
    """
    found: dict[str, tuple[float, str]] = {}
    for one in sorted(used):
        known = view.vocabulary.known_predicate(one)
        names = (one,) if known is None else (one, *known.translations.values(), *known.names)
        best = max(names, key=lambda text: _similarity(name, text))
        key = view.vocabulary.predicate(one)
        found[key] = max(found.get(key, (0.0, "")), (_similarity(name, best), best))
    ranked = sorted((-similarity, text) for similarity, text in found.values() if similarity >= _MIN_SIMILARITY)
    return tuple(text for _, text in ranked[:_MAX_SUGGESTIONS])


def _similarity(name: str, text: str) -> float:
    key, wanted = predicate_key(text), predicate_key(name)
    contained = min(len(key), len(wanted)) > 1 and (key in wanted or wanted in key)
    inflected = _stems(name) == _stems(text)
    return 100.0 if inflected else max(fuzz.ratio(wanted, key), _CONTAINED_SIMILARITY if contained else 0.0)


def _stems(name: str) -> list[str]:
    return [stem(word) for word in name.replace("_", " ").casefold().split()]
