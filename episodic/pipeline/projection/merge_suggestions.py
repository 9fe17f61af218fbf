"""Makes issues that suggest merges: pairs of entities with similar names, which may be the same entity.

Pairs of entities that the text, a judgement or the author distinguishes are not reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from episodic.dedup.merge_suggestions import MergeSuggester
from episodic.model.graph import Entity, Issue, IssueKind, Mentions
from episodic.model.spans import Span
from episodic.temporal.issues import IssueContext, issue

_MAX_GAP = 120
"""The maximum distance in characters between two mentions that can count as being in the same sentence."""
_MAX_CHAPTERS_APART = 5
"""The maximum distance, in chapters, between the nearest mentions of two entities whose names share only one word. If
the mentions of two entities are further apart, one word that their names share is not enough to suggest a merge.
"""
_END = re.compile(r"[。！？.!?]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class MergeContext:
    """The data from which it is decided whether to suggest a merge of two entities. The function `mentions_of` returns
    the mentions of an entity. `texts` are the chapter texts by episode id, in narrative order.

    `apart` is a function that returns whether two entities are known to be different.
    """

    entities: Mapping[str, Entity]
    mentions_of: Callable[[str], Iterable[Mentions]]
    texts: Mapping[str, str]
    apart: Callable[[str, str], bool]


def identity_issues(scene: MergeContext, issue_context: IssueContext, suggester: MergeSuggester) -> tuple[Issue, ...]:
    """Return an issue for each pair of entities that may be the same entity. The issue quotes the first use of each of
    the two similar names.
    """
    chapters = {episode: number for number, episode in enumerate(scene.texts)}

    @cache
    def places(entity: str) -> dict[str, Sequence[tuple[str, Span]]]:
        return {one.episode: one.places for one in scene.mentions_of(entity)}

    def apart(first: str, second: str) -> bool:
        return scene.apart(first, second) or _in_one_sentence(places(first), places(second), scene.texts)

    def far(first: str, second: str) -> bool:
        return all(
            abs(chapters[one] - chapters[other]) > _MAX_CHAPTERS_APART
            for one in places(first)
            for other in places(second)
        )

    found = suggester.suggest(scene.entities, apart, far=far)
    return tuple(
        issue(IssueKind.IDENTITY_SUSPECTED, (name.first for name in one.names), facts=(), issue_context=issue_context)
        for one in found
    )


def _in_one_sentence(
    first: Mapping[str, Sequence[tuple[str, Span]]],
    second: Mapping[str, Sequence[tuple[str, Span]]],
    texts: Mapping[str, str],
) -> bool:
    """Return whether a sentence mentions both entities, at most _MAX_GAP characters apart."""
    for episode in first.keys() & second.keys():
        text = texts[episode]
        spans = sorted([(span, 0) for _, span in first[episode]] + [(span, 1) for _, span in second[episode]])
        for (one, who), (other, whom) in pairwise(spans):
            if who != whom and other.start - one.end <= _MAX_GAP and not _END.search(text, one.end, other.start):
                return True
    return False
