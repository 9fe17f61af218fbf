"""A text in which every named node is one character, so that one regular expression can speak of persons and places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.extraction.ruled.rules import KnownNode, NameKind
from episodic.model.spans import Span

PERSON, PLACE, GROUP, THING, OTHER, SPEECH = "\ue001", "\ue002", "\ue003", "\ue004", "\ue005", "\ue010"
MARKS = PERSON + PLACE + GROUP + THING + OTHER
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_OF_KIND = {
    NameKind.PERSON: PERSON,
    NameKind.CREATURE: PERSON,
    NameKind.PLACE: PLACE,
    NameKind.ORGANIZATION: GROUP,
    NameKind.ITEM: THING,
}


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a node is named."""

    span: Span
    node: int
    mark: str


@dataclass(frozen=True, slots=True)
class Masked:
    """`text` with one mark a mention; `origins[i]` is where its character i stands in the window, the end included."""

    text: str
    origins: Sequence[int]
    nodes: dict[int, int]
    speech: dict[int, int]
    """Which quotation a SPEECH mark stands for, by its place in the masked text."""

    def span(self, start: int, end: int) -> Span:
        """The window's span of the masked characters from *start* to *end*."""
        return Span(self.origins[start], self.origins[end])


def mentions_of(nodes: Sequence[KnownNode]) -> tuple[Mention, ...]:
    """Every mention of the window, in order; of two that overlap the earlier and longer one."""
    found = sorted(
        (
            Mention(span, node.index, _OF_KIND[node.kind] if node.kind else OTHER)
            for node in nodes
            for surface in node.surfaces
            for span in surface.spans
        ),
        key=lambda mention: (mention.span.start, -mention.span.end, mention.node),
    )
    kept: list[Mention] = []
    for mention in found:
        if mention.span.start < mention.span.end and (not kept or mention.span.start >= kept[-1].span.end):
            kept.append(mention)
    return tuple(kept)


def masked(text: str, region: Span, *, mentions: Sequence[Mention], speech: Sequence[Span] = ()) -> Masked:
    """*region* of *text* with its mentions as marks and each span of *speech* (in order, inside the region) as SPEECH."""
    pieces: list[str] = []
    origins: list[int] = []
    nodes: dict[int, int] = {}
    spoken: dict[int, int] = {}
    cuts: list[tuple[Span, str, int]] = [(span, SPEECH, number) for number, span in enumerate(speech)]
    cuts += [(one.span, one.mark, one.node) for one in mentions if region.holds(one.span)]
    place = region.start
    for span, mark, number in sorted(cuts, key=lambda cut: (cut[0].start, cut[1] != SPEECH)):
        if span.start < place:
            continue
        pieces.append(_PRIVATE.sub("\ufffd", text[place : span.start]))
        origins += range(place, span.start)
        (spoken if mark == SPEECH else nodes)[len(origins)] = number
        pieces.append(mark)
        origins.append(span.start)
        place = span.end
    pieces.append(_PRIVATE.sub("\ufffd", text[place : region.end]))
    origins += range(place, region.end + 1)
    return Masked("".join(pieces), origins, nodes, spoken)
