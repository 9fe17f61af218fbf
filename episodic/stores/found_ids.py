"""Collects the ids of all records that the parts of one store query found: by text, by vector, and by entity."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from episodic.model.records import Kind
from episodic.ports import CandidateSearch, IndexHits


def hit_ids(hits: IndexHits) -> dict[str, None]:
    """Return the ids of all hits of one search, each once: first the hits by text, then the hits by vector."""
    return dict.fromkeys(uuid for uuid, _ in (*hits.by_text, *hits.by_vector))


def found_ids(
    asked: CandidateSearch, hits: Iterable[IndexHits], links: Iterable[Sequence[str]]
) -> dict[Kind, dict[str, None]]:
    """Return, by kind, the ids of all records that the step *asked* of a search found. *hits* are found by text or
    vector. *links* are facts that link to given entities.
    """
    ids: defaultdict[Kind, dict[str, None]] = defaultdict(dict)
    for search, found in zip(asked.searches, hits, strict=True):
        ids[search.kind].update(hit_ids(found))
    for linked in links:
        ids[Kind.FACT].update(dict.fromkeys(linked))
    return ids
