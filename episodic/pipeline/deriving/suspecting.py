"""Suspected identities of a derived work as issues: not of people whom a sentence, a judgement or the author tells apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from episodic.dedup.suspicion import suspected
from episodic.model.graph import Entity, Issue, IssueKind, Mentions
from episodic.model.spans import Span
from episodic.temporal.issues import Voice, issue

_NEAR = 120
"""Two mentions farther apart than this, in characters, are not looked at for one sentence."""
_FAR = 5
"""Chapters from one mention to the next beyond which a name of one word in common says nothing."""
_END = re.compile(r"[。！？.!?]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Scene:
    """What identities are suspected in: entities and their mentions, the texts in telling order, and whom something keeps apart."""

    entities: Mapping[str, Entity]
    mentions: Iterable[Mentions]
    texts: Mapping[str, str]
    apart: Callable[[str, str], bool]


def identity_issues(scene: Scene, voice: Voice) -> tuple[Issue, ...]:
    """One issue a suspected pair, with a quote of each: the two names."""
    places: dict[str, dict[str, Sequence[tuple[str, Span]]]] = {}
    for one in scene.mentions:
        places.setdefault(one.entity, {})[one.episode] = one.places
    chapters = {episode: number for number, episode in enumerate(scene.texts)}

    def apart(first: str, second: str) -> bool:
        return scene.apart(first, second) or _together(places[first], places[second], scene.texts)

    def far(first: str, second: str) -> bool:
        return all(
            abs(chapters[one] - chapters[other]) > _FAR
            for one in places.get(first, ())
            for other in places.get(second, ())
        )

    found = suspected(scene.entities.values(), apart, far=far)
    return tuple(
        issue(IssueKind.IDENTITY_SUSPECTED, (name.first for name in one.names), facts=(), voice=voice) for one in found
    )


def _together(
    first: Mapping[str, Sequence[tuple[str, Span]]],
    second: Mapping[str, Sequence[tuple[str, Span]]],
    texts: Mapping[str, str],
) -> bool:
    """Whether one sentence names both."""
    for episode in first.keys() & second.keys():
        text = texts[episode]
        spans = sorted([(span, 0) for _, span in first[episode]] + [(span, 1) for _, span in second[episode]])
        for (one, who), (other, whom) in pairwise(spans):
            if who != whom and other.start - one.end <= _NEAR and not _END.search(text, one.end, other.start):
                return True
    return False
